import { gzipSync } from 'node:zlib'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { Finding, ValidationReport } from '@portico/shared/release/release-api.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import type { ShellRecord } from '@portico/shared/release/shell-record.ts'
import semver from 'semver'
import * as v from 'valibot'
import { integrityOf } from '../storage/integrity.ts'
import type { UnpackedFiles } from './unpack-archive.ts'

const maxPageBytes = 150 * 1024 // three times the largest page of this site; more would be seen on a slow network
const exposedModule = './remote'
const recordFile = 'release.json'

/** What a release has to fit. */
export interface Surroundings {
  /** What the address of the call names. */
  readonly remote: string
  readonly version: string
  /** The shell that runs; null: none is published. */
  readonly shell: ShellRecord | null
  readonly document: DiscoveryDocument
  /** Why the version is taken; null: it is free, or has these very bytes. */
  readonly taken: (record: ReleaseRecord) => Verdict
}

/** What the gate found, and the record where there is one that can be read. */
export interface Gated {
  readonly report: ValidationReport
  readonly record: ReleaseRecord | null
}

type Verdict = Pick<Finding, 'message' | 'hint'> | null

/** Whether a release may be published: every check, each with what to do. */
export function gate(files: UnpackedFiles, surroundings: Surroundings): Gated {
  const read = readRecord(files, surroundings)
  if ('wrong' in read) return { report: reportOf([['record', read.wrong]]), record: null }
  const { record } = read
  const report = reportOf([
    ['record', null],
    ['files', filesOf(record, files)],
    ['pages', pagesOf(record, surroundings)],
    ['contract-version', contractOf(record, surroundings)],
    ['exposed-modules', exposedOf(record)],
    ['shared-modules', sharedOf(record, surroundings)],
    ['federation-version', federationOf(record, surroundings)],
    ['byte-budget', bytesOf(record, files)],
    ['version', surroundings.taken(record)],
  ])
  return { report, record }
}

function reportOf(verdicts: readonly (readonly [check: string, Verdict])[]): ValidationReport {
  const findings = verdicts.map(([check, wrong]) => ({
    check,
    isOk: wrong === null,
    message: wrong?.message ?? 'ok',
    hint: wrong?.hint ?? '',
  }))
  return { isOk: findings.every(({ isOk }) => isOk), findings }
}

function readRecord(
  files: UnpackedFiles,
  { remote, version }: Surroundings,
): { record: ReleaseRecord } | { wrong: NonNullable<Verdict> } {
  const text = files.get(recordFile)?.toString('utf8')
  if (text === undefined)
    return wrong(
      `The archive holds no ${recordFile}.`,
      'Pack the built folder itself, as the build wrote it.',
    )
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema), text)
  if (!parsed.success) {
    const issue = parsed.issues[0]
    return wrong(`${recordFile}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}.`, rebuild)
  }
  const record = parsed.output
  for (const [field, expected] of [
    ['remote', remote],
    ['version', version],
  ] as const) {
    if (record[field] !== expected)
      return wrong(
        `${recordFile}: ${field}: expected "${expected}", as the address says, got "${record[field]}".`,
        field === 'version'
          ? 'Set the version in package.json, build, and publish under that version.'
          : 'Publish it under its own name.',
      )
  }
  if (!record.global.endsWith(record.hash))
    return wrong(
      `${recordFile}: global: expected a name that ends with ${record.hash}, got "${record.global}".`,
      `Two releases in one page would run each other's code. ${rebuild}`,
    )
  return { record }
}

const rebuild = 'Build again with the tools of this site.'

function wrong(message: string, hint: string): { wrong: NonNullable<Verdict> } {
  return { wrong: { message, hint } }
}

function filesOf(record: ReleaseRecord, files: UnpackedFiles): Verdict {
  for (const [name, { integrity, bytes }] of Object.entries(record.files)) {
    const file = files.get(name)
    if (file === undefined) return { message: `${name} is missing.`, hint: 'Pack the whole built folder.' }
    const came = integrityOf(file, integrity)
    if (came !== integrity || file.length !== bytes)
      return {
        message: `${name}: expected ${integrity} and ${bytes} bytes, as ${recordFile} says, got ${came} and ${file.length}.`,
        hint: 'Nothing may change a file after the build. Build again, and publish that.',
      }
  }
  const unlisted = neededBy(record).find(({ file, integrity }) => record.files[file]?.integrity !== integrity)
  if (unlisted === undefined) return null
  return {
    message: `${recordFile}: ${unlisted.file} is needed with ${unlisted.integrity}, but is not among its files with that.`,
    hint: rebuild,
  }
}

function neededBy({ entry, pages, prerendered }: ReleaseRecord) {
  const rendered =
    prerendered === undefined ? [] : [prerendered.metadata, ...prerendered.pages.map(({ html }) => html)]
  return [entry, ...pages.flatMap(({ js, css }) => [...js, ...css]), ...rendered]
}

function pagesOf(record: ReleaseRecord, { document }: Surroundings): Verdict {
  const own = new Set(record.pages.map(({ path }) => path.toLowerCase()))
  for (const [name, { stable, team }] of Object.entries(document.remotes)) {
    const taken = stable.pages.find(({ path }) => own.has(path.toLowerCase()))
    if (name !== record.remote && taken !== undefined)
      return {
        message: `The page ${taken.path} is ${name}'s.`,
        hint: `Choose another path in manifest.ts, or agree with ${team}.`,
      }
  }
  return null
}

const noShell: NonNullable<Verdict> = {
  message: 'The shell that runs does not say what it lends to remotes.',
  hint: 'Build the shell again and start the site with it.',
}

function contractOf({ contractVersion }: ReleaseRecord, { shell }: Surroundings): Verdict {
  const expected = shell?.contractVersion
  if (expected === undefined) return noShell
  if (contractVersion === expected) return null
  return {
    message: `Expected contract version ${expected}, which the shell speaks, got ${contractVersion}.`,
    hint:
      contractVersion < expected
        ? 'Update @portico/shared, follow its contract, and raise contractVersion in manifest.ts.'
        : 'The site has to be updated before this release.',
  }
}

function exposedOf({ exposes }: ReleaseRecord): Verdict {
  if (exposes?.includes(exposedModule)) return null
  return {
    message: `Expected the exposed module ${exposedModule}, got ${exposes?.join(', ') || 'none'}.`,
    hint: `Export the routes from remote.ts, and build with the tools of this site, which expose it as ${exposedModule}.`,
  }
}

function sharedOf({ shared }: ReleaseRecord, { shell }: Surroundings): Verdict {
  const provides = shell?.provides
  if (provides === undefined) return noShell
  if (shared === undefined) return { message: 'It does not say which modules it shares.', hint: rebuild }
  for (const [name, range] of Object.entries(shared)) {
    const version = provides[name]
    if (version === undefined)
      return {
        message: `${name}: the shell lends no such package.`,
        hint: `Build ${name} into the remote instead. The shell lends ${Object.keys(provides).join(', ')}.`,
      }
    if (semver.validRange(range) === null || !semver.satisfies(version, range))
      return {
        message: `${name}: expected a range that ${version} satisfies, which the shell lends, got ${range}.`,
        hint: `Install ${name}@${version} and build again, or have the site updated first.`,
      }
  }
  return null
}

function federationOf({ federationVersion }: ReleaseRecord, { shell }: Surroundings): Verdict {
  const expected = shell?.federationVersion
  if (expected === undefined) return noShell
  if (federationVersion === expected) return null
  return {
    message: `Expected Module Federation ${expected}, which the shell runs, got ${federationVersion}.`,
    hint: `Install @module-federation/rsbuild-plugin@${expected} and build again.`,
  }
}

function bytesOf(record: ReleaseRecord, files: UnpackedFiles): Verdict {
  const sizes = new Map<string, number>()
  const sizeOf = (name: string) => {
    const size = sizes.get(name) ?? gzipSync(files.get(name) ?? '').length
    sizes.set(name, size)
    return size
  }
  for (const { path, js, css } of record.pages) {
    const bytes = [record.entry, ...js, ...css].reduce((sum, { file }) => sum + sizeOf(file), 0)
    if (bytes > maxPageBytes)
      return {
        message: `${path} needs ${Math.ceil(bytes / 1024)} KiB at once (gzip); ${maxPageBytes / 1024} KiB are allowed.`,
        hint: 'Load what the first screen does not show with import(), and look for a package that came in whole.',
      }
  }
  return null
}
