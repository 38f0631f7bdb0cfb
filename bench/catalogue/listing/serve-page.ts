import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { supportedBrowsers } from '@portico/tools/build/create-environment.ts'
import { buildTimeModulesPlugin } from '@portico/tools/build/plugins/build-time-modules-plugin.ts'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { root } from '../../root.ts'
import { type StaticServer, startStaticServer } from '../../site/static-server.ts'

// The styles that the shell gives every page.
const styles = ['tokens.css', 'base.css'].map((file) => join(root, 'shell/layout/styles', file))

/** Builds the listing page for production and serves it. */
export async function serveListing(): Promise<StaticServer> {
  const folder = join(root, '.cache/bench/listing')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      mode: 'production',
      logLevel: 'error',
      plugins: [pluginReact(), buildTimeModulesPlugin('web')],
      source: { entry: { index: [...styles, join(import.meta.dirname, 'page.tsx')] } },
      output: { distPath: { root: folder }, overrideBrowserslist: supportedBrowsers },
      performance: { printFileSize: false },
    },
  })
  const { close } = await rsbuild.build()
  await close()
  return startStaticServer([{ prefix: '/', folder }], {
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    json: { '/site.json': JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8')) },
  })
}
