import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { DamagedDataError, DataError } from '../data-error.ts'

/** A file in an archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer
}

// A row group and a release file have a few MiB at most; none of our entries is larger than a whole upload.
const maxEntryBytes = 256 * 1024 * 1024

/** Yields the entries of an archive in order. Throws a DamagedDataError if it isn't a complete archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  if (!existsSync(file)) throw new DataError(`${file} does not exist.`)
  const archive = extract()
  const feeding = pipeline(createReadStream(file), archive)
  feeding.catch(() => {}) // reported below
  try {
    for await (const entry of archive) {
      const { name, size = 0, type } = entry.header
      if (type !== 'file' || size > maxEntryBytes) throw new Error(`unexpected entry ${JSON.stringify(name)}`)
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk) // its types don't declare the chunks
      yield { name, content: Buffer.concat(chunks) }
    }
    await feeding
  } catch (cause) {
    if (cause instanceof DataError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DamagedDataError(`${file} is damaged or incomplete: ${reason}. Use another backup.`, { cause })
  } finally {
    archive.destroy()
    await feeding.catch(() => {})
  }
}
