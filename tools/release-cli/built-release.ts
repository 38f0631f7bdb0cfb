import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { pack } from 'tar-stream'
import * as v from 'valibot'
import { CommandFailed, root, runCommand } from '../system/run-command.ts'
import { type CommandContext, getFlag, UsageError } from './command.ts'
import { suggest } from './suggest.ts'

/** A built remote. */
export interface BuiltRelease {
  readonly folder: string
  readonly record: ReleaseRecord
}

/** Flag of the commands that accept a built folder. */
export const folderFlag = { folder: { type: 'string' } } as const

// The site neither serves source maps nor needs compressed copies; both would count against the upload limit.
const excluded = /\.(?:map|br|gz)$/

const RecordSchema = v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema)

/** Reads the build in `--folder`, or builds the remote first. Throws a UsageError when it is not a build of `remote`. */
export async function getBuiltRelease(context: CommandContext, remote: string): Promise<BuiltRelease> {
  const flag = getFlag(context, 'folder')
  const folder =
    flag === undefined ? await build(context, remote) : resolve(process.env.INIT_CWD ?? process.cwd(), flag)
  const file = join(folder, 'release.json')
  if (!existsSync(file)) throw new UsageError(`No built remote in ${folder}: it has no release.json.`)
  const parsed = v.safeParse(RecordSchema, readFileSync(file, 'utf8'))
  if (!parsed.success)
    throw new UsageError(
      `${file} is not a valid release record: ${v.summarize(parsed.issues)}. Build the remote again.`,
    )
  const record = parsed.output
  if (record.remote !== remote)
    throw new UsageError(`${folder} holds the remote ${record.remote}, not ${remote}.`)
  return { folder, record }
}

/** A tar.gz of the folder; equal files give equal bytes. Throws a UsageError if it contains a symbolic link. */
export async function packRelease({ folder }: BuiltRelease): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link !== undefined)
    throw new UsageError(
      `${join(link.parentPath, link.name)} is a symbolic link, and a release contains files only. Replace it with what it points to.`,
    )
  const files = entries
    .filter((entry) => entry.isFile() && !excluded.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files) {
    const name = relative(folder, file).split(sep).join('/')
    archive.entry({ name, mtime: new Date(0) }, readFileSync(file))
  }
  archive.finalize()
  const tar = await buffer(archive as unknown as NodeJS.ReadableStream) // tar-stream has its own stream class
  return new Uint8Array(gzipSync(tar))
}

async function build(context: CommandContext, remote: string): Promise<string> {
  const folder = `remote-${remote}`
  if (!/^[a-z][a-z0-9-]*$/.test(remote) || !existsSync(join(root, folder)))
    throw new UsageError(
      `There is no folder ${folder}.${suggest(remote, listRemotes())} Use --folder to publish an existing build.`,
    )
  if (lstatSync(join(root, folder)).isSymbolicLink())
    throw new UsageError(
      `${folder} is a symbolic link, which the build does not follow. Copy the folder here.`,
    )
  context.progress(`Building ${remote} ...`)
  const args = ['build', '--environment', remote]
  await runCommand('rsbuild', args, { output: 'return' }).catch((error: unknown) => {
    if (error instanceof CommandFailed) context.progress(error.output.trimEnd())
    throw describeBuildFailure(error, remote)
  })
  return join(root, 'dist', remote)
}

function listRemotes(): string[] {
  return readdirSync(root)
    .filter((name) => name.startsWith('remote-'))
    .map((name) => name.slice('remote-'.length))
}

/** The error of a failed build; if the bundler's own message hides what to change, one that says it. */
export function describeBuildFailure(error: unknown, remote: string): unknown {
  if (!(error instanceof CommandFailed)) return error
  const chunk = /chunk name "([^"]+)" is already used by an entrypoint/.exec(error.output)?.[1]
  if (chunk !== remote) return error
  return new UsageError(
    `remote-${remote} names a chunk "${chunk}", like itself, and the remote's entry has that name. Change the webpackChunkName of that import(), and "chunks" in manifest.ts if it lists it.`,
    { cause: error },
  )
}
