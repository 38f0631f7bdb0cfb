import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RemoteManifest, RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { describeIssue } from '../system/describe-issue.ts'

const PackageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: ReleaseRecordSchema.entries.version,
  }),
)

/** The `package.json` of an app. Throws when it is missing or invalid. */
export function readPackage(root: string, folder: string): v.InferOutput<typeof PackageSchema> {
  const file = join(root, folder, 'package.json')
  if (!existsSync(file))
    throw new Error(`${folder} has no package.json. Copy one from another remote and edit it.`)
  const parsed = v.safeParse(PackageSchema, readFileSync(file, 'utf8'))
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  throw new Error(
    `${posix.join(folder, 'package.json')}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${describeIssue(issue)}`,
  )
}

/** The manifest of a remote, loaded with `load`. Throws when it is missing or invalid. */
export async function readManifest(
  root: string,
  folder: string,
  load: (file: string) => Promise<unknown> = importFile,
): Promise<RemoteManifest> {
  const file = join(root, folder, 'manifest.ts')
  if (!existsSync(file))
    throw new Error(`${folder} has no manifest.ts. Copy one from another remote and edit it.`)
  const module = await load(file).catch((error: unknown) => {
    throw describeError(error, posix.join(folder, 'manifest.ts'))
  })
  const parsed = v.safeParse(v.object({ manifest: RemoteManifestSchema }), module)
  if (parsed.success) return parsed.output.manifest
  const issue = parsed.issues[0]
  throw new Error(
    `${posix.join(folder, 'manifest.ts')}: ${v.getDotPath(issue) ?? 'manifest'}: ${describeIssue(issue)}`,
  )
}

// Another URL after a change: Node keeps what it has imported.
async function importFile(file: string): Promise<unknown> {
  return import(`${pathToFileURL(file).href}?changed=${statSync(file).mtimeMs}`)
}

/** Node's messages rarely name the file; sometimes the stack does, and the line. */
function describeError(error: unknown, name: string): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, line] = /manifest\.ts(?:\?changed=[\d.]+)?(:\d+)/.exec(stack) ?? []
  return new Error(`${name}${line ?? ''} can’t be loaded: ${message}`, { cause: error })
}
