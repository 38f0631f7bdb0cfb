import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { pack } from 'tar-stream'
import * as v from 'valibot'
import { root, runCommand } from '../system/run-command.ts'
import { flagOf, UsageError, type VerbCall } from './command.ts'

/** A remote as it was built. */
export interface BuiltRelease {
  readonly folder: string
  readonly record: ReleaseRecord
}

/** Flag of the verbs that take a built folder. */
export const folderFlag = { folder: { type: 'string' } } as const

// The site does not show source maps, and compresses by itself: copies would fill the limit of an upload.
const notSent = /\.(?:map|br|gz)$/

const RecordSchema = v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema)

/** The built remote: what `--folder` holds, else what is built here and now. */
export async function builtRelease(call: VerbCall, remote: string): Promise<BuiltRelease> {
  const named = flagOf(call, 'folder')
  const folder =
    named === undefined ? await build(call, remote) : resolve(process.env.INIT_CWD ?? process.cwd(), named)
  const file = join(folder, 'release.json')
  if (!existsSync(file)) throw new UsageError(`Expected a built remote in ${folder}; it has no release.json.`)
  const parsed = v.safeParse(RecordSchema, readFileSync(file, 'utf8'))
  if (!parsed.success)
    throw new UsageError(`${file} is not what a build writes: ${v.summarize(parsed.issues)}. Build it again.`)
  const record = parsed.output
  if (record.remote !== remote)
    throw new UsageError(`Expected the remote ${remote} in ${folder}, found ${record.remote}.`)
  return { folder, record }
}

/** A tar.gz of everything in the folder; the same files give the same bytes. */
export async function packRelease({ folder }: BuiltRelease): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notSent.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files) {
    const name = relative(folder, file).split(sep).join('/')
    archive.entry({ name, mtime: new Date(0) }, readFileSync(file))
  }
  archive.finalize()
  const tar = await buffer(archive as unknown as NodeJS.ReadableStream) // a stream, only not Node's own class
  return new Uint8Array(gzipSync(tar))
}

async function build(call: VerbCall, remote: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(remote) || !existsSync(join(root, `remote-${remote}`)))
    throw new UsageError(`There is no folder remote-${remote} here. Name a built one with --folder.`)
  call.progress(`Building ${remote} ...`)
  await runCommand('rsbuild', ['build', '--environment', remote], { output: 'keep' })
  return join(root, 'dist', remote)
}
