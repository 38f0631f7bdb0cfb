import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { findLockedPackage, readLockedPackages } from './lock-file.ts'

const root = join(import.meta.dirname, '../..')

const ManifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ allowScripts: v.optional(v.record(v.string(), v.boolean()), {}) }),
)

const unpublished = /^node_modules\/@rspack\/binding-(?!linux-(?:x64|arm64))/

describe.each(['.', 'bench/lighthouse/package'])('the lock file of %s', (folder) => {
  const packages = readLockedPackages(join(root, folder))
  const downloaded = Object.entries(packages).filter(
    ([location, { link }]) => location.includes('node_modules/') && !link,
  )

  // npm on another system would install without the program of that system, and `npm ci` would fail everywhere.
  test('has every optional package, so that each system finds its own programs', () => {
    const missing = Object.entries(packages).flatMap(([location, { optionalDependencies }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => findLockedPackage(packages, location, name) === undefined)
        .map(([name, version]) => `${name}@${version}, wanted by ${location}`),
    )
    expect(missing).toEqual([])
  })

  test('names no download address, so that it works with any registry', () => {
    expect(downloaded.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  // rspack's native programs for other systems than Linux were not in our registry: see decision 001.
  test('has the integrity of every package that could be downloaded', () => {
    const withoutIntegrity = downloaded
      .filter(([, { integrity }]) => !integrity.startsWith('sha512-'))
      .map(([location]) => location)
    expect(downloaded.length).toBeGreaterThan(100)
    expect(withoutIntegrity.filter((location) => !unpublished.test(location))).toEqual([])
  })

  test('has no install script that allowScripts does not list', () => {
    const { allowScripts } = v.parse(ManifestSchema, readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const scripts = downloaded
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([location]) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(Object.keys(allowScripts).sort()).toEqual(scripts.sort())
  })
})
