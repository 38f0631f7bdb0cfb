import { TextField } from '@portico/kit/ui/text-field.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { type Grants as AllGrants, GrantSchema, GrantsSchema } from '@portico/protocol/tokens/grant-api.ts'
import * as v from 'valibot'
import { parseForm } from '../app/parse-form.ts'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { AccessList } from './access-list.tsx'
import { ScopesField, splitScopes } from './scopes-field.tsx'

type Grant = AllGrants['grants'][number]

/** The accounts that may do something in the console. */
export function Grants() {
  const { data, problem } = useResource(consolePaths.grants, GrantsSchema)
  return (
    <AccessList
      id="accounts"
      heading="Accounts"
      columns={columns}
      rows={data?.grants ?? null}
      problem={problem}
      getName={({ username }) => username}
      getPath={({ username }) => getPath(username)}
      add="Grant scopes"
      fields={fields}
      onAdd={grant}
      remove="Remove"
      removeEffect="The account stays, but loses its scopes and is signed out of the console."
    />
  )
}

const columns: readonly Column<Grant>[] = [
  { name: 'Username', value: ({ username }) => username },
  { name: 'Scopes', value: ({ scopes }) => scopes.join(' '), render: ({ scopes }) => scopes.join(', ') },
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

async function grant(form: FormData) {
  const username = String(form.get('username'))
  const body = parseForm(GrantSchema, { scopes: splitScopes(form) })
  await send({ method: 'PUT', path: getPath(username), body, response: v.unknown() })
  return `${username} can now sign in to the console, with these scopes: ${body.scopes.join(', ')}.`
}

const fields = (
  <>
    <TextField
      label="Username"
      name="username"
      hint="An account on this site. These scopes replace those it has."
      required
      autoComplete="off"
      autoCapitalize="none"
    />
    <ScopesField />
  </>
)

function getPath(username: string): string {
  return `${consolePaths.grants}/${encodeURIComponent(username)}`
}
