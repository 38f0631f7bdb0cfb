import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getReleasePath } from '../../delivery/storage/folder-store.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'

/** Reads text files of releases that become part of pages. */
export interface ReleaseTexts {
  /** The text; null: the file isn't stored here, or differs from what was published. */
  read(release: NamedVersion, file: ReleaseFile): string | null
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
  return {
    read(release, { file, integrity }) {
      const path = join(getReleasePath(dataDir, { app: release.app, id: getReleaseId(release) }), file)
      const text = cache.get(path) ?? readVerified(path, integrity)
      if (text !== null) cache.set(path, text)
      return text
    },
  }
}

function readVerified(path: string, integrity: string): string | null {
  try {
    const bytes = readFileSync(path)
    return hasIntegrity(bytes, integrity) ? bytes.toString() : null
  } catch {
    return null // not stored on this machine; the page works without it
  }
}
