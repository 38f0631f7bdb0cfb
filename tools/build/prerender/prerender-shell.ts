import { join } from 'node:path'
import type { ShellPrerender } from '@portico/protocol/release/prerender.ts'
import * as v from 'valibot'
import { compileTemplate } from '../template/compile-template.ts'
import { createEmitOnce } from './emit-once.ts'
import type { PrerenderContext } from './prerender-context.ts'
import type { renderLayouts, renderLoading, renderNoScript } from './render-shell.ts'
import { withBundle } from './with-bundle.ts'

const BundleSchema = v.object({
  renderLayouts: v.custom<typeof renderLayouts>((it) => typeof it === 'function'),
  renderLoading: v.custom<typeof renderLoading>((it) => typeof it === 'function'),
  renderNoScript: v.custom<typeof renderNoScript>((it) => typeof it === 'function'),
})

/** Renders the shell's layouts. */
export async function prerenderShell({ app, root, emit }: PrerenderContext): Promise<ShellPrerender> {
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
