import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import type { App } from '../../build/find-apps.ts'
import { type BuiltRelease, readBuiltRelease } from '../../release-cli/built-release.ts'
import { formatFinding } from '../../release-cli/findings.ts'
import type { SiteClient } from '../../release-cli/site-client.ts'
import type { BuiltRemote } from '../build-remote.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import { createDevSession } from './dev-session.ts'
import type { HotBuild } from './hot-build.ts'
import { devPaths } from './page-script.ts'
import { runNewest } from './run-newest.ts'
import type { DevSettings } from './settings.ts'
import { openSiteCopy } from './site-copy.ts'

/** Where a developer sees the remote as they edit it. */
export interface Target {
  /** Builds now and after every change, in place of an earlier build. Throws if it can't be built. */
  build(remote: App): Promise<void>
  /** Shows why there is no build. */
  showErrors(errors: string): void
  stop(): Promise<void>
}

/** What every target needs. */
export interface TargetOptions {
  /** Folder of the repository. */
  readonly root: string
  /** Tells the developer. */
  readonly progress: (line: string) => void
  /** Called if even the first build can't be shown. */
  readonly onFailed: (error: unknown) => void
}

interface LocalTargetOptions extends TargetOptions {
  /** Resolves when no further build is about to start. */
  readonly settle: () => Promise<void>
  readonly site: string
  readonly port: number
  readonly settings: DevSettings
}

/** A site on this machine, which starts with the first build and updates open pages with each further one. */
export function createLocalTarget({ root, onFailed, ...options }: LocalTargetOptions): Target {
  const { site, progress } = options
  const copy = openSiteCopy(root, site)
  const current = createCurrentBuild<HotBuild>()
  const settle = async (file?: string) => {
    await options.settle()
    await (await current.get())?.settle(file)
  }
  let server: DevServer | null = null
  let newest: BuiltRelease | null = null
  let isOther = true
  let hasOldWorkers = false

  const show = runNewest(async () => {
    const build = await current.get()
    if (build === null || newest === null) return
    if (server === null) {
      server = await startDevServer({ ...options, copy, settle, build: newest })
      void server.copySite() // the page need not wait for it
      progress(describeAddresses(server.address, newest, site))
    } else {
      const isReloaded = isOther || hasOldWorkers
      server.show(newest, { isOther: isReloaded })
      progress(isReloaded ? 'Reloaded.' : 'Updated.')
    }
    if (isOther) build.connect(server.http)
    isOther = false
    hasOldWorkers = false
  }, onFailed)

  return {
    async build(remote) {
      const { startHotBuild } = await import('./hot-build.ts')
      const isShown = Promise.withResolvers<void>()
      await current.replace(() => {
        isOther = true
        return startHotBuild(root, {
          remote,
          onBuilt(build, changesWorker) {
            newest = build
            hasOldWorkers ||= changesWorker
            const shown = show()
            isShown.resolve(shown)
            return shown
          },
          onBroken(errors) {
            server?.showErrors(errors)
            isShown.resolve()
          },
        })
      })
      await isShown.promise
    },
    showErrors: (errors) => server?.showErrors(errors),
    async stop() {
      await current.stop()
      await server?.close()
    },
  }
}

function describeAddresses(address: string, { record }: BuiltRelease, site: string): string {
  const page = record.pages.find(({ path }) => !hasParameters(path))?.path ?? '/'
  return [
    `${address}${page}  with the shell and the other remotes of ${site}`,
    `${address}${devPaths.settings}  changes the visitor, or makes the remote fail`,
  ].join('\n')
}

interface SessionTargetOptions extends TargetOptions {
  readonly site: SiteClient
  /** Name of the remote. */
  readonly name: string
}

/** A deployed site, on which only browsers that have opened the link get the builds. */
export function createSessionTarget({ root, site, name, progress, onFailed }: SessionTargetOptions): Target {
  const session = createDevSession(site, name)
  const current = createCurrentBuild<BuiltRemote>()
  let hasLink = false

  async function publish(folder: string): Promise<string> {
    const start = performance.now()
    const { version, warnings } = await session.publish(readBuiltRelease(folder))
    const published = `${version} is on ${site.address} after ${Math.round(performance.now() - start)} ms.`
    if (hasLink) return published
    const link = await session.createLink()
    hasLink = true
    for (const warning of warnings) progress(formatFinding(warning))
    return `${published} Open this link in your browser (valid for 8 hours):\n${link}`
  }

  const show = runNewest(
    async () => {
      const build = await current.get()
      if (build !== null) progress(await publish(build.folder))
    },
    (error) => (hasLink ? progress(error instanceof Error ? error.message : String(error)) : onFailed(error)),
  )

  return {
    async build(remote) {
      const { buildRemote } = await import('../build-remote.ts')
      await current.replace(() => buildRemote(root, { remote, onBuilt: show }))
    },
    showErrors: () => {}, // the page stays as it is; the terminal says why
    stop: current.stop,
  }
}

/** The current build, which must stop before another one starts. */
function createCurrentBuild<Build extends { stop(): Promise<void> }>() {
  let building: Promise<Build> | null = null
  const stop = async () => {
    const build = await building?.catch(() => null)
    building = null
    await build?.stop()
  }
  return {
    get: async () => building,
    stop,
    async replace(start: () => Promise<Build>): Promise<void> {
      await stop()
      building = start()
      await building
    },
  }
}
