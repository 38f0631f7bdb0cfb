import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** The files in a folder and in those below it: sorted paths from the folder, with `/`. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}
