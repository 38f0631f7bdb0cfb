import { join } from 'node:path'
import type { App } from './find-apps.ts'
import { findPackage } from './find-package.ts'

/** Packages of which the shell's copy is the only one in the page; the contract's facade brings the router. */
const sharedPackages = ['react', 'react-dom', 'react-router']

const root = join(import.meta.dirname, '../..')

/** The installed version of each package that the shell lends, as `app` finds it. */
export function getProvidedVersions(app: Pick<App, 'folder'>): Record<string, string> {
  const from = join(root, app.folder, 'package.json')
  return Object.fromEntries(sharedPackages.map((name) => [name, findPackage(name, from).version]))
}

/** The range of each package that a remote needs of the shell: what it was built with, or newer but compatible. */
export function getRequiredRanges(app: Pick<App, 'folder'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(getProvidedVersions(app)).map(([name, version]) => [name, `^${version}`]),
  )
}
