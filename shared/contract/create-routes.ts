import type { RemoteManifest } from '../release/manifest.ts'
import type { RemoteRoute } from './contract.ts'

/**
 * The routes of a manifest: each page is drawn by the screen that its first chunk is named after, so that a path stands
 * in the manifest alone, and a copied remote moves by its manifest. Throws where a page names no screen.
 */
export function createRoutes(
  { pages }: Pick<RemoteManifest, 'pages'>,
  screens: Readonly<Record<string, RemoteRoute['lazy']>>,
): RemoteRoute[] {
  return pages.map(({ path, chunks: [name = '(none)'] = [] }) => {
    const lazy = Object.hasOwn(screens, name) ? screens[name] : undefined
    if (lazy !== undefined) return { path, lazy }
    const known = Object.keys(screens).join(', ')
    throw new Error(
      `The page ${path} of the manifest names the chunk ${name} first; expected one of: ${known}.`,
    )
  })
}
