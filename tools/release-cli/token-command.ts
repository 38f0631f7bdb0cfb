import { paths } from '@portico/kit/paths.ts'
import {
  getArgument,
  getNumberFlag,
  getRequiredFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import { CreatedTokenSchema, type Token, TokenSchema } from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'

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
      scopes: getRequiredFlag(context, 'scopes', 'publish:catalogue')
        .split(',')
        .map((scope) => scope.trim()),
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

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
