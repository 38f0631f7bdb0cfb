import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'

/** The folder and the version of a package, resolved from the file `from`. Throws when it is not installed. */
export function findPackage(name: string, from: string): { folder: string; version: string } {
  const folders = createRequire(from).resolve.paths(name) ?? []
  const manifest = folders
    .map((folder) => join(folder, name, 'package.json'))
    .find((file) => existsSync(file))
  if (manifest === undefined) throw new Error(`${name} is not installed. Run npm install.`)
  const { version } = readJson(manifest, v.object({ version: v.string() }))
  return { folder: dirname(manifest), version }
}
