import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import {
  CreatedTokenSchema,
  CreateTokenSchema,
  expiresSoon,
  type Token,
  TokenSchema,
} from '@portico/protocol/tokens/token-api.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { useLive } from '../app/live-updates.tsx'
import { parseForm } from '../app/parse-form.ts'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { Status } from '../ui/status.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { Time } from '../ui/time.tsx'
import { ScopesField, splitScopes } from './scopes-field.tsx'

const TokensSchema = v.object({ tokens: v.array(TokenSchema) })

/** The tokens of the release API: a table, and dialogs that create and revoke one. */
export function Tokens() {
  const { data, problem } = useResource(paths.tokens, TokensSchema)
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<Token | null>(null)
  const columns: readonly Column<Token>[] = [
    ...tokenColumns,
    {
      name: 'Revoke',
      render: (token) => (
        <TextButton aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
          Revoke
        </TextButton>
      ),
    },
  ]
  return (
    <Section
      id="tokens"
      heading="Tokens"
      aside={
        <Button size="small" tone="secondary" onClick={() => setCreating(true)}>
          Create a token
        </Button>
      }
    >
      <Alert tone="danger">{problem}</Alert>
      {data !== null && (
        <Table
          caption="Tokens"
          isCaptionHidden
          columns={columns}
          rows={data.tokens}
          getKey={({ id }) => id}
          csv="tokens"
        />
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      {revoked !== null && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </Section>
  )
}

const tokenColumns: readonly Column<Token>[] = [
  { name: 'Name', value: ({ name }) => name, render: ({ name }) => name },
  { name: 'May', value: ({ scopes }) => scopes.join(' '), render: ({ scopes }) => scopes.join(', ') },
  {
    name: 'Last used',
    value: ({ lastUsedAt }) => lastUsedAt,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />),
  },
  {
    name: 'Expires',
    value: ({ expiresAt }) => expiresAt,
    render: (token) => (
      <>
        <Time at={token.expiresAt} /> {expiresSoon(token, Date.now()) && <Status tone="bad">soon</Status>}
      </>
    ),
  },
]

function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { refresh } = useLive()
  return (
    <ReasonDialog
      title="Create a token?"
      action="Create"
      reason="none"
      onClose={onClose}
      onConfirm={async (_, form) => {
        const body = parseForm(CreateTokenSchema, {
          name: form.get('name'),
          scopes: splitScopes(form),
          days: Number(form.get('days')),
        })
        const response = CreatedTokenSchema
        const { secret } = await send({ method: 'POST', path: paths.tokens, body, response })
        refresh()
        return (
          <>
            This is shown once. Copy it now: <code>{secret}</code> <CopyButton text={secret} label="token" />
          </>
        )
      }}
    >
      <TextField
        label="Name"
        name="name"
        hint="Of a person, team or machine; the log has it."
        required
        autoComplete="off"
      />
      <ScopesField />
      <TextField
        label="Days until it expires"
        name="days"
        type="number"
        min={1}
        max={366}
        defaultValue={90}
        required
      />
    </ReasonDialog>
  )
}

function RevokeDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const { refresh } = useLive()
  return (
    <ReasonDialog
      title={`Revoke ${token.name}?`}
      action="Revoke"
      isDangerous
      reason="none"
      onClose={onClose}
      onConfirm={async () => {
        await send({ method: 'DELETE', path: `${paths.tokens}/${token.id}`, response: v.unknown() })
        refresh()
        return `${token.name} is revoked.`
      }}
    >
      <p>Requests with it fail at once, and whoever signed in to the console with it is signed out.</p>
    </ReasonDialog>
  )
}
