import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const extension = '.tmp'
// A process on another machine that shares the folder may be publishing right now; no publish takes this long.
const maxAgeMs = 10 * 60_000
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A temporary path beside `path`; its name identifies the process that writes it. */
export function getTemporaryPath(path: string): string {
  return `${path}.${machine}-${process.pid}-${randomBytes(6).toString('hex')}${extension}`
}

/** Removes what crashed publishes have left: immediately if their process has ended, otherwise once it is old. */
export async function removeAbandonedFiles(dataDir: string): Promise<void> {
  const releases = join(dataDir, 'releases')
  for (const app of await listFolder(releases)) {
    for (const name of await listFolder(join(releases, app))) {
      const folder = join(releases, app, name)
      if (name.endsWith(extension) && (isAbandoned(name) || (await isOld(folder))))
        await rm(folder, { recursive: true, force: true })
    }
  }
}

function isAbandoned(name: string): boolean {
  const [, writer, pid] = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? []
  if (writer !== machine) return false
  // A process in a container gets the same id every time, so a match means that its predecessor left the files.
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // another user's process
  }
}

async function isOld(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // already removed
  return mtimeMs < Date.now() - maxAgeMs
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
