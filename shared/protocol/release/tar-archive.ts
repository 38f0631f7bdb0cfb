import type { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, type Header, pack } from 'tar-stream'

/** What an archive says about an entry; on packing, its name is enough. */
export type TarHeader = Partial<Header> & Pick<Header, 'name'>

export interface TarEntry {
  readonly header: Header
  /** Its content. Must be called once, before the next entry. */
  read(): Promise<Buffer>
}

/** Packs entries in this order, without times. Equal entries give equal bytes. */
export function packTar(
  entries: Iterable<readonly [header: TarHeader, content: string | Buffer]>,
): Promise<Buffer> {
  const archive = pack()
  for (const [header, content] of entries) archive.entry({ mtime: new Date(0), ...header }, content)
  archive.finalize()
  return buffer(archive as AsyncIterable<Buffer>) // its types don't declare the chunks
}

/**
 * Yields the entries of an archive in order, which comes from `source` through these streams. Rejects if it is damaged or
 * incomplete, or with the error of a stream.
 */
export async function* readTar(source: Readable, ...through: Transform[]): AsyncGenerator<TarEntry> {
  const archive = extract()
  const feeding = pipeline([source, ...through, archive as never as NodeJS.WritableStream]) // it has its own stream class
  feeding.catch(() => {}) // reported below
  const throwFirst = async (error: unknown): Promise<never> => {
    await feeding // what ended the stream says more
    throw error
  }
  try {
    for await (const entry of archive)
      yield { header: entry.header, read: () => buffer(entry as AsyncIterable<Buffer>).catch(throwFirst) }
    await feeding
  } catch (error) {
    await throwFirst(error)
  } finally {
    archive.destroy()
    await feeding.catch(() => {})
  }
}
