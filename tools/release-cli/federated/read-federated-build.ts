import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { contractVersion } from '@portico/kit/contract/contract-version.ts'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { maxUnpackedBytes, mebibyte } from '@portico/kit/contract/release-file.ts'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { isScript, mediaTypes } from '@portico/protocol/release/media-types.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { mapExtension, maxMapBytes } from '@portico/protocol/release/source-map.ts'
import * as v from 'valibot'
import { listFiles } from '../../system/list-files.ts'
import { findJson } from '../../system/read-json.ts'
import { passed } from '../findings.ts'
import { federationManifestFile, readFederationManifest } from './federation-manifest.ts'
import { type Container, findContainer, findPreloadPath } from './find-container.ts'
import { describeApp } from './read-app-manifest.ts'

/** Hidden files, and the federation plugin's statistics, which name sources. */
const unused = /(?:^|\/)(?:\.|mf-stats\.json$)/

/** What a federated build doesn't say about itself. */
interface Names {
  readonly remote: string
  /** Missing: the remote's name. */
  readonly team?: string | undefined
  /** Missing: that of the nearest package.json above the folder. */
  readonly version?: string | undefined
  /** Of an application, which has pages on the site. Missing: only hosts load the build. */
  readonly manifest?: RemoteManifest | undefined
}

/**
 * Returns the record of a folder that a federation plugin has built, of which only files that pages load are released. Throws a
 * UsageError that says why hosts can't load it.
 */
export function readFederatedBuild(folder: string, { remote, manifest, ...rest }: Names): ReleaseRecord {
  const { team = manifest?.team ?? remote, version } = rest
  if (!existsSync(folder)) throw new UsageError(`No build in ${folder}: there is no such folder.`)
  const names = listFiles(folder)
  const container = findContainer(folder, names)
  const { files, hash } = readFiles(folder, listReleased(folder, names))
  requireFiles(container, { folder, files })
  const { entry, isModule, global = isModule ? remote.replaceAll('-', '_') : '' } = container
  const record: ReleaseRecord = {
    schemaVersion: 1,
    remote,
    kind: 'federated',
    version: version ?? findVersion(folder),
    hash,
    contractVersion,
    federationVersion: container.federationVersion,
    exposes: [...container.exposes],
    global: isModule ? global.replaceAll(/\W/g, '_') : global,
    entry: { file: entry, integrity: files[entry]?.integrity ?? '' },
    ...(isModule && { entryType: 'module' }),
    pages: [],
    ...(manifest && describeApp(manifest)),
    team,
    files,
  }
  const parsed = v.safeParse(ReleaseRecordSchema, record)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new UsageError(
    `${folder}: ${v.getDotPath(issue) ?? 'the build'}: ${issue.message}, got ${issue.received}. Change it in the build or with a flag, and build again.`,
  )
}

/**
 * Warns of what a federated build loads from other places: remotes, about which no rollout of this site decides, and what Vite preloads
 * below a path of the host.
 */
export function findFederationWarnings(folder: string): Finding[] {
  const remotes = listOtherRemotes(folder).map(({ alias, entry }) => ({
    ...passed('remotes', `the build loads ${alias} from ${entry}, so each visitor gets it unstaged.`),
    isWarning: true,
    hint: 'Publish it here as well, and let the host load both.',
  }))
  const preload = findPreloadPath(folder, listFiles(folder))
  if (preload === undefined) return remotes
  const message = `${preload.file} requests the styles of lazy modules below ${preload.path} of the host.`
  const hint =
    'Set base to "./" (for @originjs/vite-plugin-federation, build.assetsDir to "" as well), and build again.'
  return [...remotes, { ...passed('public-path', message), isWarning: true, hint }]
}

/** The remotes that a federated build loads from other origins itself. */
export function listOtherRemotes(folder: string): { alias: string; entry: string }[] {
  const manifest = listFiles(folder).find((name) => basename(name) === federationManifestFile)
  const remotes = manifest === undefined ? [] : readFederationManifest(folder, manifest).remotes
  return remotes.filter(({ entry }) => /^https?:\/\//.test(entry))
}

function listReleased(folder: string, names: readonly string[]): string[] {
  const all = new Set(names)
  return names.filter((name) => {
    if (unused.test(name)) return false
    if (!name.endsWith(mapExtension)) return extname(name) in mediaTypes
    const script = name.slice(0, -mapExtension.length)
    return isScript(script) && all.has(script) && statSync(join(folder, name)).size <= maxMapBytes
  })
}

function readFiles(folder: string, names: readonly string[]): Pick<ReleaseRecord, 'files' | 'hash'> {
  const size = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  if (size > maxUnpackedBytes)
    throw new UsageError(
      `${folder}: expected at most ${maxUnpackedBytes / mebibyte} MiB, got ${Math.ceil(size / mebibyte)} MiB. Leave large files or source maps out of the build.`,
    )
  const hash = createHash('sha256')
  const files = names.map((name) => {
    const bytes = readFileSync(join(folder, name))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
    return [name, { integrity: computeIntegrity(bytes), bytes: bytes.length }] as const
  })
  return { files: Object.fromEntries(files), hash: hash.digest('hex').slice(0, 8) }
}

interface ReleasedFiles extends Pick<ReleaseRecord, 'files'> {
  readonly folder: string
}

function requireFiles({ needs }: Container, { folder, files }: ReleasedFiles): void {
  const missing = needs.find((name) => !Object.hasOwn(files, name))
  if (missing === undefined) return
  throw new UsageError(
    existsSync(join(folder, missing))
      ? `${missing}: expected a file of a type that pages load (${Object.keys(mediaTypes).join(' ')}), got "${extname(missing)}". Change output.filename, and build again.`
      : `${federationManifestFile} lists ${missing}, which is not in ${folder}. Build again, and publish the whole folder.`,
  )
}

function findVersion(folder: string): string {
  const above = dirname(folder)
  const file = join(above, 'package.json')
  if (!existsSync(file) && above !== folder) return findVersion(above)
  const version = findJson(file, v.object({ version: v.string() }))?.version
  if (version !== undefined) return version
  throw new UsageError(
    existsSync(file)
      ? `${file} has no version. Add one, or use --release-version 1.2.0.`
      : 'There is no package.json above the folder to take the version from. Use --release-version 1.2.0.',
  )
}
