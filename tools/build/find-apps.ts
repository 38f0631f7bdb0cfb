import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { isPrerendered } from './find-metadata.ts'
import { getReleaseHash } from './get-release-hash.ts'
import { type PrerenderInputs, readPrerenderInputs } from './prerender-inputs.ts'
import { readManifest, readPackage } from './read-sources.ts'

/** An app that is built and released on its own: the shell or a remote. */
export interface App {
  /** `shell`, or the folder's name without `remote-`. */
  readonly name: string
  readonly folder: string
  readonly version: string
  /** The first eight hexadecimal digits of the SHA-256 of everything its build reads. */
  readonly hash: string
  /** null for the shell. */
  readonly manifest: RemoteManifest | null
  /** The inputs of its prerendering; null when nothing is prerendered. */
  readonly prerendered: PrerenderInputs | null
}

const remotePrefix = 'remote-'

/** Finds the shell and every folder named `remote-*` in `root`. Throws when a manifest is missing or invalid. */
export async function findApps(root: string, isDevelopment = false): Promise<App[]> {
  const remotes = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(remotePrefix))
    .map((entry) => entry.name)
    .sort()
  return Promise.all(['shell', ...remotes].map((folder) => readApp(root, folder, isDevelopment)))
}

// In development a release changes with every save, so its address must not depend on its contents.
const developmentHash = '00000000'

async function readApp(root: string, folder: string, isDevelopment: boolean): Promise<App> {
  const name = folder.startsWith(remotePrefix) ? folder.slice(remotePrefix.length) : folder
  // The shell has the project's version, as have the archive of the site and the kit.
  const { version } = readPackage(root, folder === 'shell' ? '.' : folder)
  const manifest = folder === 'shell' ? null : await readNamedManifest(root, folder, name)
  const prerendered =
    !isDevelopment && (manifest === null || isPrerendered(join(root, folder), manifest))
      ? readPrerenderInputs(root)
      : null
  const hash = isDevelopment ? developmentHash : getReleaseHash(root, folder, { prerendered })
  return { name, folder, version, hash, manifest, prerendered }
}

async function readNamedManifest(root: string, folder: string, name: string): Promise<RemoteManifest> {
  const manifest = await readManifest(root, folder)
  if (manifest.name === name) return manifest
  throw new Error(
    `${folder}/manifest.ts: manifest.name: expected "${name}", the name of the folder, got "${manifest.name}". Rename one of them.`,
  )
}
