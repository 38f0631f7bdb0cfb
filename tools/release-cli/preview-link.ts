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

/** Creates one link for releases of several remotes, which expires with the first of them. */
export async function createPreviewLink(
  site: SiteClient,
  releases: readonly NamedRelease[],
): Promise<v.InferOutput<typeof PreviewSchema>> {
  const created: v.InferOutput<typeof PreviewSchema>[] = []
  for (const body of releases)
    created.push(await site.send({ method: 'POST', path: paths.previews, body, response: PreviewSchema }))
  return joinLinks(created)
}

/** A link with the last segments of several. */
export function joinLinks(
  links: readonly v.InferOutput<typeof PreviewSchema>[],
): v.InferOutput<typeof PreviewSchema> {
  const [first, ...others] = links
  if (first === undefined) throw new UsageError('Expected at least one release to preview.')
  const rest = others.map(({ url }) => `~${url.slice(url.lastIndexOf('/') + 1)}`)
  return { url: first.url + rest.join(''), expiresAt: Math.min(...links.map(({ expiresAt }) => expiresAt)) }
}
