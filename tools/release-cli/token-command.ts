import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import {
  type CommandLine,
  getArgument,
  getNumberFlag,
  getRequiredFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { formatFields } from '@portico/protocol/command-line/format-fields.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import {
  CreatedTokenSchema,
  expiresSoon,
  type Token,
  TokenSchema,
} from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'
import type { SiteClient } from './site-client.ts'

/** `whoami`: the token that commands use. */
export const whoami: Command = {
  usage: 'whoami',
  summary: 'shows the name of your token, what it may do and when it expires',
  maxArguments: 0,
  async run(context) {
    const site = context.site()
    const own = await site.send({ path: paths.ownToken, response: TokenSchema })
    const fields: [string, string][] = [
      ['token', own.name],
      ['may', own.scopes.join(', ')],
      ['expires', formatExpiry(own.expiresAt)],
      ['site', site.address],
    ]
    return { json: own, text: formatFields(fields) }
  },
}

/** Warns if the token expires soon; null: it doesn't, or the site can't say. */
export async function describeExpiry(site: SiteClient): Promise<string | null> {
  const own = await site.send({ path: paths.ownToken, response: TokenSchema }).catch(() => null)
  if (own === null || !expiresSoon(own, Date.now())) return null
  return `Your token "${own.name}" expires on ${formatExpiry(own.expiresAt)}. Ask the site's operator for another one.`
}

/** The day, and how far away it is. */
function formatExpiry(ms: number): string {
  return `${formatDay(ms)}, in ${formatCount(Math.max(0, Math.floor((ms - Date.now()) / dayMs)), 'day')}`
}

const dayMs = 24 * 3_600_000
const defaultDays = 90
const actions = ['create', 'list', 'revoke']

/** `token`: creates, lists and revokes tokens. */
export const token: Command = {
  usage: 'token create --name <name> --scopes <a,b> [--days <n>] | token list | token revoke <id>',
  summary: 'creates, lists and revokes tokens',
  // An unknown action is reported instead of what follows it.
  maxArguments: ([action = 'list']) => (action === 'create' || action === 'list' ? 1 : 2),
  notes: [
    'Scopes: read, admin, and for a remote: read:<remote>, publish:<remote>, rollout:<remote>, rollback:<remote>,',
    'switch:<remote>, preview:<remote>. Use * for all remotes, for example rollback:*.',
    'A scope for one remote also reads that remote; read, or one with *, reads everything.',
    '--days 90        days until the token expires (default 90)',
  ],
  flags: { name: { type: 'string' }, scopes: { type: 'string' }, days: { type: 'string' } },
  async run(context) {
    const site = context.site()
    const action = getArgument(context, 0, 'create, list or revoke')
    if (action === 'list') {
      const { tokens } = await site.send({
        path: paths.tokens,
        response: v.object({ tokens: v.array(TokenSchema) }),
      })
      return { json: { tokens }, text: formatTokens(tokens) }
    }
    if (action === 'revoke') {
      const id = getArgument(context, 1, 'the id of a token')
      await site.send({
        method: 'DELETE',
        path: `${paths.tokens}/${encodeURIComponent(id)}`,
        response: v.null(),
      })
      return { json: { revoked: id }, text: `Revoked ${id}.` }
    }
    if (action !== 'create')
      throw new UsageError(`Expected create, list or revoke, got "${action}".${suggest(action, actions)}`)
    const body = {
      name: getRequiredFlag(context, 'name', '"catalogue CI"'),
      scopes: getScopes(context),
      days: getNumberFlag(context, 'days', defaultDays),
    }
    const created = await site.send({
      method: 'POST',
      path: paths.tokens,
      body,
      response: CreatedTokenSchema,
    })
    return {
      json: created,
      text: `${created.secret}\nStore this token now; it is not shown again. Expires on ${formatDay(created.expiresAt)}.`,
    }
  },
}

function formatTokens(tokens: readonly Token[]): string {
  const rows = tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => [
    id,
    name,
    scopes.join(' '),
    formatDay(expiresAt),
    lastUsedAt === null ? 'never' : formatDay(lastUsedAt),
  ])
  return formatTable([['id', 'name', 'scopes', 'expires', 'last used'], ...rows])
}

/** The scopes in `--scopes`. Throws a UsageError if there are none. */
export function getScopes(context: CommandLine): string[] {
  return getRequiredFlag(context, 'scopes', 'publish:catalogue')
    .split(',')
    .map((scope) => scope.trim())
}

/** The day of a time. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
