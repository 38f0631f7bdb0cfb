import { hasParameters } from '@portico/shared/release/page-paths.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import type { SiteClient } from '../../release-cli/site-client.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import { createDevSession } from './dev-session.ts'
import { devPaths } from './reloads.ts'
import type { DevSettings } from './settings.ts'
import { openSiteCopy } from './site-copy.ts'

/** Where a developer sees the builds. */
export interface Target {
  /** Shows a build. Returns what to tell the developer. */
  show(build: BuiltRelease): Promise<string>
  stop(): Promise<void>
}

/** A site on this machine, which starts with the first build. */
export function createLocalTarget({
  root,
  ...options
}: {
  readonly root: string
  readonly site: string
  readonly port: number
  readonly settings: DevSettings
  /** Tells the developer. */
  readonly progress: (line: string) => void
}): Target {
  const copy = openSiteCopy(root, options.site)
  let server: DevServer | null = null
  return {
    async show(build) {
      if (server !== null) {
        server.show(build)
        return 'Reloaded.'
      }
      server = await startDevServer({ ...options, copy, build })
      void server.copySite() // the page need not wait for it
      const page = build.record.pages.find(({ path }) => !hasParameters(path))?.path ?? '/'
      return [
        `${server.address}${page}  with the shell and the other remotes of ${options.site}`,
        `${server.address}${devPaths.settings}  changes the visitor, or makes the remote fail`,
      ].join('\n')
    },
    stop: async () => server?.close(),
  }
}

/** A deployed site, on which only browsers that have opened the link get the builds. */
export function createSessionTarget(site: SiteClient, remote: string): Target {
  const session = createDevSession(site, remote)
  let hasLink = false
  return {
    async show(build) {
      const start = performance.now()
      const version = await session.publish(build)
      const published = `${version} is on ${site.address} after ${Math.round(performance.now() - start)} ms.`
      if (hasLink) return published
      const link = await session.createLink()
      hasLink = true
      return `${published} Open this link in your browser, for which it is valid for 8 hours:\n${link}`
    },
    stop: async () => {},
  }
}
