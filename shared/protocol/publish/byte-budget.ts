import type { ReleaseRecord } from '../release/release-record.ts'
import type { Finding } from './release-api.ts'

const maxPageBytes = 150 * 1024 // three times the largest page of this site; more would be felt on a slow network

/** The bytes that a page loads up front: the entry, its scripts and its styles. `getSize` is what one file takes with gzip. */
export function getPageBytes(
  { entry }: Pick<ReleaseRecord, 'entry'>,
  { js, css }: Pick<ReleaseRecord['pages'][number], 'js' | 'css'>,
  getSize: (file: string) => number,
): number {
  return [entry, ...js, ...css].reduce((sum, { file }) => sum + getSize(file), 0)
}

/** The first page that exceeds the limit, and how to fix it; null: none does. */
export function findOverBudget(
  record: Pick<ReleaseRecord, 'entry' | 'pages'>,
  getSize: (file: string) => number,
): Pick<Finding, 'message' | 'hint'> | null {
  for (const page of record.pages) {
    const bytes = getPageBytes(record, page, getSize)
    if (bytes > maxPageBytes)
      return {
        message: `${page.path} loads ${Math.ceil(bytes / 1024)} KiB up front (gzip); the limit is ${maxPageBytes / 1024} KiB.`,
        hint: 'Load what the first screen doesn’t need with import(), and check for packages that are bundled whole.',
      }
  }
  return null
}
