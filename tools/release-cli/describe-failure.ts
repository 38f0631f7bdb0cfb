import { paths } from '@portico/kit/paths.ts'
import { RemotesSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import type { CommandContext } from './command.ts'
import { SiteError } from './site-client.ts'

// A token for "catalogue" has no permission for "catalog", so a typo leads to either.
const remoteCodes = ['remote-unknown', 'insufficient-scope']

/** What to print for an error; if the site doesn't know the remote, with the name that was probably meant. */
export async function describeFailure(error: unknown, context: CommandContext | null): Promise<string> {
  const message = error instanceof Error ? error.message : String(error)
  const [remote] = context?.args ?? []
  if (context === null || remote === undefined || !(error instanceof SiteError)) return message
  if (!remoteCodes.includes(error.problem?.code ?? '')) return message
  return message + (await suggestRemote(context, remote).catch(() => ''))
}

/** Says which remote was probably meant; empty: the site has this one, or none like it. */
export async function suggestRemote(context: CommandContext, remote: string): Promise<string> {
  const { remotes } = await context.site().send({ path: paths.remotes, response: RemotesSchema })
  const names = remotes.map(({ remote: name }) => name)
  return names.includes(remote) ? '' : suggest(remote, names)
}

/** The error for a remote that is none of `names`, which are those of the site. */
export function createUnknownRemote(remote: string, names: readonly string[]): Error {
  const known = names.join(', ') || 'none'
  return new Error(`This site has no remote "${remote}".${suggest(remote, names)} It has: ${known}.`)
}
