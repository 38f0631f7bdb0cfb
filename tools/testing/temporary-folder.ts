import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3 // several times what a run has at once

/** Makes a folder for everything that a test run creates in the temporary folder. Returns what removes it again. */
export default function setup(): () => void {
  const { TMPDIR: before } = process.env
  const folder = mkdtempSync(join(chooseParent(inMemory, neededBytes), 'portico-tests-'))
  chmodSync(folder, 0o711) // other users may pass, such as the one that runs PostgreSQL
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a folder in memory if it has `needed` bytes of room and programs can run from it, otherwise the temporary folder:
 * a commit of SQLite waits for the disk, and the tests make thousands.
 */
export function chooseParent(memory: string, needed: number): string {
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
