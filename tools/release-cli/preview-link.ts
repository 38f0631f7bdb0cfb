import { paths } from '@portico/kit/paths.ts'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import type * as v from 'valibot'
import type { SiteClient } from './site-client.ts'

/** A release, as people write it: `catalogue@1.2.0`. */
export interface NamedRelease {
  readonly remote: string
  readonly version: string
}

/** Parses `<remote>@<version>`, several with commas between them. Throws a UsageError. */
export function parseReleases(text: string): NamedRelease[] {
  return text
    .split(/[\s,]+/)
    .filter((release) => release !== '')
    .map((release) => {
      const [, remote, version] = /^([a-z][a-z0-9-]*)@([0-9][0-9A-Za-z.-]*)$/.exec(release) ?? []
      if (remote !== undefined && version !== undefined) return { remote, version }
      throw new UsageError(`Expected a release such as catalogue@1.2.0, got "${release}".`)
    })
}

/** What a link shows: a release, or without a version each canary of the remote. */
type Previewed = Pick<NamedRelease, 'remote'> & Partial<NamedRelease>

/** Creates one link for several remotes, which expires with the first of them. */
export async function createPreviewLink(
  site: SiteClient,
  [first, ...others]: readonly [Previewed, ...Previewed[]],
): Promise<v.InferOutput<typeof PreviewSchema>> {
  const create = (body: Previewed) =>
    site.send({ method: 'POST', path: paths.previews, body, response: PreviewSchema })
  let { url, expiresAt } = await create(first)
  for (const body of others) {
    const further = await create(body)
    url += `~${further.url.slice(further.url.lastIndexOf('/') + 1)}`
    expiresAt = Math.min(expiresAt, further.expiresAt)
  }
  return { url, expiresAt }
}
