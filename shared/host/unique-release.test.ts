import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { createRsbuild, type Rspack, rspack } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uniqueRelease } from './unique-release.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-unique-'))
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.0-rc.1"}')
  writeFileSync(join(folder, 'index.js'), 'import("./cart.js")')
  writeFileSync(join(folder, 'cart.js'), 'export const cart = 1')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const read = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8')
const createContainer = () =>
  new rspack.container.ModuleFederationPluginV1({
    name: 'cart',
    library: { type: 'var', name: 'Cart' },
    filename: 'remoteEntry.js',
    exposes: { './Cart': './cart.js' },
    enhanced: false,
  })
const createCompiler = (plugins: Rspack.Plugins) =>
  rspack({
    context: folder,
    mode: 'production',
    entry: './index.js',
    output: { path: join(folder, 'dist') },
    plugins,
  })

test('a container of the bundler, and its chunks, are named after the release', async () => {
  const compiler = createCompiler([uniqueRelease(), createContainer()])
  await new Promise<void>((resolve, reject) =>
    compiler.run((error) => (error ? reject(error) : compiler.close(() => resolve()))),
  )
  expect(read('remoteEntry.js')).toMatch(/^var Cart_1_2_0_rc_1;/)
  expect(read('remoteEntry.js')).toContain('cart_1_2_0_rc_1_chunks')
})

test('one of Module Federation 2, too, in its manifest', async () => {
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: './index.js' } },
      output: { assetPrefix: 'auto' },
      tools: { rspack: { plugins: [uniqueRelease('7')] } },
      plugins: [pluginModuleFederation({ name: 'cart', exposes: { './Cart': './cart.js' }, dts: false })],
    },
  })
  await (await rsbuild.build()).close()
  const { metaData } = JSON.parse(read('mf-manifest.json'))
  expect(metaData.globalName).toBe('cart_7')
  const entry = read(metaData.remoteEntry.name)
  expect(entry).toMatch(/^var cart_7;/)
  expect(entry).toContain('cart_7_chunks')
})

test('behind the federation plugin, it would come too late', () => {
  expect(() => createCompiler([createContainer(), uniqueRelease()])).toThrow('must stand before')
})
