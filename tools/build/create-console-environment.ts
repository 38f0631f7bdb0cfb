import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvironmentConfig, RsbuildPlugin } from '@rsbuild/core'
import { supportedBrowsers } from './create-environment.ts'
import { getReleaseHash } from './get-release-hash.ts'
import { isolateStyles } from './isolate-styles.ts'
import { compressedCopiesPlugin } from './plugins/compressed-copies-plugin.ts'

/** Its environment and its folder. It is no release: the server serves its build as it is. */
export const consoleName = 'console'

/** The shell's: its design tokens, what every element looks like, and how pages are printed. */
const styles = 'shell/layout/styles'
const sheets = ['tokens', 'base', 'script-failure']
const assets = 'assets'

/** The first digits of the SHA-256 of everything that the build of the console reads. */
export function getConsoleHash(root: string): string {
  return getReleaseHash(root, consoleName, { reads: [styles], hasCommands: true })
}

/** The rsbuild environment of the console: one page, whose scripts load as modules, which need no Trusted Types policy. */
export function createConsoleEnvironment(root: string): EnvironmentConfig {
  const { output, tools } = isolateStyles({ name: consoleName, manifest: null })
  return {
    source: {
      entry: { index: [...sheets.map((name) => `./${styles}/${name}.css`), `./${consoleName}/main.tsx`] },
    },
    html: { template: `./${consoleName}/index.html` },
    output: {
      ...output,
      module: true,
      distPath: { root: `dist/${consoleName}`, js: assets, jsAsync: assets, css: assets, cssAsync: assets },
      filename: { js: '[contenthash:12].js', css: '[contenthash:12].css' },
      assetPrefix: '/',
      overrideBrowserslist: supportedBrowsers,
      legalComments: 'none',
    },
    performance: { printFileSize: false },
    tools,
    plugins: [hashPlugin(getConsoleHash(root)), compressedCopiesPlugin()],
  }
}

/** Writes `build.json`, by which the next start knows whether the build is current. */
function hashPlugin(hash: string): RsbuildPlugin {
  return {
    name: 'portico:console-hash',
    setup(api) {
      api.onAfterEnvironmentCompile(({ stats, environment: { distPath } }) => {
        if (!stats || stats.hasErrors()) return
        mkdirSync(distPath, { recursive: true })
        writeFileSync(join(distPath, 'build.json'), JSON.stringify({ hash }))
      })
    },
  }
}
