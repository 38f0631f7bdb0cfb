import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { encodings } from '@portico/shared/release/compression.ts'
import { fileNameShape } from '@portico/shared/release/release-file.ts'
import { getReleasePath } from '../../delivery/storage/folder-store.ts'
import type { EncodedBodies } from '../../http/caching/choose-encoding.ts'
import { mediaTypes } from '../../http/media-types.ts'

/** A stored file, ready to be sent. */
interface StoredFile {
  readonly bodies: EncodedBodies
  readonly type: string
}

/** Names one file of one release. */
export interface FileAddress {
  readonly app: string
  readonly id: string
  readonly file: string
}

// Addresses are checked before the disk is asked: nothing outside of the releases can be named.
const name = /^[a-z][a-z0-9-]*$/
const releaseIdShape = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?-[0-9a-f]{8}$/
const mostBytes = 64 * 1024 * 1024 // a release with its compressed copies has about 1 MB: dozens stay in memory

/** Whether this may be the address of a file of a release. */
export function isFileAddress({ app, id, file }: FileAddress): boolean {
  return name.test(app) && releaseIdShape.test(id) && fileNameShape.test(file)
}

/** Files of releases, read once. */
export interface FileCache {
  /** null: there is no such file. */
  read(address: FileAddress): Promise<StoredFile | null>
}

/** Keeps what was read in memory, `maxBytes` of it at most; the least lately used goes first. */
export function createFileCache(dataDir: string, maxBytes = mostBytes): FileCache {
  const kept = new Map<string, StoredFile>()
  let bytes = 0
  return {
    async read({ app, id, file }) {
      const type = mediaTypes[extname(file)]
      if (!isFileAddress({ app, id, file }) || type === undefined) return null
      const path = join(getReleasePath(dataDir, { app, id }), file)
      const stored = kept.get(path) ?? (await readStored(path, type))
      if (stored === null) return null
      if (!kept.delete(path)) bytes += sizeOf(stored)
      kept.set(path, stored)
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes || oldest === path) break
        kept.delete(oldest)
        bytes -= sizeOf(old)
      }
      return stored
    },
  }
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

async function readStored(path: string, type: string): Promise<StoredFile | null> {
  const read = (file: string) =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && absent.has(error.code)) return undefined
      throw error
    })
  const [identity, br, gzip] = await Promise.all([path, path + encodings.br, path + encodings.gzip].map(read))
  return identity === undefined ? null : { type, bodies: { identity, br, gzip } }
}

function sizeOf({ bodies }: StoredFile): number {
  return bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0)
}
