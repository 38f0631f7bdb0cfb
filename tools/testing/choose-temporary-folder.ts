import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3 // several times what a run needs at any moment

/**
 * Where the temporary files of tests belong: in memory, if there is room and programs can run from there, otherwise in the
 * temporary folder. Each commit of SQLite waits for the disk, and so does dropping a PostgreSQL database.
 */
export function chooseTemporaryFolder(memory = inMemory, needed = neededBytes): string {
  return hasRoom(memory, needed) && canRunPrograms(memory) ? memory : tmpdir()
}

function hasRoom(folder: string, needed: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed
  } catch {
    return false // There is no such folder.
  }
}

/** Containers often forbid it there. */
function canRunPrograms(folder: string): boolean {
  try {
    const own = mkdtempSync(join(folder, 'portico-tests-'))
    try {
      const program = join(own, 'program')
      writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
      execFileSync(program)
      return true
    } finally {
      rmSync(own, { recursive: true })
    }
  } catch {
    return false
  }
}
