import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getReleasePath } from '../../delivery/storage/folder-store.ts'
import { hasIntegrity } from '../../delivery/storage/integrity.ts'

/** Reads texts of releases that become a part of pages. */
export interface ReleaseTexts {
  /** The text; null where the file is not stored here, or is another than was published. */
  read(release: NamedRelease, file: ReleaseFile): string | null
}

/** A release, and the app whose it is. */
export interface NamedRelease {
  readonly app: string
  readonly version: string
  readonly hash: string
}

const mostKept = 200 // texts of some ten kilobytes; a site has a handful for each release

/** Opens the stored releases of `dataDir`. Each text is read and checked once. */
export function openReleaseTexts(dataDir: string): ReleaseTexts {
  const kept = new Map<string, string>()
  return {
    read(release, { file, integrity }) {
      const path = join(getReleasePath(dataDir, { app: release.app, id: getReleaseId(release) }), file)
      const known = kept.get(path)
      if (known !== undefined) return known
      const text = readChecked(path, integrity)
      if (text !== null) {
        if (kept.size >= mostKept) kept.clear()
        kept.set(path, text)
      }
      return text
    },
  }
}

function readChecked(path: string, integrity: string): string | null {
  try {
    const bytes = readFileSync(path)
    return hasIntegrity(bytes, integrity) ? bytes.toString() : null
  } catch {
    return null // Not stored on this machine: the page goes without.
  }
}
