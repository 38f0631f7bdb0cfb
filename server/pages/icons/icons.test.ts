import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteIcons } from '@portico/protocol/site/site-icon.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../configuration/configuration.ts'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { writeShell } from '../../testing/builds.ts'
import { owner } from '../../testing/prerendered-site.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const files = Object.fromEntries(
  Object.values(siteIcons)
    .filter(({ file }) => file !== siteIcons.large.file)
    .map(({ file }) => [file, `content of ${file}`]),
)
let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  const dist = join(database.dataDir, 'dist')
  writeShell(dist, { files })
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  const config = join(database.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify({ ...owner, name: 'Ada "the first" & Co' }))
  server = await startTestServer(database, { SITE_CONFIG: config })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test.each([
  ['/favicon.ico', 'image/x-icon', siteIcons.favicon.file],
  ['/apple-touch-icon.png', 'image/png', siteIcons.touch.file],
  ['/icon-192.png', 'image/png', siteIcons.small.file],
  ['/icon-maskable-512.png', 'image/png', siteIcons.maskable.file],
])('%s is the %s of the current shell, and is cached', async (url, type, file) => {
  const { statusCode, headers, body } = await get(url)
  expect([statusCode, headers['content-type'], body]).toEqual([200, type, `content of ${file}`])
  expect(headers['cache-control']).toBe('public, max-age=3600')
  const again = await get(url, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('an icon that the shell lacks is not found, and not a page', async () => {
  const { statusCode, headers } = await get('/icon-512.png')
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

test('the web manifest has the name of the owner, and icons that exist', async () => {
  const { headers, body } = await get('/site.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = JSON.parse(body)
  expect([manifest.name, manifest.start_url]).toEqual(['Ada "the first" & Co', '/'])
  expect(manifest.icons.map(({ src, purpose }: Record<string, string>) => [src, purpose])).toEqual([
    ['/icon-192.png', 'any'],
    ['/icon-512.png', 'any'],
    ['/icon-maskable-512.png', 'maskable'],
  ])
})

test('every page links the icons and the manifest', async () => {
  const { body } = await get('/')
  for (const link of [
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="data:image/svg+xml,%3csvg',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
  ])
    expect(body).toContain(link)
})
