import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { RemotePrerender, ShellPrerender } from '@portico/protocol/release/prerender.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import type { App } from '../find-apps.ts'
import type { Prerendered } from '../plugins/release-record-plugin.ts'
import type { Emit, PrerenderParts } from './prerender-context.ts'
import { prerenderRemote } from './prerender-remote.ts'
import { prerenderShell } from './prerender-shell.ts'

/** The plugin that prerenders an app, and its results for the release record. */
interface PrerenderOutput extends Prerendered {
  readonly plugin: RsbuildPlugin
}

/** Renders the pages of a remote that are prerendered, or the shell's layouts, to files of the release, see docs/decisions/021-prerendering.md. */
export function createPrerender(app: App, parts: PrerenderParts): PrerenderOutput {
  let shell: ShellPrerender | undefined
  let remote: RemotePrerender | undefined
  const plugin: RsbuildPlugin = {
    name: 'portico:prerendered',
    setup(api) {
      const root = api.context.rootPath
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        const { prerendered, manifest } = app
        if (prerendered === null) return
        const emit: Emit = (file, content) => {
          compilation.emitAsset(file, new sources.RawSource(content))
          return { file, integrity: computeIntegrity(content) }
        }
        const context = { ...parts, app, root, emit }
        if (manifest === null) shell = await prerenderShell(context)
        else remote = await prerenderRemote(context, manifest)
      })
    },
  }
  return { plugin, shell: () => shell, remote: () => remote }
}
