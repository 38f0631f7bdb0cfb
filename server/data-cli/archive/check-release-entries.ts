import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { parseFiles } from '../../releases/storage/ensure-local.ts'
import type { NamedRelease } from '../../releases/storage/release-store.ts'
import { DamagedDataError } from '../data-error.ts'
import { entryNames, type Manifest } from './manifest.ts'
import type { ArchiveEntry } from './read-archive.ts'

/** Checks the files of releases as they are read: each against the hash in the record before it. */
export function createReleaseChecker() {
  /** Records by `<app>/<id>`. */
  const records = new Map<string, string>()
  let current: { name: string; files: NamedRelease['files']; seen: Set<string> } | null = null
  let files = 0
  let bytes = 0

  function finish(): void {
    if (current === null) return
    const { name, seen } = current
    const missing = Object.keys(current.files).find((file) => !seen.has(file))
    if (missing !== undefined) throw new DamagedDataError(`${name}: ${missing} is missing in the archive.`)
    current = null
  }

  return {
    records,
    add({ name, content }: ArchiveEntry): void {
      const { release, file } = parseReleaseEntry(name)
      if (file === null) {
        finish()
        const record = content.toString()
        records.set(release, record)
        current = { name: release, files: parseFiles(record), seen: new Set() }
        return
      }
      if (current?.name !== release)
        throw new DamagedDataError(`${name} is not after the record of its release.`)
      const integrity = current.files[file]?.integrity // copies and deltas have none
      if (integrity !== undefined && !hasIntegrity(content, integrity))
        throw new DamagedDataError(`${release}: ${file} differs from what was published.`)
      current.seen.add(file)
      files += 1
      bytes += content.length
    },
    getCounts(): Manifest['releases'] {
      finish()
      return { count: records.size, files, bytes }
    },
  }
}

/** `file` is null for the record of a release. */
export function parseReleaseEntry(name: string): { readonly release: string; readonly file: string | null } {
  const [, app = '', id = '', ...rest] = name.split('/')
  const path = rest.join('/')
  const isFile = path.startsWith(entryNames.releaseFiles)
  if (!isFile && path !== entryNames.releaseRecord)
    throw new DamagedDataError(`The archive has an unexpected entry ${JSON.stringify(name)}.`)
  return { release: `${app}/${id}`, file: isFile ? path.slice(entryNames.releaseFiles.length) : null }
}
