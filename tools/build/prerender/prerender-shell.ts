import { join } from 'node:path'
import type { ShellPrerender } from '@portico/shared/release/prerender.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { createEmitOnce } from './emit-once.ts'
import { drawOpenGraphImage } from './open-graph-image.ts'
import type { PrerenderContext } from './prerender-context.ts'
import { parseSite } from './prerender-inputs.ts'
import type { renderLayouts, renderLoading, renderNoScript } from './render-shell.ts'
import { withBundle } from './with-bundle.ts'

const BundleSchema = v.object({
  renderLayouts: v.custom<typeof renderLayouts>((it) => typeof it === 'function'),
  renderLoading: v.custom<typeof renderLoading>((it) => typeof it === 'function'),
  renderNoScript: v.custom<typeof renderNoScript>((it) => typeof it === 'function'),
})

/** Renders the shell's layouts and draws the site's Open Graph image. */
export async function prerenderShell({ app, root, inputs, emit }: PrerenderContext): Promise<ShellPrerender> {
  const site = parseSite(inputs)
  const bundle = {
    app,
    root,
    entry: './tools/build/prerender/render-shell.ts',
    alias: { 'app/layout$': join(root, app.folder, 'boot/prerendered-layout.tsx') },
  }
  const { layouts, loading, noScript } = await withBundle(bundle, async (module) => {
    const { renderLayouts, renderLoading, renderNoScript } = v.parse(BundleSchema, module)
    return {
      layouts: await renderLayouts(site, inputs.year),
      loading: await renderLoading(),
      noScript: await renderNoScript(site, inputs.year),
    }
  })
  const emitFrame = createEmitOnce('frame', emit)
  const frames = layouts.map(({ html, ...layout }) => ({ ...layout, html: emitFrame(html) }))
  const image = emit('prerendered/open-graph.png', await drawOpenGraphImage(site, inputs.tokensText))
  return {
    site: getSiteDigest(site),
    year: inputs.year,
    frames,
    loading: emit('prerendered/loading.txt', loading),
    noScript: emit('prerendered/no-script.txt', noScript),
    image,
  }
}
