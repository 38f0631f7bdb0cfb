import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { readTar } from '@portico/protocol/release/tar-archive.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root, runCommand } from '../../system/run-command.ts'
import { createKit } from './pack-kit.ts'

const id = '1.0.0-20260304050607-0a1b2c3d'
const patience = 300_000 // the compiler, on a machine that may be busy
// Each packs it again or runs it. The journeys of a team's own repository use all of it.
const soakTest = test.runIf(process.env.SOAK === '1')
const PackageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.string(),
    bin: v.object({ portico: v.string() }),
    exports: v.record(v.string(), v.unknown()),
    dependencies: v.record(v.string(), v.string()),
  }),
)

const TargetSchema = v.object({ types: v.string(), default: v.string() })

let folder: string
let bytes: Buffer
let files: Map<string, { bytes: Buffer; text: string; mode: number }>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-kit-'))
  bytes = await createKit(id, join(folder, 'first'))
  const found: typeof files = new Map()
  for await (const { header, read } of readTar(Readable.from([gunzipSync(bytes)]))) {
    const content = await read()
    const file = { bytes: content, text: content.toString(), mode: header.mode }
    found.set(header.name.replace(/^package\//, ''), file)
  }
  files = found
}, patience)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readPackage = () => v.parse(PackageSchema, files.get('package.json')?.text)

/** The file that an import of the kit leads to; null: nothing that it exports. */
function resolveExport(path: string): string | null {
  const { exports } = readPackage()
  const keys = Object.keys(exports).toSorted((a, b) => b.length - a.length)
  for (const key of [`./${path}`, ...keys]) {
    const [before = '', after = ''] = key.split('*')
    const matches = key.includes('*') && `./${path}`.startsWith(before) && path.endsWith(after)
    if (key in exports && (matches || key === `./${path}`))
      return toFile(exports[key], `./${path}`.slice(before.length, after === '' ? undefined : -after.length))
  }
  return null
}

function toFile(target: unknown, name: string): string | null {
  if (target === null) return null
  const { default: file } = typeof target === 'string' ? { default: target } : v.parse(TargetSchema, target)
  return file.replace('*', name).replace(/^\.\//, '')
}

soakTest('equal sources give equal bytes', { timeout: patience }, async () => {
  expect((await createKit(id, join(folder, 'second'))).equals(bytes)).toBe(true)
})

test('whatever the remotes of this repository import from it, every repository can import', () => {
  const sources = globSync('remote-*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', '**/.types'] })
  const imported = sources
    .filter((file) => !/\.(?:test|fixture)\.tsx?$|[\\/]testing[\\/]/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/'@portico\/kit\/([^']+)'/g)])
    .map(([, path = '']) => path)
  expect(imported.length).toBeGreaterThan(100)
  const missing = [...new Set(imported)].filter((path) => !files.has(resolveExport(path) ?? ''))
  expect(missing).toEqual([])
})

test('everything that can be imported has its types, and nothing else has', () => {
  const declarations = [...files.keys()].filter((name) => /^(?:shared|tools)\/.*\.d\.ts$/.test(name))
  expect(declarations).toContain('shared/kit/contract/contract.d.ts')
  expect(declarations).toContain('shared/kit/contract/manifest.d.ts')
  expect(declarations).not.toContain('shared/protocol/discovery/discovery-document.d.ts')
  expect(declarations.filter((name) => /^(?:tools|shared\/protocol)\//.test(name))).toEqual([
    'tools/kit/test-page.d.ts',
  ])
  for (const name of declarations) {
    for (const [, target = ''] of (files.get(name)?.text ?? '').matchAll(/from ['"](\.[^'"]+)['"]/g)) {
      const file = join(dirname(name), target).replace(/\.tsx?$/, '.d.ts')
      expect(declarations, `${name} imports ${target}`).toContain(file)
    }
  }
  expect(resolveExport('release/manifest.ts')).toBe('shared/kit/contract/manifest.js')
  for (const module of ['release/release-api.ts', 'rollout/evaluate.ts'])
    expect(files.has(resolveExport(module) ?? '')).toBe(false)
})

test('its modules import nothing by the name of the kit itself, and every package is a dependency', () => {
  const { dependencies } = readPackage()
  for (const [file, { text }] of files) {
    if (!file.endsWith('.js') || /^(?:node_modules|tools\/kit\/template)\//.test(file)) continue
    for (const [, name = ''] of text.matchAll(/^(?:import|export) [^;]*?\bfrom ["']([^"'.][^"']*)["']/gm)) {
      const [scope = '', rest] = name.split('/')
      if (name.startsWith('node:') || scope === 'app') continue // the bundle of a remote
      expect(Object.keys(dependencies), `${file} imports ${name}`).toContain(
        scope.startsWith('@') ? `${scope}/${rest}` : scope,
      )
    }
  }
})

test('it has its id as its version, a program that can be executed, and no tests', () => {
  const { version, bin } = readPackage()
  expect(version).toBe(id)
  expect(files.get(bin.portico)).toMatchObject({ mode: 0o755, text: expect.stringMatching(/^#!/) })
  expect([...files.keys()].filter((name) => /\.(?:test|fixture|soak)\.|\.types/.test(name))).toEqual([])
})

// Modules that load each package of which the kit has only a part.
const loads = [
  'tools/kit/build-remote.js',
  'tools/release-cli/browser/load-in-browser.js',
  'tools/build/prerender/render-to-html.js',
  'tools/release-cli/unpack-release.js',
  'shared/kit/contract/router.js',
]

soakTest('it runs with the parts of packages that are bundled with it', { timeout: patience }, async () => {
  const { run } = unpackKit()
  const code = `
    for (const file of ${JSON.stringify(loads)}) await import('./' + file)
    const token = await import('./shared/protocol/session/session-token.js')
    const visitor = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
    console.log(JSON.stringify(token.decodeSessionToken(token.encodeSessionToken(visitor))))`
  expect(await run('--input-type=module', '--eval', code)).toContain('"username":"ada"')
  expect(await run('node_modules/typescript/bin/tsc', '--version')).toMatch(/^Version \d/)
  expect(await run(readPackage().bin.portico, 'help')).toContain('upgrade')
})

soakTest('it names the Node that it needs', { timeout: patience }, async () => {
  const { run } = unpackKit()
  const pretends = 'Object.defineProperty(process.versions, "node", { value: "18.20.8" })'
  const failure = run(
    `--import=data:text/javascript,${encodeURIComponent(pretends)}`,
    readPackage().bin.portico,
  )
  await expect(failure).rejects.toMatchObject({
    exitCode: 1,
    output: 'Expected Node 20.19, or 22.12 or later, got 18.20.8. Install it from https://nodejs.org.\n',
  })
})

soakTest(
  'it runs TypeScript on a Node that can’t, and names a file that is not valid',
  {
    timeout: patience,
  },
  async () => {
    const { run, write } = unpackKit()
    write('valid.ts', 'enum Never {}\nexport const valid: number = 1 satisfies number\n')
    write('invalid.ts', 'export const invalid: = 1\n')
    write(
      'tests.test.ts',
      "import { test } from 'node:test'\ntest('typed', (context: object) => void context)\n",
    )
    const code = `
    delete Promise.withResolvers
    const { supportOlderNode, listNodeFlags } = await import('./tools/kit/older-node.js')
    supportOlderNode()
    const { promise, resolve } = Promise.withResolvers()
    resolve((await import('./valid.ts')).valid)
    const { message } = await import('./invalid.ts').catch((error) => error)
    const { importFresh } = await import('./tools/kit/dev/import-fresh.js')
    const fresh = await importFresh(process.cwd() + '/valid.ts')
    console.log(JSON.stringify({ valid: await promise, fresh: fresh.valid, message, flags: listNodeFlags() }))`
    const older = '--no-experimental-strip-types'
    const output = await run(older, '--input-type=module', '--eval', code)
    const OutputSchema = v.object({
      valid: v.number(),
      fresh: v.number(),
      message: v.string(),
      flags: v.array(v.string()),
    })
    const { valid, fresh, message, flags } = v.parse(v.pipe(v.string(), v.parseJson(), OutputSchema), output)
    expect([valid, fresh]).toEqual([1, 1])
    expect(message).toMatch(/[\\/]invalid\.ts: \S/)
    expect(await run(older, ...flags, '--test', '--test-reporter=tap', 'tests.test.ts')).toContain('# pass 1')
  },
)

soakTest(
  'its settings accept a class of a CSS module as the optional property of a component',
  {
    timeout: patience,
  },
  async () => {
    const { run, write } = unpackKit()
    write('team.json', '{ "extends": "./tsconfig.json", "include": ["page.ts"], "exclude": [] }')
    const page = `import styles from './page.module.css'
declare function Picker(props: { className?: string }): null
export const picker = Picker({ className: styles.picker })
`
    write('page.ts', page)
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    expect(await run(compiler, '--project', 'team.json')).toBe('')
  },
)

/** Unpacks the kit where the packages that are not bundled with it are found, as after an installation. */
function unpackKit() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const unpacked = mkdtempSync(join(root, '.cache', 'test-kit-'))
  onTestFinished(() => rmSync(unpacked, { recursive: true }))
  const write = (name: string, content: Buffer | string) => {
    mkdirSync(dirname(join(unpacked, name)), { recursive: true })
    writeFileSync(join(unpacked, name), content)
  }
  for (const [name, file] of files) write(name, file.bytes)
  const env = { NODE_ENV: 'production' } // as in the bundle in which React renders
  const run = (...args: string[]) =>
    runCommand(process.execPath, args, { env, cwd: unpacked, output: 'return' })
  return { run, write }
}
