import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { packTar } from '@portico/protocol/release/tar-archive.ts'
import { getTemporaryPath } from '../../releases/storage/temporary-path.ts'
import { DataError } from '../data-error.ts'
import { syncFolder } from '../database/sqlite-copy.ts'

/** Two empty blocks, which end a tar archive. */
const end = Buffer.alloc(2 * 512)

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

export type ArchiveWriter = Awaited<ReturnType<typeof openArchiveWriter>>

/** Starts an archive at a temporary path next to `file`. Throws a DataError if there is a file that may not be replaced. */
export async function openArchiveWriter(file: string, mayReplace: boolean) {
  if (existsSync(file) && !mayReplace)
    throw new DataError(`${file} exists. Choose another name, or replace it with --force.`)
  if (!existsSync(dirname(file)))
    throw new DataError(`The folder ${dirname(file)} does not exist. Create it and try again.`)
  const draft = getTemporaryPath(file)
  const handle = await open(draft, 'wx', 0o600) // it holds addresses and password hashes
  const hash = createEntriesHash()
  return {
    async add(name: string, content: string | Buffer): Promise<void> {
      const bytes = Buffer.from(content)
      hash.add(name, bytes)
      const tar = await packTar([[{ name }, bytes]])
      await handle.writeFile(tar.subarray(0, -end.length)) // continues where the one before ended
    },
    /** SHA-256 of all entries until now. */
    getHash: hash.get,
    /** Moves the archive to its final path, in one step. Returns its size in bytes. */
    async commit(): Promise<number> {
      await handle.writeFile(end)
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await rename(draft, file)
      await syncFolder(dirname(file))
      return size
    },
    /** Removes what was written; does nothing after `commit`. */
    async discard(): Promise<void> {
      await handle.close()
      await rm(draft, { force: true })
    },
  }
}
