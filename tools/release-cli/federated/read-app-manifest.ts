import { existsSync, readFileSync } from 'node:fs'
import { type RemoteManifest, RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'

/** The manifest of an application as JSON: its own tools know no `manifest.ts` of the kit. */
const AppManifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ ...RemoteManifestSchema.entries, kind: v.literal('app', 'expected "app"') }),
)

/** Reads the manifest of the application `remote`. Throws a UsageError that says what is wrong with it. */
export function readAppManifest(file: string, remote: string): RemoteManifest {
  if (!existsSync(file)) throw new UsageError(`There is no ${file}.`)
  const { success, output, issues } = v.safeParse(AppManifestSchema, readFileSync(file, 'utf8'))
  if (!success) throw new UsageError(`${file} is not the manifest of an application: ${v.summarize(issues)}`)
  if (output.name === remote) return output
  throw new UsageError(`${file} is the manifest of ${output.name}, not of ${remote}.`)
}

/** What the manifest of an application says about its release. */
export function describeApp({ name: _, app = './App', pages, ...declared }: RemoteManifest) {
  return {
    ...declared,
    app,
    pages: pages.map((page) => ({ ...page, js: [], css: [] })),
  } satisfies Partial<ReleaseRecord>
}
