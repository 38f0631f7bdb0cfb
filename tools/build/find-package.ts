import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import * as v from 'valibot'

const ManifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** The folder and the version of a package, resolved from the file `from`. Throws when it is not installed. */
export function findPackage(name: string, from: string): { folder: string; version: string } {
  const manifest = findPackageJSON(name, from)
  if (manifest === undefined) throw new Error(`${name} is not installed. Run npm install.`)
  const { version } = v.parse(ManifestSchema, readFileSync(manifest, 'utf8'))
  return { folder: dirname(manifest), version }
}
