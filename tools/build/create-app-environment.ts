import type { EnvironmentConfig } from '@rsbuild/core'
import { contentPlugin } from '../content/content-plugin.ts'
import { contentFolder } from '../content/read-content.ts'
import { createEnvironment } from './create-environment.ts'
import type { App } from './find-apps.ts'
import { basicFontPlugin } from './plugins/basic-font-plugin.ts'
import { iconsPlugin } from './plugins/icons-plugin.ts'
import { drawOpenGraphImage } from './prerender/open-graph-image.ts'
import { getProvidedVersions } from './shared-packages.ts'

/**
 * The rsbuild environment of an app of this repository: the preset, the site's icons and font, the owner's content, and the
 * images of pages.
 */
export function createAppEnvironment(app: App, isDevelopment: boolean): EnvironmentConfig {
  const createPlugins = (environment: string) =>
    app.reads.includes(contentFolder) ? [contentPlugin(environment)] : []
  const tokensText = app.prerendered?.tokensText ?? ''
  return createEnvironment(app, {
    isDevelopment,
    provides: getProvidedVersions(app),
    plugins: [iconsPlugin(app), basicFontPlugin(app.name), ...createPlugins(app.name)],
    prerender: { createPlugins, drawImage: (texts) => drawOpenGraphImage(texts, tokensText) },
  })
}
