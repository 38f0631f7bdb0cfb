import { statfs } from 'node:fs/promises'

const minBytes = 256 * 1024 * 1024 // a few releases, and the database's journal

/** Why there is too little space for the files of a site; null: there is enough, or the system doesn't reveal it. */
export async function findLackOfSpace(folder: string, least = minBytes): Promise<string | null> {
  const stats = await statfs(folder).catch(() => null)
  if (stats === null) return null
  const free = stats.bavail * stats.bsize
  if (free >= least) return null
  return `The disk of DATA_DIR is almost full: ${Math.floor(free / 1024 / 1024)} MiB are left.`
}
