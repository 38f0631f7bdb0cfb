import { join } from 'node:path'
import type { App } from './find-apps.ts'
import { findPackage } from './find-package.ts'

/** Packages that the shell provides; the contract's facade re-exports the router. */
const sharedPackages = ['react', 'react-dom', 'react-router']

const root = join(import.meta.dirname, '../..')

/** The installed version of each shared package, resolved from `app`. */
export function getProvidedVersions(app: Pick<App, 'folder'>): Record<string, string> {
  const from = join(root, app.folder, 'package.json')
  return Object.fromEntries(sharedPackages.map((name) => [name, findPackage(name, from).version]))
}

/** The range of each shared package that a remote requires: the version it was built with, or a compatible newer one. */
export function toRequiredRanges(provided: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(provided).map(([name, version]) => [name, `^${version}`]))
}
