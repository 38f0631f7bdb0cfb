import { isScript } from '@portico/protocol/release/media-types.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'

/** Whether a container's entry loads the file into the page. */
const isLoaded = (file: string) => isScript(file) || file.endsWith('.css')

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
    if (!unloaded.has(file) && isLoaded(file) && !code.includes(integrity)) return { file, integrity }
  return null
}
