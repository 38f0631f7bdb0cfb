import type { RsbuildPlugin } from '@rsbuild/core'
import type { App } from '../find-apps.ts'
import { drawIcons } from '../icons/draw-icons.ts'

/** Adds the site's icons to the shell's release. */
export function iconsPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:icons',
    setup(api) {
      if (app.manifest !== null) return
      api.processAssets({ stage: 'additional' }, async ({ compilation, sources }) => {
        for (const [file, content] of Object.entries(await drawIcons()))
          compilation.emitAsset(file, new sources.RawSource(content))
      })
    },
  }
}
