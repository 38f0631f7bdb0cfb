import { createReadStream, existsSync } from 'node:fs'
import { readTar } from '@portico/protocol/release/tar-archive.ts'
import { DamagedDataError, DataError } from '../data-error.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer
}

// A row group and a release file have a few MiB at most; none of our entries is larger than a whole upload.
const maxEntryBytes = 256 * 1024 * 1024

/** Yields the entries of an archive in order. Throws a DamagedDataError if it isn't a complete archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  if (!existsSync(file)) throw new DataError(`${file} does not exist.`)
  try {
    for await (const { header, read } of readTar(createReadStream(file))) {
      const { name, size, type } = header
      if (type !== 'file' || size > maxEntryBytes) throw new Error(`unexpected entry ${JSON.stringify(name)}`)
      yield { name, content: await read() }
    }
  } catch (cause) {
    if (cause instanceof DataError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DamagedDataError(`${file} is damaged or incomplete: ${reason}. Use another backup.`, { cause })
  }
}
