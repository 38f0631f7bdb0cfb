import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'

/** The file that describes the pages of a route, from the remote's folder. */
export const getMetadataFile = (route: string) => `pages/${route}/metadata.ts`

/** The routes of a remote that have a `metadata.ts`, in the order of the manifest. */
export function findRoutesWithMetadata(folder: string, { pages }: Pick<RemoteManifest, 'pages'>): string[] {
  const routes = new Set(pages.flatMap(({ route }) => route ?? []))
  return [...routes].filter((route) => existsSync(join(folder, getMetadataFile(route))))
}
