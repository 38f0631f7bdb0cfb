import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { compile } from '@portico/protocol/template/compile.ts'
import { TemplateError } from '@portico/protocol/template/page-template.ts'
import type { Parts } from '@portico/protocol/template/parts.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { getReleasePath } from '../../releases/storage/folder-store.ts'

/** Reads files of releases that become part of pages. */
export interface ReleaseTexts {
  /** The text; null: the file isn't stored here, or differs from what was published. */
  read(release: NamedVersion, file: ReleaseFile): string | null
  /** A template; null: as for texts, or it is of another build. */
  readTemplate(release: NamedVersion, file: ReleaseFile): Parts | null
  /** A font as a `data:` URL; null: as for texts. */
  readFont(release: NamedVersion, file: ReleaseFile): string | null
}

export interface NamedVersion {
  readonly app: string
  readonly version: string
  readonly hash: string
}

const maxTexts = 200 // texts of some ten kilobytes; a site has a handful for each release

/** Opens the stored releases in `dataDir`. Each text is read and verified once. */
export function openReleaseTexts(dataDir: string): ReleaseTexts {
  const readAs = <T>(convert: (bytes: Buffer) => T) => {
    const cache = createBoundedCache<{ readonly value: T }>(maxTexts)
    return ({ app, ...release }: NamedVersion, { file, integrity }: ReleaseFile): T | null => {
      const path = join(getReleasePath(dataDir, { app, id: getReleaseId(release) }), file)
      const known = cache.get(path)
      if (known !== undefined) return known.value
      const bytes = readVerified(path, integrity)
      if (bytes === null) return null
      const value = convert(bytes)
      cache.set(path, { value })
      return value
    }
  }
  return {
    read: readAs((bytes) => bytes.toString()),
    readTemplate: readAs(compileTemplate),
    readFont: readAs((bytes) => `data:font/woff2;base64,${bytes.toString('base64')}`),
  }
}

/** null: a build of another version has written it, for which pages were HTML or are something newer. */
function compileTemplate(bytes: Buffer): Parts | null {
  try {
    return compile(readTemplate(bytes.toString()))
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
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
