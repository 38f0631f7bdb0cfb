import { paths } from '@portico/kit/paths.ts'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { describeConnectionError } from '../release-cli/describe-connection-error.ts'

/** The id of the newest kit of a site. Throws when the site has none or can't be reached. */
export async function findNewestKit(site: string): Promise<string> {
  const response = await fetch(site + paths.kit, { method: 'HEAD', redirect: 'manual' }).catch(
    (cause: unknown) => {
      throw new Error(describeConnectionError(cause, { address: site, isChange: false }), { cause })
    },
  )
  const location = response.headers.get('location') ?? ''
  const file = location.startsWith('/') ? location : URL.parse(location)?.pathname
  const id = file?.startsWith(`${paths.kits}/`) ? file.slice(paths.kits.length + 1) : undefined
  if (id?.endsWith('.tgz')) return id.slice(0, -'.tgz'.length)
  throw new UsageError(
    `${site} has no kit: ${paths.kit} responded with ${response.status}. Is this the address of a Portico site?`,
  )
}
