import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runReleaseCli } from './run-release-cli.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const record: ReleaseRecord = {
  schemaVersion: 1,
  remote: 'things',
  team: 'team of things',
  version: '1.1.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '2.9.2',
  global: 'portico_things_0a1b2c3d',
  entry: { file: 'remote.js', integrity },
  pages: [{ path: '/things', access: 'open', title: 'Things', js: [], css: [] }],
  files: {},
}

let folder = ''
let site: Server
let requests: string[] = []
let uploaded = Promise.resolve(Buffer.alloc(0))
let refusal: object | null = null
let hasToken = true
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-publish-'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
  // Simulates a machine without a browser.
  for (const name of ['PATH', 'PLAYWRIGHT_BROWSERS_PATH']) vi.stubEnv(name, folder)
  vi.stubEnv('CHROMIUM_PATH', '')
  requests = []
  refusal = null
  hasToken = true
  site = createServer((request, response) => {
    if (request.url?.startsWith('/-/remotes')) {
      if (request.url === `/-/remotes?scope=${encodeURIComponent('publish:not-ours')}`) {
        const detail = 'Expected a token with publish:not-ours.'
        const problem = { code: 'insufficient-scope', title: 'The token lacks a scope', status: 403, detail }
        return response.writeHead(403).end(JSON.stringify(problem))
      }
      if (hasToken) return response.end(JSON.stringify({ remotes: [] }))
      const problem = { code: 'token-invalid', title: 'The token is invalid', status: 401 }
      return response.writeHead(401).end(JSON.stringify(problem))
    }
    // Each command that uses a token asks when it expires.
    if (request.url === '/-/tokens/current') return response.writeHead(404).end()
    requests.push(`${request.method} ${request.url}`)
    uploaded = buffer(request)
    const { remote, version, hash } = record
    const published = { outcome: 'published', id: 'things@1.1.0-0a1b2c3d', remote, version, hash, bytes: 9 }
    const body = request.method === 'PUT' ? published : { isOk: true, findings: [] }
    if (refusal !== null) response.statusCode = 422
    void uploaded.then(() => response.end(JSON.stringify(refusal ?? body)))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => site.close(resolve))
  rmSync(folder, { recursive: true })
})

function release(...args: string[]) {
  return run(...args, '--folder', folder)
}

async function run(...args: string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const { port } = site.address() as AddressInfo // it listens on a port
  const exitCode = await runReleaseCli(args, {
    environment: { RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'secret' },
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  })
  return { exitCode, printed: printed.join('\n'), errors: errors.join('\n') }
}

// On macOS browsers are found outside PATH.
test.skipIf(process.platform === 'darwin')(
  'check without a browser exits with 3 and says what to install',
  async () => {
    const { exitCode, printed } = await release('check', 'things')
    expect(exitCode).toBe(3)
    expect(printed).toContain('FAIL  browser: There is no Chromium')
    expect(printed).toContain('set CHROMIUM_PATH')
    expect(printed).toContain('ok    types: not checked, because a built folder has no sources.')
    expect(requests).toEqual(['POST /-/releases/things/1.1.0/check'])
  },
)

test.skipIf(process.platform === 'darwin')(
  'publish without a browser exits with 3 and uploads nothing',
  async () => {
    const { exitCode, printed } = await release('publish', 'things')
    expect(exitCode).toBe(3)
    expect(printed).toContain('FAIL  browser: There is no Chromium')
    expect(requests).toEqual([])
  },
)

test('publish --no-browser uploads once and passes the reason to the site', async () => {
  const { exitCode, printed } = await release(
    'publish',
    'things',
    '--no-browser',
    '--reason',
    'a build machine',
  )
  expect(exitCode).toBe(0)
  expect(printed).toBe(
    'things@1.1.0-0a1b2c3d is published (not opened in a browser: a build machine; types and imports not checked).\nNo visitor gets it yet. Roll it out: npm run release -- start things 1.1.0 --plan <plan>',
  )
  expect(requests).toEqual(['PUT /-/releases/things/1.1.0?browser=skipped&reason=a+build+machine'])
})

test('publish without a token says so before it builds anything', async () => {
  const errors: string[] = []
  const exitCode = await runReleaseCli(['publish', 'no-such-remote'], {
    environment: { RELEASE_URL: 'http://127.0.0.1:1' },
    print: () => {},
    printError: (text) => errors.push(text),
  })
  expect(exitCode).toBe(2)
  expect(errors.join('')).toContain('Set RELEASE_TOKEN to your token')
})

test('publish with a token for something else says so before it builds anything', async () => {
  const { exitCode, errors } = await run('publish', 'not-ours')
  expect(exitCode).toBe(1)
  expect(errors).toContain('Expected a token with publish:not-ours.')
})

test('publish with an invalid token says so before it builds anything', async () => {
  hasToken = false
  const { exitCode, errors } = await run('publish', 'no-such-remote')
  expect(exitCode).toBe(1)
  expect(errors).toBe('The token is invalid.')
})

test.each([
  { args: ['catalog'], says: 'There is no folder remote-catalog. Did you mean "catalogue"?' },
  { args: ['no-such-remote'], says: 'There is no folder remote-no-such-remote.' },
  { args: ['../server'], says: 'There is no folder' },
  { args: ['things', '--folder', 'tools/release-cli'], says: 'it has no release.json' },
])('publish $args: $says', async ({ args, says }) => {
  const { exitCode, errors } = await run('publish', ...args)
  expect(errors).toContain(says)
  expect(exitCode).toBe(2)
})

const unchecked = ['--no-browser', '--reason', 'a test']

test('publish --at names the folder on another origin in the record', async () => {
  const { exitCode } = await release(
    'publish',
    'things',
    ...unchecked,
    '--at',
    'https://cdn.example/things/1.1.0/',
  )
  expect(exitCode).toBe(0)
  const archive = gunzipSync(await uploaded).toString()
  expect(archive).toContain('"baseUrl":"https://cdn.example/things/1.1.0/"')
})

test.each([
  'https://cdn.example/things/1.1.0',
  'http://cdn.example/',
  'https://cdn.example/../',
  'https://cdn.example/?a/',
  'https://user@cdn.example/',
  '//cdn.example/',
  'things/',
])('publish --at %s is refused, and nothing is uploaded', async (at) => {
  const { exitCode, errors } = await release('publish', 'things', ...unchecked, '--at', at)
  expect(exitCode).toBe(2)
  expect(errors).toContain('--at must be')
  expect(requests).toEqual([])
})

test('publish takes the folder of a federation plugin, and warns of remotes that it loads from elsewhere', async () => {
  rmSync(join(folder, 'release.json'))
  const manifest = {
    metaData: { remoteEntry: { name: 'cart.js', type: 'global' }, globalName: 'cart', publicPath: 'auto' },
    exposes: [{ name: 'Cart', path: './Cart', assets: {} }],
    remotes: [{ alias: 'checkout', entry: 'https://checkout.example/mf-manifest.json' }],
  }
  writeFileSync(join(folder, 'mf-manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'cart.js'), 'var cart')
  const names = ['--team', 'Store', '--release-version', '2.0.0']
  const { exitCode, printed } = await release('publish', 'cart', ...unchecked, ...names)
  expect(exitCode).toBe(0)
  expect(printed).toContain('warn  remotes: the build loads checkout from https://checkout.example/')
  expect(requests).toEqual([expect.stringContaining('PUT /-/releases/cart/2.0.0?')])
  expect(gunzipSync(await uploaded).toString()).toContain('"team":"Store","kind":"federated"')
  const { errors } = await release('publish', 'cart', ...names, ...unchecked, '--at', 'https://cdn.example/')
  expect(errors).toContain('The site serves the build of a federation plugin itself. Leave out --at.')
})

test('a refused upload prints the findings of the site and exits with 3', async () => {
  const finding = { check: 'byte-budget', isOk: false, message: 'The entry is too large.', hint: 'Split it.' }
  refusal = { code: 'release-invalid', title: 'The release is invalid', status: 422, findings: [finding] }
  const { exitCode, printed } = await release('publish', 'things', '--no-browser', '--reason', 'a test')
  expect(exitCode).toBe(3)
  expect(printed).toContain('FAIL  byte-budget: The entry is too large. Split it.')
})
