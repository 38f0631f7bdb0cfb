import { extname } from 'node:path'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'

/** What a container's entry loads into the page. */
const loadedTypes = new Set(['.js', '.css'])

/**
 * The first script or style whose integrity hash the entry doesn't contain, with that hash; null: there is none. The entry
 * loads all of them, each with the hash in its table, and browsers don't check a file without one.
 */
export function findUnhashedFile(
  { entry, files }: Pick<ReleaseRecord, 'entry' | 'files'>,
  code: string,
): { readonly file: string; readonly integrity: string } | null {
  for (const [file, { integrity }] of Object.entries(files))
    if (file !== entry.file && loadedTypes.has(extname(file)) && !code.includes(integrity))
      return { file, integrity }
  return null
}
