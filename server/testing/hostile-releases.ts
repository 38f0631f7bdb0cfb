import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { createApiClient, readAdminToken } from './api-client.ts'
import { packArchive } from './archives.ts'
import { kinds, type Probe, repeat } from './growth.ts'
import { writePrerendered } from './prerendered-site.ts'
import type { TestServer } from './test-server.ts'

// An upload costs 5 ms anyway, which hides what is quadratic in a shorter text.
const sizes = [4_000, 16_000, 64_000, 256_000]

/** The page with hostile HTML, whose form the site fills in. */
const path = '/auth/login'
const htmlFile = 'prerendered/page-0.txt'

/** What the HTML may begin with, so that the server reads on. */
const beginnings = ['', '<p data-filter-rows="[]">', '<form data-filter-rows="[]">', '<style>', '<p title="']

/** A build: its record as text, and the others of its files. */
interface Build {
  readonly record: string
  readonly files: ReadonlyMap<string, string>
}

/** Hostile texts in every part of an upload, and the page of those that are accepted, in a browser with their preview. */
export function* listReleaseProbes(server: TestServer): Generator<Probe> {
  const build = readBuild()
  const { check, publishAndOpen } = createTeam(server)
  const probe = (name: string, send: Probe['send']): Probe => ({ name, sizes, send })
  for (const kind of kinds) {
    const what = `${JSON.stringify(kind)} in`
    for (const text of new Set(build.record.match(/"[^"]*"/g)))
      yield probe(`${what} place of ${text} in a record`, (size) =>
        check({ ...build, record: build.record.replaceAll(text, JSON.stringify(repeat(kind, size))) }),
      )
    for (const file of build.files.keys())
      yield probe(`${what} ${file}`, (size) => check(setFile(build, file, repeat(kind, size))))
    for (const beginning of beginnings)
      yield probe(`${what} a page after ${beginning}`, (size) =>
        publishAndOpen(setFile(build, htmlFile, beginning + repeat(kind, size))),
      )
  }
  const record = v.parse(ReleaseRecordSchema, JSON.parse(build.record))
  for (const [what, change] of Object.entries(longRecords(record)))
    yield probe(`many ${what}`, (size) =>
      check({
        ...build,
        record: JSON.stringify({ ...record, ...change([...Array(Math.ceil(size / 8)).keys()]) }),
      }),
    )
}

/** Records with as many entries as numbers. */
function longRecords({ pages: [page], files, entry }: ReleaseRecord) {
  const repeated = (value: unknown) => (numbers: readonly number[]) =>
    Object.fromEntries(numbers.map((number) => [`a${number}.js`, value]))
  return {
    pages: (numbers) => ({ pages: numbers.map((number) => ({ ...page, path: `/new/${number}` })) }),
    'pages with parameters': (numbers) => ({
      pages: numbers.map((number) => ({ ...page, path: `/new/${number}/:id` })),
    }),
    'files of a page': (numbers) => ({ pages: [{ ...page, js: numbers.map(() => entry) }] }),
    'shared packages': (numbers) => ({ shared: repeated('^1.0.0')(numbers) }),
    files: (numbers) => ({ files: { ...files, ...repeated(files[entry.file])(numbers) } }),
  } satisfies Record<string, (numbers: readonly number[]) => object>
}

/** What a team does: it uploads, and opens what it has uploaded. */
function createTeam(server: TestServer) {
  const client = createApiClient(server, readAdminToken(server))
  let count = 0
  const pack = ({ record, files }: Build) => packArchive([['release.json', record], ...files])
  return {
    check: async (build: Build) =>
      (await client.archive('POST', `${paths.publish}/new/1.1.0/check`, await pack(build))).statusCode,
    async publishAndOpen({ record, files }: Build): Promise<void> {
      count += 1
      const version = `2.0.${count}`
      const hash = count.toString(16).padStart(8, '0')
      const renamed = record.replaceAll('1.1.0', version).replaceAll('11111111', hash)
      const archive = await pack({ record: renamed, files })
      const published = await client.archive('PUT', `${paths.publish}/new/${version}`, archive)
      if (published.statusCode !== 201) return
      const link = await client.post(paths.previews, { remote: 'new', version: `${version}-${hash}` })
      const browser = server.browser()
      await browser.submit(new URL(link.json().url).pathname, {})
      await browser.get(`${path}?q=a&next=/new`)
      await browser.submit(accountPaths.signIn, { login: version, password: 'wrong' })
    },
  }
}

/** Writes the builds of a site whose remote `new` has a harmless page there. */
export function writeHarmless(dist: string): void {
  const pages = [{ path: '/new' }, { path, access: 'auth' as const, prerender: true as const }]
  writePrerendered(dist, { pages, html: { [path]: '<form></form>' }, css: 'h1{}' })
}

function readBuild(): Build {
  const dist = mkdtempSync(join(tmpdir(), 'portico-hostile-'))
  try {
    writeHarmless(dist)
    const read = (file: string) => readFileSync(join(dist, 'new', file), 'utf8')
    const record = read('release.json').replaceAll('1.0.0', '1.1.0').replaceAll('0a1b2c3d', '11111111')
    const { files } = v.parse(ReleaseRecordSchema, JSON.parse(record))
    return { record, files: new Map(Object.keys(files).map((file) => [file, read(file)])) }
  } finally {
    rmSync(dist, { recursive: true })
  }
}

/** Replaces a file, and its hash wherever it occurs. */
function setFile({ record, files }: Build, file: string, text: string): Build {
  const before = computeIntegrity(files.get(file) ?? '')
  const parsed = v.parse(ReleaseRecordSchema, JSON.parse(record.replaceAll(before, computeIntegrity(text))))
  const changed = new Map(
    [...files].map(([name, other]) => [name, other.replaceAll(before, computeIntegrity(text))]),
  )
  return withSizes(parsed, changed.set(file, text))
}

function withSizes(record: ReleaseRecord, files: Build['files']): Build {
  const described = [...files].map(([name, text]) => {
    return [name, { integrity: computeIntegrity(text), bytes: Buffer.byteLength(text) }] as const
  })
  const entry = { ...record.entry, integrity: computeIntegrity(files.get(record.entry.file) ?? '') }
  return { record: JSON.stringify({ ...record, entry, files: Object.fromEntries(described) }), files }
}
