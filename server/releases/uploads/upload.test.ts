import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { RemoteReleasesSchema, ValidationReportSchema } from '@portico/protocol/publish/release-api.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Entry, getRemoteFiles, packArchive, packRemote } from '../../testing/archives.ts'
import { getTestEntry } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createUploads } from '../../testing/uploads.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { getTemporaryPath, removeAbandonedFiles } from '../storage/temporary-path.ts'

describeWithServer('publishing while the site runs', (server) => {
  const { client, put, publishShell, readState, expectRejected } = createUploads(server)

  test('a published release is stored and audited, and visitors keep getting the previous one', async () => {
    await publishShell()
    const document = await readDiscovery(server().db)
    const archive = await packRemote('new', { version: '1.1.0', hash: '11111111' })
    const response = await put(archive)
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      { outcome: 'published', id: 'new@1.1.0-11111111', remote: 'new', hash: '11111111' },
    ])
    const folder = join(server().configuration.dataDir, 'releases/new/1.1.0-11111111')
    expect(readFileSync(join(folder, 'exposed.js'), 'utf8')).toBe('routes')
    expect(existsSync(join(folder, 'release.json'))).toBe(false)
    const file = await server().app.inject('/r/new/1.1.0-11111111/exposed.js')
    expect([file.statusCode, file.body]).toEqual([200, 'routes'])
    expect(await readDiscovery(server().db)).toEqual(document)
    const { events } = (await client().get('/-/events')).json()
    expect(events.at(-1)).toMatchObject({
      by: 'admin',
      what: 'release.publish',
      remote: 'new',
      revision: null,
    })
    const listed = v.parse(RemoteReleasesSchema, (await client().get('/-/releases/new')).json())
    expect(listed).toMatchObject({
      team: 'new team',
      stable: null,
      releases: [{ id: '1.1.0-11111111', publishedBy: 'admin', quarantined: null }],
    })
  })

  test('the source map of a script is stored with the release, but never served', async () => {
    const map = { 'exposed.js.map': '{"version":3}' }
    const response = await put(
      await packRemote('new', { version: '8.0.0', files: map }),
      '/-/releases/new/8.0.0',
    )
    expect(response.statusCode).toBe(201)
    const file = 'new/8.0.0-0a1b2c3d/exposed.js.map'
    expect(readFileSync(join(server().configuration.dataDir, 'releases', file), 'utf8')).toBe('{"version":3}')
    for (const path of [file, file.replace('map', 'MAP'), file.replace('exposed', '~2/exposed')])
      expect((await server().app.inject(`/r/${path}`)).statusCode).toBe(404)
  })

  test('the load test result of the team, or why it was skipped, is audited', async () => {
    const publishWithQuery = async (version: string, query: string) => {
      const hash = `${version.replaceAll('.', '')}77777`
      const archive = await packRemote('new', { version, hash })
      return put(archive, `/-/releases/new/${version}${query}`)
    }
    const lastEvent = async () => (await client().get('/-/events')).json().events.at(-1)
    expect((await publishWithQuery('7.0.1', '?browser=mounted')).statusCode).toBe(201)
    expect(await lastEvent()).toMatchObject({ after: { claims: { browser: 'mounted' } }, reason: null })
    expect((await publishWithQuery('7.0.2', '?browser=skipped&reason=no+browser+here')).statusCode).toBe(201)
    expect(await lastEvent()).toMatchObject({
      after: { claims: { browser: 'skipped' } },
      reason: 'no browser here',
    })
    expect((await publishWithQuery('7.0.3', '')).statusCode).toBe(201)
    expect(await lastEvent()).toMatchObject({ after: { claims: { browser: 'untold' } }, reason: null })
    for (const query of ['?browser=skipped', '?browser=perhaps', '?browser=skipped&reason='])
      expect((await publishWithQuery('7.0.4', query)).json().code).toBe('invalid-request')
  })

  test('a brotli copy in the archive is stored if it unpacks to the file, and replaced if not', async () => {
    const copy = brotliCompressSync('routes', { params: { [constants.BROTLI_PARAM_LGWIN]: 10 } })
    expect(copy).not.toEqual(brotliCompressSync('routes'))
    for (const [version, uploaded, stored] of [
      ['7.1.0', copy, copy],
      ['7.1.1', brotliCompressSync('roots'), brotliCompressSync('routes')],
    ] as const) {
      const files = getRemoteFiles('new', { version, hash: '71717171' })
      const archive = await packArchive([...files, ['exposed.js.br', uploaded]])
      expect((await put(archive, `/-/releases/new/${version}`)).statusCode).toBe(201)
      const file = join(server().configuration.dataDir, `releases/new/${version}-71717171/exposed.js.br`)
      expect(readFileSync(file)).toEqual(stored)
    }
  })

  test('publishing the same bytes again changes nothing, even at the same time', async () => {
    const before = await readState()
    const packed = await packRemote('new', { version: '1.1.0', hash: '11111111' })
    const responses = await Promise.all([put(packed), put(packed), put(packed)])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(responses[0]?.json().outcome).toBe('unchanged')
    expect(await readState()).toEqual(before)
  })

  test('publishing the same bytes again restores lost files', async () => {
    const { dataDir } = server().configuration
    rmSync(join(dataDir, 'releases/new/1.1.0-11111111/remote.js'))
    const packed = await packRemote('new', { version: '1.1.0', hash: '11111111' })
    expect((await put(packed)).statusCode).toBe(200)
    const file = await server().app.inject('/r/new/1.1.0-11111111/remote.js')
    expect([file.statusCode, file.body]).toEqual([200, getTestEntry('new', '11111111')])
  })

  test('different bytes for a published version are rejected, even under another hash', async () => {
    for (const build of [{ hash: '11111111', files: { 'remote.js': 'other bytes' } }, { hash: '22222222' }]) {
      const archive = await packRemote('new', { version: '1.1.0', ...build })
      const { detail, hint } = await expectRejected(archive, 'release-exists')
      expect(detail).toContain('1.1.0-11111111')
      expect(hint).toContain('Raise the version')
      const checked = await client().archive('POST', '/-/releases/new/1.1.0/check', archive)
      const { isOk, findings } = v.parse(ValidationReportSchema, checked.json())
      expect([isOk, findings.find((finding) => !finding.isOk)]).toMatchObject([
        false,
        { check: 'version', message: detail, hint },
      ])
    }
  })

  test('of two different archives uploaded for one version at the same time, one is published', async () => {
    const archives = await Promise.all(
      ['33333333', '44444444'].map((hash) => packRemote('race', { version: '2.0.0', hash, pages: [] })),
    )
    const responses = await Promise.all(archives.map((archive) => put(archive, '/-/releases/race/2.0.0')))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const folders = globSync('releases/race/*', { cwd: server().configuration.dataDir })
    expect(folders).toHaveLength(1)
  })

  test('a check reports every failure and stores nothing', async () => {
    const before = await readState()
    const wrong = { version: '1.2.0', record: { contractVersion: 3, federationVersion: '2.0.0' } }
    const response = await client().archive(
      'POST',
      '/-/releases/new/1.2.0/check',
      await packRemote('new', wrong),
    )
    const { isOk, findings } = v.parse(ValidationReportSchema, response.json())
    expect([response.statusCode, isOk]).toEqual([200, false])
    expect(findings.filter((finding) => !finding.isOk).map(({ check }) => check)).toEqual([
      'contract-version',
      'federation-version',
    ])
    expect(await readState()).toEqual(before)
  })

  const noise = Array.from({ length: 40_000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_296).join()
  test.each([
    { record: { remote: 'other' }, message: 'remote: expected "new" (from the URL), got "other"' },
    { version: '1.1.1', message: 'version: expected "1.3.0" (from the URL), got "1.1.1"' },
    { record: { global: 'portico_new' }, message: 'global: expected a name that ends with 0a1b2c3d' },
    { record: { hash: 'x' }, message: 'hash: expected eight hexadecimal digits' },
    {
      record: { contractVersion: 3 },
      message: 'Expected contract version 1 or 2, which the shell supports, got 3',
    },
    { record: { exposes: ['./other'] }, message: 'Expected the exposed module ./remote, got ./other' },
    { record: { shared: { react: '^18.0.0' } }, message: 'react: expected a range that includes 19.3.1' },
    { record: { shared: { react: 'newest' } }, message: 'react: expected a range that includes 19.3.1' },
    { record: { shared: { vue: '^3.0.0' } }, message: 'vue: the shell does not share this package' },
    { record: { federationVersion: '2.9.1' }, message: 'Expected a container of Module Federation 2.9.2' },
    { pages: [{ path: '/OLD/:id' }], message: 'The page /OLD/:id conflicts with /old/:id of old' },
    {
      files: { 'chunk.js': 'let d=n.createContext({outlet:null,matches:[],isDataRoute:!1})' },
      message: 'chunk.js contains its own copy of react-router',
    },
    {
      files: { 'page.html': '<script>run()</script>', 'a/page.xhtml': '', 'dot.svg': '<svg/>' },
      message: "Pages don't load files of this type: page.html, a/page.xhtml.",
    },
    {
      files: { 'other.js.map': '{}', 'page.css.map': '{}' },
      message: "Pages don't load files of this type: other.js.map, page.css.map.",
    },
    {
      files: { 'exposed.js.map': ' '.repeat(5 * 1024 * 1024 + 1) },
      message: 'exposed.js.map: expected a source map of at most 5 MiB, got 5242881 bytes',
    },
    {
      files: { 'clip.mp4': '', 'terms.pdf': '', 'icons.ttf': '', 'sum.wasm': '' },
      message: 'sum.wasm: this site doesn’t let new run WebAssembly',
    },
    { files: { 'exposed.js': noise }, message: '/new loads ' },
  ])('validation fails with: $message', async ({ message, ...release }) => {
    const archive = await packRemote('new', { version: '1.3.0', ...release })
    const { detail, hint } = await expectRejected(archive, 'validation-failed', '/-/releases/new/1.3.0')
    expect(detail).toContain(message)
    expect(hint).toMatch(/^[A-Z].{20,}\.$/)
  })

  test('validation fails for a missing file, a changed file, a missing hash and a missing record', async () => {
    const entries = getRemoteFiles('new', { version: '1.3.0' })
    const record = JSON.parse(String(entries[0]?.[1]))
    const { integrity: _, ...withoutIntegrity } = record.entry
    const replaceFile = (name: string, content: string): Entry[] =>
      entries.map((entry) => (entry[0] === name ? [name, content] : entry))
    const cases: [Entry[], string][] = [
      [entries.filter(([name]) => name !== 'exposed.js'), 'exposed.js is missing'],
      [replaceFile('exposed.js', 'routeS'), 'exposed.js: expected sha256-'],
      [
        replaceFile('release.json', JSON.stringify({ ...record, entry: withoutIntegrity })),
        'entry.integrity',
      ],
      [replaceFile('release.json', JSON.stringify({ ...record, files: {} })), '"files" doesn\'t list it'],
      [replaceFile('release.json', '{'), 'release.json'],
      [replaceFile('release.json', ' '.repeat(1_048_577)), 'expected at most 1048576 bytes, got 1048577'],
      [entries.slice(1), 'does not contain release.json'],
    ]
    for (const [files, message] of cases) {
      const { detail } = await expectRejected(
        await packArchive(files),
        'validation-failed',
        '/-/releases/new/1.3.0',
      )
      expect(detail).toContain(message)
    }
  })

  test.each(['exposed.js', 'page.css'])(
    'validation fails if the entry would load %s without its integrity hash',
    async (name) => {
      const entries = getRemoteFiles('new', { version: '1.3.0' })
      const record = JSON.parse(String(entries[0]?.[1]))
      const { integrity } = record.files[name]
      const entry = getTestEntry('new', '0a1b2c3d').replace(integrity, 'undefined')
      const hash = computeIntegrity(entry)
      const unhashed = {
        ...record,
        entry: { ...record.entry, integrity: hash },
        files: { ...record.files, 'remote.js': { integrity: hash, bytes: entry.length } },
      }
      const files = entries.filter(([file]) => file !== 'remote.js' && file !== 'release.json')
      const archive = await packArchive([
        ['release.json', JSON.stringify(unhashed)],
        ['remote.js', entry],
        ...files,
      ])
      const { detail, hint } = await expectRejected(archive, 'validation-failed', '/-/releases/new/1.3.0')
      expect(detail).toBe(`files: ${name}: expected its hash ${integrity} in remote.js, got none.`)
      expect(hint).toContain('build with the tools of this site')
    },
  )

  test.each([
    ['/-/releases/..%2fevil/1.0.0', 'invalid-request'],
    ['/-/releases/new/latest', 'invalid-request'],
    ['/-/releases/Shell/1.0.0', 'invalid-request'],
  ])('%s is not a valid release URL', async (url, code) => {
    await expectRejected(await packRemote('new', { version: '1.3.0' }), code, url)
  })

  test('a body of another media type is rejected', async () => {
    const response = await client().post('/-/releases/new/1.3.0/check', {})
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported-media-type'])
  })

  test('there is no list for an unknown remote', async () => {
    expect((await client().get('/-/releases/unknown')).json().code).toBe('remote-unknown')
  })

  test('files left by a crashed publish are removed, and files that another process is writing stay', async () => {
    const { dataDir } = server().configuration
    const endedProcess = spawnSync(process.execPath, ['--version']).pid
    const own = basename(getTemporaryPath('1.9.0-99999999'))
    const folders = [
      own,
      own.replace(/[0-9a-f]{12}\.tmp$/, '000000000000.tmp'), // written by an earlier process with the same id
      own.replace(`-${process.pid}-`, `-${endedProcess}-`),
      own.replace(`-${process.pid}-`, `-${process.ppid}-`),
      '1.9.0-99999999.00000000-1-aaaaaaaaaaaa.tmp',
      '1.9.0-99999999.00000000-1-bbbbbbbbbbbb.tmp',
    ].map((name) => join(dataDir, 'releases/new', name))
    for (const folder of folders) mkdirSync(join(folder, 'media'), { recursive: true })
    for (const folder of [folders[0], folders[5]]) utimesSync(folder ?? '', 1_000, 1_000)
    await removeAbandonedFiles(dataDir)
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, false, false, true, true, false])
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
})
