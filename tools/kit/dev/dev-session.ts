import { randomBytes } from 'node:crypto'
import { paths } from '@portico/kit/paths.ts'
import { PublishResultSchema } from '@portico/protocol/publish/release-api.ts'
import { getDevVersion } from '@portico/protocol/release/dev-release.ts'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { type BuiltRelease, packRelease } from '../../release-cli/built-release.ts'
import type { SiteClient } from '../../release-cli/site-client.ts'

/** Starts a session on a site. Nothing reaches the site before `publish`. */
export function createDevSession(site: SiteClient, remote: string) {
  const session = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(13, '0')
  let builds = 0
  return {
    /** Publishes a build with one upload. Returns its version, and what the site warns about. */
    async publish({ folder, record }: BuiltRelease) {
      builds += 1
      const version = getDevVersion(session, builds)
      const query = new URLSearchParams({ browser: 'skipped', reason: 'A build of portico dev' })
      const body = await packRelease({ folder, record: { ...record, version } })
      const path = `${paths.publish}/${remote}/${version}?${query}`
      const published = await site.send({ method: 'PUT', path, body, response: PublishResultSchema })
      return { version, warnings: published.warnings ?? [] }
    },
    /** A link for the developer's browser, valid for 8 hours. Needs a published build. */
    async createLink() {
      const body = { remote, session }
      const { url } = await site.send({ method: 'POST', path: paths.previews, body, response: PreviewSchema })
      return url
    },
  }
}
