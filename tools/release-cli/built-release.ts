import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { getFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import {
  BaseUrlSchema,
  type ReleaseRecord,
  ReleaseRecordSchema,
} from '@portico/protocol/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import { mapExtension } from '@portico/protocol/release/source-map.ts'
import { packTar } from '@portico/protocol/release/tar-archive.ts'
import * as v from 'valibot'
import type { CommandContext } from './command.ts'
import { readAppManifest } from './federated/read-app-manifest.ts'
import { readFederatedBuild } from './federated/read-federated-build.ts'

/** A built remote. */
export interface BuiltRelease {
  readonly folder: string
  readonly record: ReleaseRecord
}

/** The built shell. */
export interface BuiltShell {
  readonly folder: string
  readonly record: ShellRecord
}

/** A built remote, or the shell. */
export type BuiltApp = BuiltRelease | BuiltShell

/** Whether a build is the shell's. */
export function isShell(built: BuiltApp): built is BuiltShell {
  return !('remote' in built.record)
}

/** Flags of the commands that accept a built folder, what a federated one doesn't say, and its address on another origin. */
export const buildFlags = {
  folder: { type: 'string', shape: /[/\\]/ },
  team: { type: 'string', isText: true },
  'release-version': { type: 'string' },
  manifest: { type: 'string' },
  at: { type: 'string' },
} as const

// The site makes a gzip copy in no time, but a brotli copy takes it seconds for a release.
const excluded = /\.gz$/

const recordFile = 'release.json'

/** Reads the build of a remote or of `shell`, as `getBuiltRelease`. */
export async function getBuiltApp(context: CommandContext, app: string): Promise<BuiltApp> {
  if (app !== 'shell') return getBuiltRelease(context, app)
  if (getFlag(context, 'at') !== undefined)
    throw new UsageError('The shell is always loaded from the site. Leave out --at.')
  return toPrerelease(readBuiltShell(await getFolder(context, app)), getFlag(context, 'prerelease'))
}

/**
 * Reads the build in `--folder`, which may be that of a federation plugin, or builds the remote first; `--prerelease` gives it
 * another version, and `--at` the folder from which browsers load it. Throws a UsageError when it is not a build of `remote`.
 */
export async function getBuiltRelease(context: CommandContext, remote: string): Promise<BuiltRelease> {
  const folder = await getFolder(context, remote)
  const built = existsSync(join(folder, recordFile))
    ? readBuiltRelease(folder)
    : { folder, record: readFederatedBuild(folder, { remote, ...getNames(context, remote) }) }
  if (built.record.remote !== remote)
    throw new UsageError(`${folder} holds the remote ${built.record.remote}, not ${remote}.`)
  return withBaseUrl(toPrerelease(built, getFlag(context, 'prerelease')), getFlag(context, 'at'))
}

function getNames(context: CommandContext, remote: string) {
  const manifest = getFlag(context, 'manifest')
  return {
    team: getFlag(context, 'team'),
    version: getFlag(context, 'release-version'),
    manifest: manifest === undefined ? undefined : readAppManifest(resolveFromCaller(manifest), remote),
  }
}

async function getFolder(context: CommandContext, app: string): Promise<string> {
  const flag = getFlag(context, 'folder')
  return flag === undefined ? await context.project.build(app, context.progress) : resolveFromCaller(flag)
}

const resolveFromCaller = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** The same build, which browsers load from another origin. */
function withBaseUrl({ folder, record }: BuiltRelease, at: string | undefined): BuiltRelease {
  if (at === undefined) return { folder, record }
  if (record.kind !== undefined)
    throw new UsageError('The site serves the build of a federation plugin itself. Leave out --at.')
  const parsed = v.safeParse(BaseUrlSchema, at)
  if (!parsed.success)
    throw new UsageError(
      `--at must be a folder such as https://cdn.example/weather/1.2.0/, with a slash at its end, got "${at}".`,
    )
  return { folder, record: { ...record, baseUrl: parsed.output } }
}

/** The same build under another version, so that it can be published before its version is final. */
function toPrerelease<Built extends BuiltApp>(built: Built, label: string | undefined): Built {
  if (label === undefined) return built
  if (!/^[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*$/.test(label))
    throw new UsageError(`--prerelease must be a label such as pr12.3, got "${label}".`)
  const { record } = built
  const { version } = record
  return {
    ...built,
    record: { ...record, version: `${version}${version.includes('-') ? '.' : '-'}${label}` },
  }
}

function isFederated(record: BuiltApp['record']): boolean {
  return 'kind' in record
}

/** Reads a built folder. Throws a UsageError when it has no release. */
export function readBuiltRelease(folder: string): BuiltRelease {
  return readBuild(folder, ReleaseRecordSchema)
}

/** Reads a built folder of the shell. Throws a UsageError when it has no release. */
export function readBuiltShell(folder: string): BuiltShell {
  return readBuild(folder, ShellRecordSchema)
}

function readBuild<Schema extends v.GenericSchema>(folder: string, schema: Schema) {
  const file = join(folder, recordFile)
  if (!existsSync(file)) throw new UsageError(`No build in ${folder}: it has no release.json.`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(file, 'utf8'))
  if (parsed.success) return { folder, record: parsed.output }
  throw new UsageError(
    `${file} is not a valid release record: ${v.summarize(parsed.issues)}. Build it again.`,
  )
}

/**
 * A tar.gz of the folder, with the release's record; equal files give equal bytes. Throws a UsageError if it contains a
 * symbolic link.
 */
export async function packRelease({ folder, record }: BuiltApp): Promise<Uint8Array<ArrayBuffer>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link !== undefined)
    throw new UsageError(
      `${join(link.parentPath, link.name)} is a symbolic link, and a release contains files only. Replace it with what it points to.`,
    )
  const isPacked = (name: string) =>
    name in record.files || !(isFederated(record) || excluded.test(name) || name.endsWith(mapExtension))
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== recordFile && isPacked(name))
  const tar = await packTar(
    [...names, recordFile]
      .toSorted()
      .map((name) => [
        { name },
        name === recordFile ? JSON.stringify(record) : readFileSync(join(folder, name)),
      ]),
  )
  return new Uint8Array(gzipSync(tar))
}
