import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDataFolder, DataFolderError } from './create-data-folder.ts'

export const siteSecretFile = 'site-secret'
const secretBytes = 32 // the length of the SHA-256 that signs with it

/**
 * The site's secret from the data folder; created on the first start, readable only by its owner. Two processes that start
 * at the same time get the same one. Throws a DataFolderError if the folder can't be created or written to.
 */
export function getSiteSecret(dataDir: string): string {
  createDataFolder(dataDir)
  const file = join(dataDir, siteSecretFile)
  try {
    return read(file)
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) throw cause
    create(file)
    return read(file)
  }
}

function read(file: string): string {
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= secretBytes) return secret
  throw new Error(
    `${file}: expected a secret of at least ${secretBytes} characters. Delete the file to make a new one.`,
  )
}

// Written to a temporary file and linked, so that the file is never incomplete and the first of two processes wins.
function create(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = openDraft(draft)
  try {
    writeSync(handle, `${randomBytes(secretBytes).toString('hex')}\n`)
    fsyncSync(handle)
    linkSync(draft, file)
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause
  } finally {
    closeSync(handle)
    unlinkSync(draft)
  }
}

function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600)
  } catch (cause) {
    throw new DataFolderError(dirname(draft), cause)
  }
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
