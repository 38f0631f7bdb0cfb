import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { patience } from '@portico/kit/testing/patience.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSiteClient } from '../../release-cli/site-client.ts'
import { createDevSession } from './dev-session.ts'
import { runNewest } from './run-newest.ts'

const bytes = 'the build'
const record: ReleaseRecord = {
  schemaVersion: 1,
  remote: 'weather',
  team: 'team of weather',
  version: '1.1.0',
  hash: '0a1b2c3d',
  contractVersion: 1,
  federationVersion: '1.0',
  global: 'weather_0a1b2c3d',
  entry: { file: 'remote.js', integrity: computeIntegrity(bytes) },
  pages: [{ path: '/weather', access: 'open', title: 'Weather', js: [], css: [] }],
  files: { 'remote.js': { integrity: computeIntegrity(bytes), bytes: bytes.length } },
}

let folder = ''
let site: Server
let requests: { line: string; body: string }[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-session-'))
  writeFileSync(join(folder, 'remote.js'), bytes)
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
  requests = []
  site = createServer(async (request, response) => {
    const body = await buffer(request)
    const isUpload = request.method === 'PUT'
    requests.push({
      line: `${request.method} ${request.url}`,
      body: isUpload ? gunzipSync(body).toString('latin1') : body.toString(),
    })
    const { remote, version, hash } = record
    const published = { outcome: 'published', id: 'weather@x', remote, version, hash, bytes: 9 }
    response.end(
      JSON.stringify(isUpload ? published : { url: 'https://ada.example/-/preview/x', expiresAt: 1 }),
    )
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterEach(() => {
  site.close()
  rmSync(folder, { recursive: true })
})

test('each build is one upload under a version of its own, with one link for all of them', async () => {
  const { port } = site.address() as AddressInfo
  const session = createDevSession(createSiteClient(`http://127.0.0.1:${port}`, 'secret'), 'weather')
  const { version: first } = await session.publish({ folder, record })
  expect(await session.createLink()).toBe('https://ada.example/-/preview/x')
  const [, id] = /^0\.0\.0-dev\.([a-z0-9]{13})\.1$/.exec(first) ?? []
  expect((await session.publish({ folder, record })).version).toBe(`0.0.0-dev.${id}.2`)
  expect(requests.map(({ line }) => line)).toEqual([
    `PUT /-/releases/weather/0.0.0-dev.${id}.1?browser=skipped&reason=A+build+of+portico+dev`,
    'POST /-/previews',
    `PUT /-/releases/weather/0.0.0-dev.${id}.2?browser=skipped&reason=A+build+of+portico+dev`,
  ])
  const [upload, link] = requests
  expect(upload?.body).toContain(`"version":"0.0.0-dev.${id}.1"`)
  expect(upload?.body).toContain(bytes)
  expect(JSON.parse(link?.body ?? '')).toEqual({ remote: 'weather', session: id })
})

test('builds during an upload cause one more upload, of the newest', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const run = runNewest(
    async () => {
      const current = Promise.withResolvers<void>()
      runs.push(current)
      await current.promise
    },
    (error) => errors.push(error),
  )
  run()
  for (const _ of ['second', 'third', 'fourth']) run()
  expect(runs.length).toBe(1)
  runs[0]?.resolve()
  await vi.waitFor(() => expect(runs.length).toBe(2), patience)
  runs[1]?.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  expect(runs.length).toBe(2)
  run()
  expect(runs.length).toBe(3)
  runs[2]?.reject(new Error('refused'))
  await vi.waitFor(() => expect(errors).toEqual([new Error('refused')]), patience)
  run()
  expect(runs.length).toBe(4)
})
