import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import * as v from 'valibot'

/** The file in which Module Federation 2 describes a build. */
export const federationManifestFile = 'mf-manifest.json'

const Files = v.optional(
  v.object({
    sync: v.optional(v.array(v.string()), []),
    async: v.optional(v.array(v.string()), []),
  }),
  {},
)
const Assets = v.optional(v.object({ js: Files, css: Files }), {})

/** Schema of the parts of `mf-manifest.json` that a release needs: webpack, Rspack and Vite write them alike. */
const FederationManifestSchema = v.object({
  metaData: v.object({
    remoteEntry: v.object({
      path: v.optional(v.string(), ''),
      name: v.string(),
      type: v.optional(v.string(), 'global'),
    }),
    globalName: v.optional(v.string()),
    pluginVersion: v.optional(v.string()),
    /** Missing: code in the entry finds it. */
    publicPath: v.optional(v.string()),
  }),
  exposes: v.array(v.object({ name: v.string(), path: v.optional(v.string()), assets: Assets })),
  shared: v.optional(v.array(v.object({ assets: Assets })), []),
  remotes: v.optional(v.array(v.object({ alias: v.string(), entry: v.optional(v.string(), '') })), []),
})

/** What a federation manifest says about a build. */
export type FederationManifest = v.InferOutput<typeof FederationManifestSchema>

/** Reads the federation manifest `name` of a built folder. Throws a UsageError when it isn't one. */
export function readFederationManifest(folder: string, name: string): FederationManifest {
  const text = readFileSync(join(folder, name), 'utf8')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FederationManifestSchema), text)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new UsageError(
    `${join(folder, name)}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}. Expected a manifest of Module Federation 2. Build again.`,
  )
}

/** The entry's name in the folder. */
export function getEntryName({ metaData: { remoteEntry } }: FederationManifest): string {
  return posix.join(remoteEntry.path, remoteEntry.name).replace(/^\//, '')
}

/** The files that a manifest lists, by name in the folder. */
export function listManifestFiles(manifest: FederationManifest): string[] {
  const assets = [...manifest.exposes, ...manifest.shared].flatMap(({ assets: { js, css } }) =>
    [js, css].flatMap((files) => [...(files?.sync ?? []), ...(files?.async ?? [])]),
  )
  return [...new Set([getEntryName(manifest), ...assets])]
}
