import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

const ManifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** The folder and the version of a package, resolved from the file `from`. Throws when it is not installed. */
export function findPackage(name: string, from: string): { folder: string; version: string } {
  const folders = createRequire(from).resolve.paths(name) ?? []
  const manifest = folders
    .map((folder) => join(folder, name, 'package.json'))
    .find((file) => existsSync(file))
  if (manifest === undefined) throw new Error(`${name} is not installed. Run npm install.`)
  const { version } = v.parse(ManifestSchema, readFileSync(manifest, 'utf8'))
  return { folder: dirname(manifest), version }
}
