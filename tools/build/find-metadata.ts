import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'

/** The file that describes the pages of a route, from the remote's folder. */
export const getMetadataFile = (route: string) => `pages/${route}/metadata.ts`

/** Whether the build of a remote renders pages or collects their metadata. */
export function isPrerendered(folder: string, manifest: Pick<RemoteManifest, 'pages'>): boolean {
  return (
    manifest.pages.some(({ prerender }) => prerender !== undefined) ||
    findRoutesWithMetadata(folder, manifest).length > 0
  )
}

/** The routes of a remote that have a `metadata.ts`, in the order of the manifest. */
export function findRoutesWithMetadata(folder: string, { pages }: Pick<RemoteManifest, 'pages'>): string[] {
  const routes = new Set(pages.flatMap(({ route }) => route ?? []))
  return [...routes].filter((route) => existsSync(join(folder, getMetadataFile(route))))
}
