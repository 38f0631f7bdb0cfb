import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { afterEach, expect, test } from 'vitest'
import { createSiteClient } from '../release-cli/site-client.ts'
import { createKitProject } from './kit-project.ts'
import { validate } from './test-command.ts'

const record: ReleaseRecord = {
  schemaVersion: 1,
  remote: 'weather',
  team: 'Weather team',
  version: '1.0.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '2.9.2',
  global: 'portico_weather_0a1b2c3d',
  entry: { file: 'remote.js', integrity: `sha384-${'A'.repeat(64)}` },
  pages: [{ path: '/weather', access: 'open', title: 'Weather', js: [], css: [] }],
  origins: { connect: ['https://api.example'] },
  files: {},
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

test.each(['insufficient-scope', 'token-invalid'])(
  'after the error %s the bytes are checked here, because the test needs no token',
  async (code) => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-test-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'remote.js'), '')
    const problem = { code, title: 'Not allowed', status: 403 }
    const site = createServer((_request, response) => response.writeHead(403).end(JSON.stringify(problem)))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => site.close())
    const { port } = site.address() as AddressInfo // it listens on a port
    const address = `http://127.0.0.1:${port}`
    const context = {
      args: ['weather'],
      flags: {},
      environment: { RELEASE_TOKEN: 'secret' },
      program: 'portico',
      project: createKitProject('/'),
      address: () => address,
      progress: () => {},
      site: () => createSiteClient(address, 'secret'),
    }
    const findings = await validate(context, { folder, record })
    expect(findings.map(({ check, isOk }) => [check, isOk])).toEqual([
      ['byte-budget', true],
      ['site', true],
    ])
    expect(findings[1]?.message).toBe(
      'not validated there, nor whether its operator has approved https://api.example, because the site refused RELEASE_TOKEN: Not allowed.',
    )
  },
)
