import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runRelease } from './run-release-cli.ts'

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
let asked: string[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-publish-'))
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
  // A machine without a browser.
  for (const name of ['PATH', 'PLAYWRIGHT_BROWSERS_PATH']) vi.stubEnv(name, folder)
  vi.stubEnv('CHROMIUM_PATH', '')
  asked = []
  site = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    const { remote, version, hash } = record
    const published = { outcome: 'published', id: 'things@1.1.0-0a1b2c3d', remote, version, hash, bytes: 9 }
    const answer = request.method === 'PUT' ? published : { isOk: true, findings: [] }
    request.on('end', () => response.end(JSON.stringify(answer)))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => site.close(resolve))
  rmSync(folder, { recursive: true })
})

async function release(...args: string[]) {
  const printed: string[] = []
  const { port } = site.address() as AddressInfo // it listens on a port
  const exitCode = await runRelease([...args, '--folder', folder], {
    environment: { RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'secret' },
    print: (text) => printed.push(text),
    printAside: () => {},
  })
  return { exitCode, printed: printed.join('\n') }
}

// The usual places of macOS do not follow PATH.
test.skipIf(process.platform === 'darwin').each(['check', 'publish'])(
  '%s where there is no browser ends with 3 and says what to do; nothing is published',
  async (verb) => {
    const { exitCode, printed } = await release(verb, 'things')
    expect(exitCode).toBe(3)
    expect(printed).toContain('WRONG browser: Expected a Chromium')
    expect(printed).toContain('set CHROMIUM_PATH to one')
    expect(asked).toEqual(['POST /-/releases/things/1.1.0/check'])
  },
)

test('publish without a browser on purpose tells the site so, and why', async () => {
  const { exitCode, printed } = await release(
    'publish',
    'things',
    '--no-browser',
    '--reason',
    'a build machine',
  )
  expect(exitCode).toBe(0)
  expect(printed).toBe('things@1.1.0-0a1b2c3d is published (not opened in a browser: a build machine).')
  expect(asked.at(-1)).toBe('PUT /-/releases/things/1.1.0?browser=skipped&reason=a+build+machine')
})
