import { paths } from '@portico/kit/paths.ts'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import {
  CreatedTokenSchema,
  CreateTokenSchema,
  expiresSoon,
  type Token,
  TokenSchema,
} from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import { parseForm } from '../app/parse-form.ts'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import { Status } from '../ui/status.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { AccessList } from './access-list.tsx'
import { ScopesField, splitScopes } from './scopes-field.tsx'

const TokensSchema = v.object({ tokens: v.array(TokenSchema) })

/** The tokens of the release API. */
export function Tokens() {
  const { data, problem } = useResource(paths.tokens, TokensSchema)
  return (
    <AccessList
      id="tokens"
      heading="Tokens"
      columns={columns}
      rows={data?.tokens ?? null}
      problem={problem}
      getName={({ name }) => name}
      getPath={({ id }) => `${paths.tokens}/${id}`}
      add="Create a token"
      fields={fields}
      onAdd={create}
      remove="Revoke"
      removeEffect="Requests with it fail at once, and whoever signed in to the console with it is signed out."
    />
  )
}

const columns: readonly Column<Token>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Scopes', value: ({ scopes }) => scopes.join(' '), render: ({ scopes }) => scopes.join(', ') },
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

async function create(form: FormData) {
  const body = parseForm(CreateTokenSchema, {
    name: form.get('name'),
    scopes: splitScopes(form),
    days: Number(form.get('days')),
  })
  const { secret } = await send({ method: 'POST', path: paths.tokens, body, response: CreatedTokenSchema })
  return (
    <>
      <p>
        It is shown only once. Copy it now: <code>{secret}</code>
      </p>
      <CopyButton text={secret} label="token" />
    </>
  )
}

const fields = (
  <>
    <TextField
      label="Name"
      name="name"
      hint="A person, team or machine. The log shows it."
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
  </>
)
