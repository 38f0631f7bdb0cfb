import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getReleasePath } from '../../delivery/storage/folder-store.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'

/** Reads files of releases that become part of pages. */
export interface ReleaseTexts {
  /** The text; null: the file isn't stored here, or differs from what was published. */
  read(release: NamedVersion, file: ReleaseFile): string | null
  /** A font as a `data:` URL; null: as for texts. */
  readFont(release: NamedVersion, file: ReleaseFile): string | null
}

/** A release and its app. */
export interface NamedVersion {
  readonly app: string
  readonly version: string
  readonly hash: string
}

const maxTexts = 200 // texts of some ten kilobytes; a site has a handful for each release

/** Opens the stored releases in `dataDir`. Each text is read and verified once. */
export function openReleaseTexts(dataDir: string): ReleaseTexts {
  const cache = createBoundedCache<string>(maxTexts)
  const readAs =
    (toText: (bytes: Buffer) => string) =>
    ({ app, ...release }: NamedVersion, { file, integrity }: ReleaseFile): string | null => {
      const path = join(getReleasePath(dataDir, { app, id: getReleaseId(release) }), file)
      const known = cache.get(path)
      if (known !== undefined) return known
      const bytes = readVerified(path, integrity)
      if (bytes === null) return null
      const text = toText(bytes)
      cache.set(path, text)
      return text
    }
  return {
    read: readAs((bytes) => bytes.toString()),
    readFont: readAs((bytes) => `data:font/woff2;base64,${bytes.toString('base64')}`),
  }
}

function readVerified(path: string, integrity: string): Buffer | null {
  try {
    const bytes = readFileSync(path)
    return hasIntegrity(bytes, integrity) ? bytes : null
  } catch {
    return null // not stored on this machine; the page works without it
  }
}
