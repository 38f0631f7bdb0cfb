import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { besideEnding } from './release-files.ts'

// Another process on the same folder may be publishing at this moment: its folder is younger than any publish takes.
const oldestPublishMs = 10 * 60_000

/** Removes what killed publishes have left beside the releases. */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  const releases = join(dataDir, 'releases')
  for (const app of await namesIn(releases)) {
    const leftovers = (await namesIn(join(releases, app))).filter((name) => name.endsWith(besideEnding))
    for (const name of leftovers) await removeIfOld(join(releases, app, name))
  }
}

async function removeIfOld(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // gone meanwhile
  if (mtimeMs < Date.now() - oldestPublishMs) await rm(folder, { recursive: true, force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
