import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { createRsbuild, type Rspack, rspack } from '@rsbuild/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../system/find-browser.ts'
import { createTestRoot, type TestRoot } from '../../testing/create-test-root.ts'
import { loadContainer } from '../browser/load-container.ts'
import { packRelease } from '../built-release.ts'
import { findFederationWarnings, readFederatedBuild } from './read-federated-build.ts'

const exposes = '"./Cart":()=>1'
const script = `var cart;(()=>{m={${exposes}}})()`
const preloadFrom = (path: string) => `const rel="modulepreload",url=function(e){return"${path}"+e}`
const describeBuild = (metaData: object = {}, assets: object = {}) =>
  JSON.stringify({
    metaData: { remoteEntry: { name: 'cart.js', type: 'global' }, globalName: 'cart', ...metaData },
    exposes: [{ name: 'Cart', path: './Cart', assets }],
  })

let app: TestRoot
const getFolder = (name: string) => join(app.root, name)
const readBuild = (name: string) => ({
  folder: getFolder(name),
  record: readFederatedBuild(getFolder(name), { remote: 'cart' }),
})

/** With Module Federation 2, which writes a manifest. */
async function buildWithManifest(name: string): Promise<void> {
  const federation = pluginModuleFederation({
    name: 'store_cart',
    exposes: { './Cart': './cart.js' },
    remotes: { checkout: 'checkout@http://127.0.0.1:9/mf-manifest.json' },
    dts: false,
  })
  const rsbuild = await createRsbuild({
    cwd: app.root,
    config: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: './index.js' } },
      output: { assetPrefix: 'auto', distPath: { root: getFolder(name) } },
      plugins: [federation],
    },
  })
  await (await rsbuild.build()).close()
}

/** With the first version, which writes an entry alone. */
async function buildEntry(name: string, output: Rspack.OutputNormalized, type: 'var' | 'module' = 'var') {
  const compiler = rspack({
    context: app.root,
    mode: 'production',
    devtool: 'source-map',
    entry: './index.js',
    output: { path: getFolder(name), ...output },
    plugins: [
      new rspack.container.ModuleFederationPluginV1({
        name: 'basket',
        library: type === 'module' ? { type } : { type, name: 'basket' },
        filename: 'remoteEntry.js',
        exposes: { './Cart': './cart.js' },
        enhanced: false,
      }),
    ],
  })
  const stats = await new Promise<Rspack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  )
  await new Promise((resolve) => compiler.close(resolve))
  expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([])
}

beforeAll(async () => {
  app = createTestRoot({
    'package.json': '{"version":"2.3.4"}',
    'index.js': 'import("./cart.js")',
    'cart.js': 'export const open = () => import("./late.js")',
    'late.js': 'export const late = 1',
    'named/chunk.js': 'var chunk = {}',
    'named/cart.js': script,
    'evaluated/remoteEntry.js':
      'const modules = {"./Cart": () => import("./cart.js")}; export const get = (name) => modules[name](); export const init = () => {}',
    'misnamed/mf-manifest.json': describeBuild({ globalName: 'trolley' }),
    'misnamed/cart.js': script,
    'evaluated/cart.js': 'throw Error("no react")',
    'evaluated/preload.js': preloadFrom('/'),
    'unlinked/remoteEntry.js':
      'const modules = {"./Cart": () => import("react")}; export const get = (name) => modules[name](); export const init = () => {}',
  })
  await findBrowser()
  await buildWithManifest('federation-2')
  await buildEntry('script', { publicPath: 'auto' })
  await buildEntry('page-path', { publicPath: '' })
  await buildEntry('module', { publicPath: 'auto', module: true }, 'module')
})
afterAll(() => app.remove())

test('a manifest says everything about a build; only what pages load is released', async () => {
  const { folder, record } = readBuild('federation-2')
  expect(record).toMatchObject({
    kind: 'federated',
    team: 'cart',
    version: '2.3.4',
    hash: expect.stringMatching(/^[0-9a-f]{8}$/),
    federationVersion: expect.stringMatching(/^2\./),
    global: 'store_cart',
    exposes: ['./Cart'],
    pages: [],
  })
  expect(record.entry.integrity).toBe(record.files[record.entry.file]?.integrity)
  const tar = gunzipSync(await packRelease({ folder, record })).toString('latin1')
  for (const name of ['release.json', ...Object.keys(record.files)]) expect(tar).toContain(`${name}\0`)
  for (const name of ['index.html', 'mf-stats.json']) expect(tar).not.toContain(`${name}\0`)
  expect(findFederationWarnings(folder)).toMatchObject([
    { isWarning: true, message: expect.stringContaining('checkout from http://127.0.0.1:9/') },
  ])
})

test('without a manifest, the entry says it', () => {
  const { record } = readBuild('script')
  expect(record).toMatchObject({ global: 'basket', exposes: ['./Cart'], federationVersion: '0' })
  expect(Object.keys(record.files)).toContain('remoteEntry.js.map')
  expect(readBuild('named').record).toMatchObject({ entry: { file: 'cart.js' }, global: 'cart' })
  expect(readBuild('module').record).toMatchObject({ entryType: 'module', exposes: ['./Cart'] })
})

test('what Vite preloads below a path of the host is a warning: only styles of lazy modules need it', () => {
  const { record, folder } = readBuild('evaluated')
  expect(record.entryType).toBe('module')
  expect(findFederationWarnings(folder)).toMatchObject([
    { isWarning: true, message: 'preload.js requests the styles of lazy modules below / of the host.' },
  ])
})

test('any change of a file changes the hash', () => {
  const { hash } = readBuild('script').record
  app.write('script/note.txt', 'changed')
  expect(readBuild('script').record.hash).not.toBe(hash)
  rmSync(getFolder('script/note.txt'))
  expect(readBuild('script').record.hash).toBe(hash)
})

test.each(['script', 'module'])('each module of %s loads from any address', async (name) => {
  const { isOk, findings } = await loadContainer(readBuild(name))
  expect({ isOk, findings }).toEqual({ isOk: true, findings: [] })
})

test.each([
  {
    what: 'a remote of a remote that is down',
    name: 'federation-2',
    says: /^the container does not load: .*127/s,
  },
  { what: 'what hosts share', name: 'evaluated', says: /^\.\/Cart does not load: no react\.$/ },
])('an error for lack of $what is a warning, once', async ({ name, says }) => {
  const { isOk, findings } = await loadContainer(readBuild(name))
  const warning = { isWarning: true, message: expect.stringMatching(says) }
  expect({ isOk, findings }).toMatchObject({ isOk: true, findings: [warning] })
})

test.each([
  { what: 'an entry that does not set its container', name: 'misnamed', says: 'got undefined' },
  { what: 'a module that no browser can link', name: 'unlinked', says: 'module specifier' },
])('$what is refused', async ({ name, says }) => {
  const { isOk, message } = await loadContainer(readBuild(name))
  expect({ isOk, message }).toEqual({ isOk: false, message: expect.stringContaining(says) })
})

test('a chunk that hosts would request elsewhere, or that is missing, is named', async () => {
  const { files, entry } = readBuild('page-path').record
  const chunk = Object.keys(files).find(
    (name) =>
      name !== entry.file && readFileSync(join(getFolder('page-path'), name), 'utf8').includes('open:'),
  )
  const elsewhere = await loadContainer(readBuild('page-path'))
  expect(elsewhere).toMatchObject({ isOk: false, message: expect.stringContaining(`/${chunk} of the host`) })
  rmSync(join(getFolder('script'), chunk ?? ''))
  const missing = await loadContainer(readBuild('script'))
  expect(missing.message).toContain(`The release requests ${chunk}, which is not among its files.`)
})

describe('what hosts could not load is refused', () => {
  test.each<{ what: string; files: Record<string, string>; says: string }>([
    { what: 'no build', files: { 'index.js': '' }, says: 'no mf-manifest.json or remoteEntry.js' },
    {
      what: 'two builds',
      files: { 'web/remoteEntry.js': script, 'node/remoteEntry.js': script },
      says: 'expected one remoteEntry.js, got node/remoteEntry.js and web/remoteEntry.js',
    },
    { what: 'no manifest', files: { 'mf-manifest.json': '[]' }, says: 'Expected a manifest of Module Fed' },
    {
      what: 'a fixed address in the manifest',
      files: { 'mf-manifest.json': describeBuild({ publicPath: 'https://cdn.example/' }), 'cart.js': '' },
      says: 'expected the public path "auto", got "https://cdn.example/"',
    },
    {
      what: 'a fixed address in the entry',
      files: { 'remoteEntry.js': `${script};r.p="/assets/"` },
      says: 'remoteEntry.js: expected the public path "auto", got "/assets/"',
    },
    {
      what: 'a fixed base in Vite’s helper',
      files: {
        'assets/remoteEntry.js': `const m={${exposes}};export{a as get,b as init}`,
        'assets/preload-helper.js': preloadFrom('https://cdn.example/'),
      },
      says: 'assets/preload-helper.js: expected the public path "auto", got "https://cdn.example/"',
    },
    {
      what: 'a container without a name',
      files: { 'remoteEntry.js': `(()=>{m={${exposes}}})()` },
      says: 'expected a script that declares its container (var <name>)',
    },
    { what: 'no module', files: { 'remoteEntry.js': 'var cart;' }, says: 'exposes modules such as "./Cart"' },
    {
      what: 'a module type of other programs',
      files: { 'mf-manifest.json': describeBuild({ remoteEntry: { name: 'cart.js', type: 'commonjs2' } }) },
      says: 'expected an entry of the type global, var, script, module, esm, got "commonjs2"',
    },
    {
      what: 'a missing entry',
      files: { 'mf-manifest.json': describeBuild() },
      says: 'mf-manifest.json lists cart.js, which is not in',
    },
    {
      what: 'a missing chunk',
      files: {
        'mf-manifest.json': describeBuild({}, { js: { sync: ['a.js'] }, css: {} }),
        'cart.js': script,
      },
      says: 'mf-manifest.json lists a.js, which is not in',
    },
    {
      what: 'a chunk of another type',
      files: {
        'mf-manifest.json': describeBuild({}, { js: { async: ['a.ts'] }, css: {} }),
        'cart.js': script,
        'a.ts': '',
      },
      says: 'a.ts: expected a file of a type that pages load',
    },
    {
      what: 'a name that is no identifier',
      files: { 'mf-manifest.json': describeBuild({ globalName: '@store/cart' }), 'cart.js': script },
      says: 'global: expected a JavaScript identifier, got "@store/cart"',
    },
    {
      what: 'a file name that no URL has',
      files: { 'remoteEntry.js': script, 'a b.js': '' },
      says: 'expected a relative file name, got "a b.js"',
    },
  ])('$what', ({ files, says }) => {
    const named = Object.entries(files).map(([name, text]) => [`dist/${name}`, text] as const)
    const { root, remove } = createTestRoot(Object.fromEntries(named))
    expect(() => readFederatedBuild(join(root, 'dist'), { remote: 'cart' })).toThrow(says)
    remove()
  })

  test('more than 60 MiB, and no version', () => {
    const { root, write, remove } = createTestRoot({
      'package.json': '{}',
      'dist/remoteEntry.js': script,
      'dist/film.mp4': '',
    })
    const read = (version?: string) => readFederatedBuild(join(root, 'dist'), { remote: 'cart', version })
    expect(() => read()).toThrow('package.json has no version. Add one, or use --release-version 1.2.0.')
    expect(read('1.2.0').version).toBe('1.2.0')
    write('dist/film.mp4', 'x')
    truncateSync(join(root, 'dist/film.mp4'), 60 * 1024 * 1024)
    expect(() => read('1.2.0')).toThrow('expected at most 60 MiB, got 61 MiB')
    remove()
  })
})
