import type { Server } from 'node:http'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createRsbuild, type Rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { checkRoutes } from '../../build/check-routes.ts'
import { createEnvironment } from '../../build/create-environment.ts'
import type { App } from '../../build/find-apps.ts'
import { groupByLoader } from '../../build/worker-chunks.ts'
import { type BuiltRelease, readBuiltRelease } from '../../release-cli/built-release.ts'
import { refuseOtherSites } from '../../system/own-request.ts'
import { readKit } from '../read-kit.ts'

/** Among the packages, so that Git ignores it. */
const output = 'node_modules/.cache/portico/build'

interface HotBuildOptions {
  readonly remote: App
  /** Called after each build. `changesWorker`: an open page goes on with the worker before. Resolves when pages get it. */
  onBuilt(build: BuiltRelease, changesWorker: boolean): Promise<void>
  /** Called with the errors of a build that fails; the last one that worked stays. */
  onBroken(errors: string): void
}

/** A build that follows the sources and sends open pages what has changed. */
export type HotBuild = Awaited<ReturnType<typeof startHotBuild>>

/** Builds a remote in `root` for development, with React Fast Refresh, now and after every change. */
export async function startHotBuild(root: string, { remote, onBuilt, onBroken }: HotBuildOptions) {
  const app = { ...remote, prerendered: null } // in development, pages are rendered in the browser
  checkRoutes(root, [app])
  const environment = createEnvironment(app, { isDevelopment: true, output, provides: readKit().provides })
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      root,
      mode: 'development',
      logLevel: 'error',
      // The page shows errors itself: the bundler's own message is HTML, which the site's policy refuses.
      dev: { client: { overlay: false, logLevel: 'error' } },
      server: { middlewareMode: true, publicDir: false },
      tools: { rspack: { optimization: { emitOnErrors: false } } },
      plugins: [pluginReact()],
      environments: { [app.name]: environment },
    },
  })
  const folder = join(root, output, app.name)
  const next = createNextBuild(app.name)
  let running: PromiseWithResolvers<void> | null = null
  const end = (shown?: Promise<void>) => {
    running?.resolve(shown)
    running = null
  }
  rsbuild.onAfterCreateCompiler(({ compiler }) =>
    compiler.hooks.invalid.tap('portico', () => {
      running ??= Promise.withResolvers<void>()
    }),
  )
  rsbuild.onAfterDevCompile(({ stats }) => {
    if (stats.hasErrors()) {
      onBroken(formatErrors(stats))
      return end()
    }
    const shown = onBuilt(readBuiltRelease(folder), changesWorker(stats))
    next.add(stats.hash, shown)
    end(shown)
  })
  const server = await rsbuild.createDevServer({ getPortSilently: true })
  let connected: Server | null = null
  return {
    /** Sends updates through a server, in place of an earlier build. */
    connect(http: Server) {
      connected = http
      http.removeAllListeners('upgrade').on('upgrade', refuseOtherSites)
      server.connectWebSocket({ server: http })
    },
    /**
     * Resolves when no change is being built: the files on disk are those of the build that pages get. If `file` is the
     * update of the newest build, which a page asks for after a build that failed, it resolves when there is one.
     */
    async settle(file?: string) {
      await running?.promise
      if (file !== undefined) await next.waitFor(file)
    },
    async stop() {
      end()
      next.stop()
      // Pages that connect again wait for the next build, which reloads them.
      connected?.removeAllListeners('upgrade').on('upgrade', () => {})
      await server.close()
    },
  }
}

/** Whether a worker contains what has changed since the build before. */
function changesWorker(stats: Rspack.Stats | Rspack.MultiStats): boolean {
  if (!('compilation' in stats)) return false
  const { compilation } = stats
  const { modifiedFiles } = compilation.compiler
  return groupByLoader(compilation)
    .workers.flatMap((chunk) => compilation.chunkGraph.getChunkModules(chunk))
    .some((module) => modifiedFiles?.has(module.nameForCondition() ?? ''))
}

/** Waits for the updates of the newest build that worked. */
function createNextBuild(name: string) {
  let update: string | null = null
  let next = Promise.withResolvers<void>()
  return {
    /** `shown`: when pages get the build. */
    add(hash: string | null, shown: Promise<void>) {
      update = `${name}.${hash}.hot-update.json`
      next.resolve(shown)
      next = Promise.withResolvers()
    },
    async waitFor(file: string) {
      while (file === update) await next.promise
    },
    stop() {
      update = null
      next.resolve()
    },
  }
}

function formatErrors(stats: Rspack.Stats | Rspack.MultiStats): string {
  const { errors = [] } = stats.toJson({ all: false, errors: true })
  return errors
    .map(({ moduleName, message }) =>
      stripVTControlCharacters([moduleName, message].filter(Boolean).join('\n')),
    )
    .join('\n\n')
}
