import { join } from 'node:path'
import type { ShellAhead } from '@portico/shared/release/ahead.ts'
import { siteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { parseSite } from './ahead-inputs.ts'
import type { AheadParts } from './ahead-plugin.ts'
import { withBundle } from './bundle.ts'
import type { renderFrames } from './render-shell.ts'
import { drawSharePicture } from './share-picture.ts'

const BundleSchema = v.object({
  renderFrames: v.custom<typeof renderFrames>((it) => typeof it === 'function'),
})

/** Renders the shell's frames, and draws the picture for previews. */
export async function shellAhead({ app, root, inputs, emit }: AheadParts): Promise<ShellAhead> {
  const site = parseSite(inputs)
  const bundle = {
    app,
    root,
    entry: './tools/build/ahead/render-shell.ts',
    alias: { 'the-frame$': join(root, app.folder, 'ahead', 'ahead-frame.tsx') },
  }
  const rendered = await withBundle(bundle, (module) =>
    v.parse(BundleSchema, module).renderFrames(site, inputs.year),
  )
  const frames = rendered.map(({ path, html }, index) => ({
    path,
    html: emit(`ahead/frame-${index}.txt`, html),
  }))
  const picture = emit('ahead/share.png', await drawSharePicture(site, inputs.tokensText))
  return { site: siteDigest(site), year: inputs.year, frames, picture }
}
