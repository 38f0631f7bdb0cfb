import type { EnvironmentConfig } from '@rsbuild/core'
import { createEnvironment } from './create-environment.ts'
import type { App } from './find-apps.ts'
import { basicFontPlugin } from './plugins/basic-font-plugin.ts'
import { iconsPlugin } from './plugins/icons-plugin.ts'
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
