import type { EnvironmentConfig } from '@rsbuild/core'
import { contentPlugin } from '../content/content-plugin.ts'
import { contentFolder } from '../content/read-content.ts'
import { createEnvironment } from './create-environment.ts'
import type { App } from './find-apps.ts'
import { basicFontPlugin } from './plugins/basic-font-plugin.ts'
import { iconsPlugin } from './plugins/icons-plugin.ts'
import { createPrerender } from './prerender/prerender-plugin.ts'
import { getProvidedVersions } from './shared-packages.ts'

/** The rsbuild environment of an app of this repository: the preset, the site's icons and font, the owner's content, and prerendering. */
export function createAppEnvironment(app: App, isDevelopment: boolean): EnvironmentConfig {
  const prerendered = createPrerender(app)
  return createEnvironment(app, {
    isDevelopment,
    provides: getProvidedVersions(app),
    prerendered,
    plugins: [
      iconsPlugin(app),
      basicFontPlugin(app.name),
      ...(app.reads.includes(contentFolder) ? [contentPlugin(app.name)] : []),
      prerendered.plugin,
    ],
  })
}
