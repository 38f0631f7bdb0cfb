import type { EnvironmentConfig, RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'
import { basicCharacters, basicFontOptions, basicFontQuery } from './basic-font.ts'
import { createEnvironment } from './create-environment.ts'
import type { App } from './find-apps.ts'
import { drawIcons } from './icons/draw-icons.ts'
import { drawOpenGraphImage } from './prerender/open-graph-image.ts'
import { getProvidedVersions } from './shared-packages.ts'

/**
 * The rsbuild environment of an app of this repository: the preset, the site's icons and font, and the images of
 * pages.
 */
export function createAppEnvironment(app: App, isDevelopment: boolean): EnvironmentConfig {
  const tokensText = app.prerendered?.tokensText ?? ''
  return createEnvironment(app, {
    isDevelopment,
    provides: getProvidedVersions(app),
    plugins: [iconsPlugin(app), basicFontPlugin(app.name)],
    prerender: { drawImage: (texts) => drawOpenGraphImage(texts, tokensText) },
  })
}

/** Reduces a font that is imported with `?basic` to what nearly every page uses. */
export function basicFontPlugin(environment: string): RsbuildPlugin {
  return {
    name: 'portico:basic-font',
    setup(api) {
      api.transform(
        { test: /\.woff2$/, resourceQuery: basicFontQuery, environments: [environment], raw: true },
        ({ code }) => subsetFont(code, basicCharacters, { ...basicFontOptions, targetFormat: 'woff2' }),
      )
    },
  }
}

/** Adds the site's icons to the shell's release. */
function iconsPlugin(app: App): RsbuildPlugin {
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
