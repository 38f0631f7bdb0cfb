import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { supportedBrowsers } from '@portico/tools/build/create-environment.ts'
import { buildTimeModulesPlugin } from '@portico/tools/build/plugins/build-time-modules-plugin.ts'
import { createRsbuild } from '@rsbuild/core'
import { root } from './root.ts'

/** Bundles everything that these modules export, with the product's minifier. Returns the bytes after brotli. */
export async function measureBundle(modules: readonly string[]): Promise<number> {
  const imports = modules.map((module, index) => `import * as module${index} from ${JSON.stringify(module)}`)
  const source = `${imports.join('\n')}\nglobalThis.kept = [${modules.map((_, at) => `module${at}`).join(', ')}]`
  const folder = join(root, 'bench/.bundle') // within a package, so that its dependencies are found
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(join(folder, 'entry.ts'), source)
    const rsbuild = await createRsbuild({
      cwd: root,
      config: {
        mode: 'production',
        logLevel: 'error',
        source: { entry: { bundle: join(folder, 'entry.ts') } },
        output: {
          distPath: { root: join(folder, 'dist'), js: '' },
          filename: { js: '[name].js' },
          overrideBrowserslist: supportedBrowsers,
          legalComments: 'none',
        },
        plugins: [buildTimeModulesPlugin('web')],
        splitChunks: false,
        // A library that imports Node's `url` is measured without it: its real size is larger.
        tools: { htmlPlugin: false, rspack: { resolve: { fallback: { url: false } } } },
        performance: { printFileSize: false },
      },
    })
    const { close } = await rsbuild.build()
    await close()
    return brotliCompressSync(readFileSync(join(folder, 'dist/bundle.js'))).length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
