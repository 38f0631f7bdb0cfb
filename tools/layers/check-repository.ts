import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'
import { checkLayers, type ImportRules, type LayerProblem } from './check-layers.ts'
import { parseLayers } from './layers.ts'
import { listSources } from './list-sources.ts'

/** The table of layers, which docs/architecture.md shows. */
export const layersFile = 'tools/layers/layers.json'

const PackageSchema = v.object({
  name: v.optional(v.string()),
  workspaces: v.optional(v.array(v.string()), []),
})

/** Checks the imports of this repository, or of one folder of it, by its table of layers. */
export function checkRepository(root: string, folder = ''): LayerProblem[] {
  return checkLayers(listSources(root, folder), readRules(root))
}

function readRules(root: string): ImportRules {
  const read = (folder: string) => readJson(join(root, folder, 'package.json'), PackageSchema)
  const folders = read('')
    .workspaces.flatMap((pattern) => expand(root, pattern))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
  return {
    findOrder: parseLayers(JSON.parse(readFileSync(join(root, layersFile), 'utf8'))),
    packages: new Map(
      folders.flatMap((folder) => {
        const { name } = read(folder) // a remote has none: nothing imports it
        return name === undefined ? [] : [[name, folder]]
      }),
    ),
  }
}

/** The folders of a pattern of workspaces. The kit's older Node has no `globSync`. */
function expand(root: string, pattern: string): string[] {
  const [start = '', end] = posix.basename(pattern).split('*')
  if (end === undefined) return [pattern]
  const parent = posix.dirname(pattern)
  return readdirSync(join(root, parent))
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => posix.join(parent, name))
}
