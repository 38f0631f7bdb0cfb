import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { wasmAccess } from '@portico/kit/contract/origins.ts'
import { mebibyte, type ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { findOverBudget } from '@portico/protocol/publish/byte-budget.ts'
import type { Failure, ValidationReport } from '@portico/protocol/publish/release-api.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { isScript, mediaTypes } from '@portico/protocol/release/media-types.ts'
import { isCatchAll } from '@portico/protocol/release/page-paths.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { ShellRecord } from '@portico/protocol/release/shell-record.ts'
import { mapExtension, maxMapBytes } from '@portico/protocol/release/source-map.ts'
import { findPathConflict, type PathClaim } from '../compatibility/path-claims.ts'
import {
  checkShellCompatibility,
  findEndingContract,
  rebuildHint,
} from '../compatibility/shell-compatibility.ts'
import {
  type AccessSettings,
  findMissingAccess,
  findUnreachableOrigin,
  mayUse,
} from '../origins/remote-access.ts'
import { type Build, getBuildName } from '../storage/read-builds.ts'
import type { ReadFile } from '../storage/release-store.ts'
import { checkContainer } from './check-container.ts'
import { checkFolder, checkProtocolVersion, findRejections } from './check-shell.ts'
import { checkTemplates } from './check-templates.ts'
import { findBundledPackage } from './find-bundled-package.ts'
import { findUnhashedFile } from './find-unhashed-file.ts'

const recordFile = 'release.json'

export interface Release {
  readonly build: Build
  readonly read: ReadFile
}

/** The site that a release has to be compatible with. */
export interface ValidationContext {
  /** The live shell; null: none is published. */
  readonly shell: ShellRecord | null
  /** The live releases of all remotes, which a shell has to run. */
  readonly remotes: readonly ReleaseRecord[]
  /** The paths of all remotes, including this one's. */
  readonly claims: readonly PathClaim[]
  readonly access: AccessSettings
  /** What is wrong with the files that the release has on another origin; null: nothing. Missing: not checked. */
  readonly originFiles?: Failure
}

type Files = ReadonlyMap<string, Buffer | null>

/**
 * Validates a release before it is published: every check, each with its result. `conflict` is why the version is
 * already taken.
 */
export async function validateRelease(
  { build, read }: Release,
  context: ValidationContext,
  conflict: Failure,
): Promise<ValidationReport> {
  const names = Object.keys(build.record.files)
  const files: Files = new Map(
    await Promise.all(names.map(async (name) => [name, await read(name)] as const)),
  )
  const templates = await checkTemplates(build, files)
  const warnings: [string, Failure][] = [['templates', templates.warning]]
  if (build.kind === 'shell')
    return createReport(
      [
        ['record', null],
        ['files', checkFiles(build, files)],
        ['file-types', checkFileTypes(build, context.access)],
        ['templates', templates.failure],
        ['folder', checkFolder(build.record, files)],
        ['protocol-version', checkProtocolVersion(build.record)],
        ['remotes', null],
        ['version', conflict],
      ],
      new Map([...warnings, ['remotes', findRejections(build.record, context.remotes)]]),
    )
  const { record } = build
  const results: (readonly [string, Failure])[] = [
    ['record', checkContainer(record, context.remotes)],
    ['files', checkFiles(build, files)],
    ['file-types', checkFileTypes(build, context.access)],
    ['templates', templates.failure],
    ['pages', checkPages(record, context)],
    ...checkShellCompatibility(record, context.shell),
    ...(record.kind === undefined ? [['bundled-packages', checkBundledPackages(files)] as const] : []),
    ['byte-budget', checkByteBudget(record, files)],
    ['version', conflict],
    ...(record.origins === undefined
      ? []
      : [['origins', findUnreachableOrigin(record, context.access)] as const]),
    ...(record.baseUrl === undefined
      ? []
      : [['origin-files', checkOrigin(record.baseUrl, context)] as const]),
  ]
  warnings.push(['contract-version', findEndingContract(record, context.shell)])
  const missing = findMissingAccess(record, context.access)
  const hint = `${missing?.hint} Until then, \`start\` refuses the release, and previews block it.`
  warnings.push(['origins', missing && { ...missing, hint }])
  return createReport(results, new Map(warnings))
}

/** A report of named checks; `warnings`: what to change about those that pass. */
export function createReport(
  results: readonly (readonly [check: string, Failure])[],
  warnings: ReadonlyMap<string, Failure> = new Map(),
): ValidationReport {
  const findings = results.map(([check, failure]) => {
    const warning = failure === null ? (warnings.get(check) ?? null) : null
    const { message, hint } = failure ?? warning ?? { message: 'ok', hint: '' }
    return { check, isOk: failure === null, ...(warning && { isWarning: true }), message, hint }
  })
  return { isOk: findings.every(({ isOk }) => isOk), findings }
}

function checkFiles(build: Build, files: Files): Failure {
  for (const [name, { integrity, bytes }] of Object.entries(build.record.files)) {
    const file = files.get(name) ?? null
    if (file === null) return { message: `${name} is missing.`, hint: 'Publish the whole built folder.' }
    const actual = computeIntegrity(file, integrity)
    if (actual !== integrity || file.length !== bytes)
      return {
        message: `${name}: expected ${integrity} and ${bytes} bytes (from ${recordFile}), got ${actual} and ${file.length}.`,
        hint: 'A file was changed after the build. Build again and publish the result. If that doesn’t help, raise the version in package.json.',
      }
  }
  const unlisted = getRequiredFiles(build).find(
    ({ file, integrity }) => build.record.files[file]?.integrity !== integrity,
  )
  if (unlisted !== undefined)
    return {
      message: `${recordFile}: ${unlisted.file} is required with ${unlisted.integrity}, but "files" doesn't list it with that hash.`,
      hint: rebuildHint,
    }
  // Other builds have no hashes in their entries.
  return build.kind === 'remote' && build.record.kind === undefined
    ? checkHashesInEntry(build.record, files)
    : null
}

function checkHashesInEntry(record: ReleaseRecord, files: Files): Failure {
  const unhashed = findUnhashedFile(record, files.get(record.entry.file)?.toString('utf8') ?? '')
  if (unhashed === null) return null
  return {
    message: `${unhashed.file}: expected its hash ${unhashed.integrity} in ${record.entry.file}, got none.`,
    hint: 'Browsers would load it without a check. Bundlers leave out the hash of a script without code: fill or remove the empty file it was built from, and build with the tools of this site.',
  }
}

/** The source map of a script of the release. The site never serves one, so no other file may be called that. */
function isSourceMap(name: string, files: ReleaseRecord['files']): boolean {
  const script = name.slice(0, -mapExtension.length)
  return name === script + mapExtension && isScript(script) && Object.hasOwn(files, script)
}

/** The site serves only files that pages load, so that nothing else in a release can be opened on its origin. */
function checkFileTypes(build: Build, access: AccessSettings): Failure {
  const { app } = getBuildName(build)
  const { files } = build.record
  const names = Object.keys(files).filter((name) => !isSourceMap(name, files))
  const large = Object.keys(files).find(
    (name) => isSourceMap(name, files) && (files[name]?.bytes ?? 0) > maxMapBytes,
  )
  if (large !== undefined)
    return {
      message: `${large}: expected a source map of at most ${maxMapBytes / mebibyte} MiB, got ${files[large]?.bytes} bytes.`,
      hint: 'Split the script with import(), or publish it without its source map.',
    }
  const assembly = names.find((name) => extname(name) === `.${wasmAccess}`)
  if (assembly !== undefined && !mayUse(app, wasmAccess, access))
    return {
      message: `${assembly}: this site doesn’t let ${app} run WebAssembly, which needs a weaker policy.`,
      hint: `Ask the site’s operator to add ${app}=${wasmAccess} to REMOTE_ACCESS and to restart the site, or use the build of the package that is JavaScript alone.`,
    }
  const unknown = names.filter((name) => !(extname(name) in mediaTypes))
  if (unknown.length === 0) return null
  return {
    message: `Pages don't load files of this type: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ', …' : ''}.`,
    hint: `Leave them out of the build, or convert them. Expected ${Object.keys(mediaTypes).join(' ')}.`,
  }
}

function getRequiredFiles(build: Build): ReleaseFile[] {
  if (build.kind === 'shell') {
    const { js, css, fonts = [], prerendered } = build.record
    const rendered =
      prerendered === undefined
        ? []
        : [...(prerendered.image ? [prerendered.image] : []), ...prerendered.frames.map(({ html }) => html)]
    return [...js, ...css, ...fonts, ...rendered]
  }
  const { entry, pages, prerendered } = build.record
  const rendered =
    prerendered === undefined ? [] : [prerendered.metadata, ...prerendered.pages.map(({ html }) => html)]
  return [entry, ...pages.flatMap(({ js, css }) => [...js, ...css]), ...rendered]
}

function checkPages({ remote, pages }: ReleaseRecord, { claims }: ValidationContext): Failure {
  const paths = pages.map(({ path }) => path)
  const catchAll = paths.find(isCatchAll)
  if (catchAll !== undefined)
    return {
      message: `The page ${catchAll} would match addresses of other remotes.`,
      hint: `Start the path with a name in manifest.ts, for example /${remote}${catchAll}.`,
    }
  const stable = claims.find((claim) => claim.remote === remote && claim.state === 'stable')
  return findPathConflict(remote, { paths, ownPaths: stable?.paths ?? [] }, claims)
}

function checkOrigin(baseUrl: string, { originFiles }: ValidationContext): Failure {
  if (originFiles !== undefined) return originFiles
  return { message: `The files at ${baseUrl} were not checked.`, hint: 'Fix the rest first.' }
}

function checkBundledPackages(files: Files): Failure {
  for (const [name, content] of files) {
    const bundled = /\.m?js$/.test(name) ? findBundledPackage(content?.toString('utf8') ?? '') : null
    if (bundled !== null)
      return {
        message: `${name} contains its own copy of ${bundled}, but a page may have only the shell's.`,
        hint: 'Import the router from @portico/kit/contract/router.ts, bundle no package that brings its own copy, and build with the tools of this site.',
      }
  }
  return null
}

function checkByteBudget(record: ReleaseRecord, files: Files): Failure {
  const sizes = new Map<string, number>()
  const getSize = (name: string) => {
    const size = sizes.get(name) ?? gzipSync(files.get(name) ?? '').length
    sizes.set(name, size)
    return size
  }
  return findOverBudget(record, getSize)
}
