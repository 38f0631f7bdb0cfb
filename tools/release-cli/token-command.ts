import { paths } from '@portico/shared/paths.ts'
import { CreatedTokenSchema, type Token, TokenSchema } from '@portico/shared/release/token-api.ts'
import * as v from 'valibot'
import { formatTable } from '../system/format-table.ts'
import { numberFlag, requiredFlag, UsageError, type Verb, wordAt } from './command.ts'

const defaultDays = 90

/** `token`: makes, lists and withdraws tokens. */
export const token: Verb = {
  usage: 'token create --name <who> --scopes <a,b> [--days <n>] | token list | token withdraw <id>',
  about:
    'makes a token (scopes: read, publish:<remote>, rollout:<remote>, rollback:*, switch:*, preview:*, admin)',
  flags: { name: { type: 'string' }, scopes: { type: 'string' }, days: { type: 'string' } },
  async run(call) {
    const site = call.site()
    const action = wordAt(call, 0, 'create, list or withdraw')
    if (action === 'list') {
      const { tokens } = await site.call({
        path: paths.tokens,
        answer: v.object({ tokens: v.array(TokenSchema) }),
      })
      return { json: { tokens }, text: tokenTable(tokens) }
    }
    if (action === 'withdraw') {
      const id = wordAt(call, 1, 'the id of a token')
      await site.call({
        method: 'DELETE',
        path: `${paths.tokens}/${encodeURIComponent(id)}`,
        answer: v.null(),
      })
      return { json: { withdrawn: id }, text: `${id} is withdrawn.` }
    }
    if (action !== 'create') throw new UsageError(`Expected create, list or withdraw, got "${action}".`)
    const body = {
      name: requiredFlag(call, 'name', '"catalogue CI"'),
      scopes: requiredFlag(call, 'scopes', 'read,publish:catalogue').split(','),
      days: numberFlag(call, 'days', defaultDays),
    }
    const made = await site.call({ method: 'POST', path: paths.tokens, body, answer: CreatedTokenSchema })
    return {
      json: made,
      text: `${made.secret}\nKeep it: it is not shown again. Good until ${dayOf(made.expiresAt)}.`,
    }
  },
}

function tokenTable(tokens: readonly Token[]): string {
  const rows = tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => [
    id,
    name,
    scopes.join(' '),
    dayOf(expiresAt),
    lastUsedAt === null ? 'never' : dayOf(lastUsedAt),
  ])
  return formatTable([['id', 'name', 'scopes', 'expires', 'last used'], ...rows])
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
