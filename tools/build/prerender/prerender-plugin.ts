import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { RemotePrerender, ShellPrerender } from '@portico/protocol/release/prerender.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import * as v from 'valibot'
import type { App } from '../find-apps.ts'
import type { Prerendered } from '../plugins/release-record-plugin.ts'
import { compileTemplate } from '../template/compile-template.ts'
import { createEmitOnce } from './emit-once.ts'
import type { Emit, PrerenderContext, PrerenderParts } from './prerender-context.ts'
import { prerenderRemote } from './prerender-remote.ts'
import type { renderLayouts, renderLoading, renderNoScript } from './render-shell.ts'
import { withBundle } from './with-bundle.ts'

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

const BundleSchema = v.object({
  renderLayouts: v.custom<typeof renderLayouts>((it) => typeof it === 'function'),
  renderLoading: v.custom<typeof renderLoading>((it) => typeof it === 'function'),
  renderNoScript: v.custom<typeof renderNoScript>((it) => typeof it === 'function'),
})

/** Renders the shell's layouts. */
async function prerenderShell({ app, root, emit }: PrerenderContext): Promise<ShellPrerender> {
  const bundle = {
    app,
    root,
    entry: join(import.meta.dirname, 'render-shell'),
    alias: { 'app/layout$': join(root, app.folder, 'boot/prerendered-layout.tsx') },
  }
  const { layouts, loading, noScript } = await withBundle(bundle, async (module) => {
    const { renderLayouts, renderLoading, renderNoScript } = v.parse(BundleSchema, module)
    return {
      layouts: await renderLayouts(),
      loading: await renderLoading(),
      noScript: await renderNoScript(),
    }
  })
  const emitFrame = createEmitOnce('frame', emit)
  const frames = layouts.map(({ html, ...layout }) => ({ ...layout, html: emitFrame(compileTemplate(html)) }))
  return {
    frames,
    loading: emit('prerendered/loading.json', compileTemplate(loading)),
    noScript: emit('prerendered/no-script.json', compileTemplate(noScript)),
  }
}
