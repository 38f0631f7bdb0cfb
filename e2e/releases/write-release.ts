import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'

/** A release with one handwritten file, so that a test can break it anywhere. */
export interface WrittenRelease {
  /** Expression of the page's component; `React` is the shell's. */
  readonly component: string
  /** Runs when the exposed module is evaluated. */
  readonly onEvaluation?: string
  /** Runs when the entry is evaluated. */
  readonly onEntry?: string
  readonly pages?: ReleaseRecord['pages']
  /** 99.0.0 by default. */
  readonly version?: string
}

const defaultPages: ReleaseRecord['pages'] = [
  { path: '/', access: 'open', title: 'HomePage', js: [], css: [] },
]

/** Writes a release to `folder`, of the remote that was built in `builtFolder`. */
export function writeRelease(
  folder: string,
  builtFolder: string,
  { component, onEvaluation = '', onEntry = '', pages = defaultPages, version = '99.0.0' }: WrittenRelease,
): void {
  const { prerendered: _, ...built } = readRecord(builtFolder)
  const paths = JSON.stringify(pages.map(({ path }) => path))
  const hash = createHash('sha256').update([component, onEvaluation, onEntry, paths].join('\0')).digest('hex')
  const global = `written_${hash.slice(0, 8)}`
  // In a block, because two releases in a page share what scripts declare.
  const entry = `{${onEntry}
let scope
globalThis.${global} = {
  init(shared) { scope = shared },
  async get() {
    const React = (await Object.values(scope.react)[0].get())()
    return () => {
      ${onEvaluation}
      const Component = ${component}
      const routes = ${paths}.map((path) => ({ path, lazy: async () => ({ Component }) }))
      return { remote: { routes } }
    }
  },
}
}
`
  const file = { file: 'remote.js', integrity: computeIntegrity(entry) }
  const record: ReleaseRecord = {
    ...built,
    version,
    hash: hash.slice(0, 8),
    global,
    entry: file,
    pages,
    files: { [file.file]: { integrity: file.integrity, bytes: Buffer.byteLength(entry) } },
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file.file), entry)
  writeFileSync(join(folder, 'release.json'), JSON.stringify(record))
}

function readRecord(folder: string): ReleaseRecord {
  return v.parse(ReleaseRecordSchema, JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')))
}
