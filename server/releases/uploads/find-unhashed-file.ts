import { extname } from 'node:path'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'

/** What a container's entry loads into the page. */
const loadedTypes = new Set(['.js', '.css'])

/**
 * The first script or style whose integrity hash the entry doesn't contain, with that hash; null: there is none. The entry
 * loads all of them but those of workers, each with the hash in its table, and browsers don't check a file without one.
 */
export function findUnhashedFile(
  { entry, files, workers = [] }: Pick<ReleaseRecord, 'entry' | 'files' | 'workers'>,
  code: string,
): { readonly file: string; readonly integrity: string } | null {
  const unloaded = new Set([entry.file, ...workers])
  for (const [file, { integrity }] of Object.entries(files))
    if (!unloaded.has(file) && loadedTypes.has(extname(file)) && !code.includes(integrity))
      return { file, integrity }
  return null
}
