import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from './operator-error.ts'

/** The data folder can't be created, or nothing can be written to it. */
export class DataFolderError extends OperatorError {
  override name = 'DataFolderError'

  constructor(dataDir: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(
      `DATA_DIR: expected a folder that can be created and written to, got ${JSON.stringify(dataDir)} (${why}). Set it to another folder, or change the permissions of this one.`,
      { cause },
    )
  }
}

/**
 * Creates the data folder, and those above it, if it doesn't exist; only its owner may read it. Throws a DataFolderError if
 * that fails.
 */
export function createDataFolder(dataDir: string): void {
  try {
    createFolder(dataDir)
  } catch (cause) {
    throw new DataFolderError(dataDir, cause)
  }
}

// Node's `recursive` never returns where creating a folder fails with ENOENT although the one above exists, as in /proc.
function createFolder(folder: string): void {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if (!isFolder(folder)) throw cause // otherwise another process has created it
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
