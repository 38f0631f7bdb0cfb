import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { App } from './find-apps.ts'

/**
 * Checks that the `route.tsx` of every page exports `Component`. TypeScript can't: a remote imports its pages by a name
 * from the manifest. Throws with every error.
 */
export function checkRoutes(root: string, apps: readonly Pick<App, 'folder' | 'manifest'>[]): void {
  const errors = apps.flatMap(({ folder, manifest }) =>
    (manifest?.pages ?? []).flatMap(({ path, route }) =>
      route === undefined ? [] : checkRoute(root, `${folder}/pages/${route}/route.tsx`, path),
    ),
  )
  if (errors.length > 0) throw new Error([...new Set(errors)].join('\n'))
}

function checkRoute(root: string, file: string, path: string): string[] {
  if (!existsSync(join(root, file)))
    return [`${file} is missing. Create it for the page ${path}, or change the page's route in the manifest.`]
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  if (exported.some(({ exportName, isType }) => exportName.name === 'Component' && !isType)) return []
  return [`${file} must export a component named Component: the page ${path}.`]
}
