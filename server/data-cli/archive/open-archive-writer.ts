import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pack } from 'tar-stream'
import { getTemporaryPath } from '../../delivery/storage/temporary-path.ts'
import { DataError } from '../data-error.ts'
import { syncFolder } from '../database/sqlite-copy.ts'

/** Writes one archive, entry by entry. */
export interface ArchiveWriter {
  /** Resolves once there is room for the next entry. */
  add(name: string, content: string | Buffer): Promise<void>
  /** SHA-256 of all entries until now. */
  getHash(): string
  /** Moves the archive to its final path, in one step. Returns its size in bytes. */
  commit(): Promise<number>
  /** Removes what was written; does nothing after `commit`. */
  discard(): Promise<void>
}

/** Adds an entry to the hash of all. */
export function createEntriesHash() {
  const hash = createHash('sha256')
  return {
    add(name: string, content: Buffer) {
      hash.update(`${name} ${content.length} ${createHash('sha256').update(content).digest('hex')}\n`)
    },
    get: () => hash.copy().digest('hex'),
  }
}

/** Starts an archive at a temporary path next to `file`. Throws a DataError if there is a file that may not be replaced. */
export async function openArchiveWriter(file: string, mayReplace: boolean): Promise<ArchiveWriter> {
  if (existsSync(file) && !mayReplace)
    throw new DataError(`${file} exists. Choose another name, or replace it with --force.`)
  if (!existsSync(dirname(file)))
    throw new DataError(`The folder ${dirname(file)} does not exist. Create it and try again.`)
  const draft = getTemporaryPath(file)
  const handle = await open(draft, 'wx', 0o600) // it holds addresses and password hashes
  const archive = pack()
  const written = writeAll(archive as unknown as AsyncIterable<Buffer>, handle) // its types lack the iterator
  written.catch(() => {}) // the next entry reports it
  const hash = createEntriesHash()
  return {
    async add(name, content) {
      const bytes = Buffer.from(content)
      hash.add(name, bytes)
      const added = new Promise<void>((resolve, reject) => {
        const entry = archive.entry({ name, size: bytes.length, mtime: new Date(0) }, (error) =>
          error ? reject(error) : resolve(),
        )
        entry.end(bytes)
      })
      try {
        await Promise.race([added, written]) // a full disk ends the second one
      } catch (error) {
        archive.destroy()
        await written // its error is the cause, such as a full disk
        throw error
      }
    },
    getHash: hash.get,
    async commit() {
      archive.finalize()
      await written
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await rename(draft, file)
      await syncFolder(dirname(file))
      return size
    },
    async discard() {
      archive.destroy()
      await written.catch(() => {})
      await handle.close()
      await rm(draft, { force: true })
    },
  }
}

async function writeAll(chunks: AsyncIterable<Buffer>, handle: FileHandle): Promise<void> {
  for await (const chunk of chunks) await handle.writeFile(chunk) // continues where the one before ended
}
