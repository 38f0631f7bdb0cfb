import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Source } from './check-layers.ts'

const isModule = (name: string) => /\.(?:tsx?|m?js)$/.test(name)
const isIgnored = (name: string) => name.startsWith('.') || name === 'node_modules' || name === 'dist'

/** Reads the modules in a folder of a project and in the folders below, except what is installed or built. */
export function listSources(root: string, folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): Source[] => {
    const file = posix.join(folder, entry.name)
    if (isIgnored(entry.name)) return []
    if (entry.isDirectory()) return listSources(root, file)
    return isModule(entry.name) ? [{ file, text: readFileSync(join(root, file), 'utf8') }] : []
  })
}
