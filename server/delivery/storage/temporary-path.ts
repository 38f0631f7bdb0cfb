import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const ending = '.tmp'
// A process of another machine on the same folder may be publishing at this moment: longer than any publish takes.
const oldestMs = 10 * 60_000
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A name for what is written beside its place `to`; it says which process writes it. */
export function besideOf(to: string): string {
  return `${to}.${machine}-${process.pid}-${randomBytes(6).toString('hex')}${ending}`
}

/** Removes what killed publishes have left beside the releases: of processes that are gone at once, else when it is old. */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  const releases = join(dataDir, 'releases')
  for (const app of await namesIn(releases)) {
    for (const name of await namesIn(join(releases, app))) {
      const folder = join(releases, app, name)
      if (name.endsWith(ending) && (isOfGone(name) || (await isOld(folder))))
        await rm(folder, { recursive: true, force: true })
    }
  }
}

function isOfGone(name: string): boolean {
  const [, writer, pid] = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? []
  if (writer !== machine) return false
  // A container's process has the same number each time: what it left was left by the one before.
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // somebody else's, but there
  }
}

async function isOld(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY })) // gone meanwhile
  return mtimeMs < Date.now() - oldestMs
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
