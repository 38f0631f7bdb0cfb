import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'

/** More saves than anyone makes between the requests for a page and for its entry. */
const maxEntries = 20
const nameLength = 16

/** The entries of the last builds, each under a name of its own: all builds have the same folder. */
export type KeptEntries = ReturnType<typeof createKeptEntries>

/** Keeps entries in memory, so that a page that was sent before a save gets the entry whose hash it names. */
export function createKeptEntries() {
  const entries = new Map<string, Buffer>()
  return {
    /** Keeps the entry of a build that is on disk. Returns the build with that name and the hash of what is kept. */
    keep({ folder, record }: BuiltRelease) {
      const bytes = readFileSync(join(folder, record.entry.file))
      const integrity = computeIntegrity(bytes)
      const file = `${basename(record.entry.file, '.js')}.${toName(integrity)}.js`
      entries.delete(file) // so that it is the newest
      entries.set(file, bytes)
      for (const old of [...entries.keys()].slice(0, -maxEntries)) entries.delete(old)
      return { folder, record: { ...record, entry: { file, integrity } } }
    },
    /** The bytes of the entry with this name; undefined: there is none, or it has become too old. */
    read: (file: string) => entries.get(file),
  }
}

function toName(integrity: string): string {
  const [, hash = ''] = /^sha256-(.+)=$/.exec(integrity) ?? []
  return hash.slice(0, nameLength).replaceAll('/', '_').replaceAll('+', '-')
}
