import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const extension = '.tmp'
// A process on another machine that shares the folder may be publishing right now; no publish takes this long.
const maxAgeMs = 10 * 60_000
// A process in a container gets the same id every time: this distinguishes its own files from those of its predecessor.
const instance = randomBytes(3).toString('hex')
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A temporary path next to `path`; its name identifies the process that writes it. */
export function getTemporaryPath(path: string): string {
  return `${path}.${machine}-${process.pid}-${instance}${randomBytes(3).toString('hex')}${extension}`
}

/**
 * Removes the remains of crashed publishes and restores: immediately if their process has ended, otherwise once they
 * are old. Keeps what this process is writing.
 */
export async function removeAbandonedFiles(dataDir: string): Promise<void> {
  const releases = join(dataDir, 'releases')
  const apps = (await listFolder(releases)).map((app) => join(releases, app))
  for (const folder of [dataDir, ...apps])
    for (const name of await listFolder(folder)) {
      const writer = /\.([0-9a-f]{8})-(\d+)-([0-9a-f]{12})\.tmp(?:-wal|-shm|-journal)?$/.exec(name)
      if (writer !== null && (await isAbandoned(writer, join(folder, name))))
        await rm(join(folder, name), { recursive: true, force: true })
    }
}

async function isAbandoned([, on, pid, by = '']: RegExpExecArray, path: string): Promise<boolean> {
  if (on !== machine) return isOld(path)
  if (Number(pid) === process.pid) return !by.startsWith(instance)
  return !isRunning(Number(pid)) || isOld(path)
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
