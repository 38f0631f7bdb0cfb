import { getArgument } from '@portico/protocol/command-line/command.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { type Grants, GrantsSchema } from '@portico/protocol/tokens/grant-api.ts'
import * as v from 'valibot'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'
import { formatDay, getScopes } from './token-command.ts'

/** `grant`: lets accounts use the console, lists them and revokes it. */
export const grant: Command = {
  usage: 'grant <username> --scopes <a,b> | grant list | grant revoke <username>',
  summary: 'lets an account sign in to the console and do what these scopes permit',
  maxArguments: ([first]) => (first === 'revoke' ? 2 : 1),
  notes: [
    'It signs in with its own password. Granting other scopes, or revoking them, ends its sessions there.',
  ],
  flags: { scopes: { type: 'string' } },
  async run(context) {
    const site = context.site()
    const first = getArgument(context, 0, 'a username, list or revoke')
    const isGiven = context.flags.scopes !== undefined // also to an account named list
    if (first === 'list' && !isGiven) {
      const listed = await site.send({ path: consolePaths.grants, response: GrantsSchema })
      return { json: listed, text: formatGrants(listed) }
    }
    if (first === 'revoke' && !isGiven) {
      const revoked = getArgument(context, 1, 'a username')
      await site.send({ method: 'DELETE', path: getPath(revoked), response: v.null() })
      return { json: { revoked }, text: `${revoked} can no longer use the console.` }
    }
    const body = { scopes: getScopes(context) }
    await site.send({ method: 'PUT', path: getPath(first), body, response: GrantsSchema })
    return {
      json: { username: first, ...body },
      text: `${first} can now sign in to the console, with these scopes: ${body.scopes.join(', ')}.`,
    }
  },
}

const getPath = (username: string) => `${consolePaths.grants}/${encodeURIComponent(username)}`

function formatGrants({ grants }: Grants): string {
  const rows = grants.map(({ username, scopes, grantedBy, grantedAt, lastUsedAt }) => [
    username,
    scopes.join(' '),
    `${formatDay(grantedAt)} by ${grantedBy}`,
    lastUsedAt === null ? 'never' : formatDay(lastUsedAt),
  ])
  return formatTable([['username', 'scopes', 'granted', 'last used'], ...rows])
}
