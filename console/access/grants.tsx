import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { type Grants as AllGrants, GrantSchema, GrantsSchema } from '@portico/protocol/tokens/grant-api.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { useLive } from '../app/live-updates.tsx'
import { parseForm } from '../app/parse-form.ts'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { Time } from '../ui/time.tsx'
import { ScopesField, splitScopes } from './scopes-field.tsx'

type Grant = AllGrants['grants'][number]

/** The accounts that may do something in the console: a table, and dialogs that grant and remove scopes. */
export function Grants() {
  const { data, problem } = useResource(paths.grants, GrantsSchema)
  const [isGranting, setGranting] = useState(false)
  const [removed, setRemoved] = useState<Grant | null>(null)
  const columns: readonly Column<Grant>[] = [
    ...grantColumns,
    {
      name: 'Remove',
      render: (grant) => (
        <TextButton aria-label={`Remove the scopes of ${grant.username}`} onClick={() => setRemoved(grant)}>
          Remove
        </TextButton>
      ),
    },
  ]
  return (
    <Section
      id="accounts"
      heading="Accounts"
      aside={
        <Button size="small" tone="secondary" onClick={() => setGranting(true)}>
          Grant scopes
        </Button>
      }
    >
      <Alert tone="danger">{problem}</Alert>
      {data !== null && (
        <Table
          caption="Accounts that may use the console"
          isCaptionHidden
          columns={columns}
          rows={data.grants}
          getKey={({ username }) => username}
          csv="grants"
        />
      )}
      {isGranting && <GrantDialog onClose={() => setGranting(false)} />}
      {removed !== null && <RemoveDialog grant={removed} onClose={() => setRemoved(null)} />}
    </Section>
  )
}

const grantColumns: readonly Column<Grant>[] = [
  { name: 'Username', value: ({ username }) => username, render: ({ username }) => username },
  { name: 'May', value: ({ scopes }) => scopes.join(' '), render: ({ scopes }) => scopes.join(', ') },
  {
    name: 'Last signed in',
    value: ({ lastUsedAt }) => lastUsedAt,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />),
  },
  {
    name: 'Granted',
    value: ({ grantedAt }) => grantedAt,
    render: ({ grantedAt, grantedBy }) => (
      <>
        <Time at={grantedAt} /> by {grantedBy}
      </>
    ),
  },
]

function GrantDialog({ onClose }: { readonly onClose: () => void }) {
  const { refresh } = useLive()
  return (
    <ReasonDialog
      title="Grant scopes to an account?"
      action="Grant"
      reason="none"
      onClose={onClose}
      onConfirm={async (_, form) => {
        const username = String(form.get('username'))
        const body = parseForm(GrantSchema, { scopes: splitScopes(form) })
        await send({ method: 'PUT', path: getPath(username), body, response: v.unknown() })
        refresh()
        return `${username} may sign in to the console and do this: ${body.scopes.join(', ')}.`
      }}
    >
      <TextField
        label="Username"
        name="username"
        hint="Of an account on the site. What it was granted before is replaced."
        required
        autoComplete="off"
        autoCapitalize="none"
      />
      <ScopesField />
    </ReasonDialog>
  )
}

function RemoveDialog({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const { refresh } = useLive()
  const { username } = grant
  return (
    <ReasonDialog
      title={`Remove the scopes of ${username}?`}
      action="Remove"
      isDangerous
      reason="none"
      onClose={onClose}
      onConfirm={async () => {
        await send({ method: 'DELETE', path: getPath(username), response: v.unknown() })
        refresh()
        return `${username} has no access any more.`
      }}
    >
      <p>The account stays; it is signed out of the console.</p>
    </ReasonDialog>
  )
}

function getPath(username: string): string {
  return `${paths.grants}/${encodeURIComponent(username)}`
}
