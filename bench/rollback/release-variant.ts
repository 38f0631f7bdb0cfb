import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { deriveRelease, deriveShell } from '@portico/tools/testing/derive-release.ts'
import * as v from 'valibot'
import { root } from '../root.ts'

const run = promisify(execFile)

/** Reads the release record of a built remote. */
export function readBuiltRecord(remote: string): ReleaseRecord {
  const text = readFileSync(join(root, 'dist', remote, 'release.json'), 'utf8')
  return v.parse(v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema), text)
}

/** Copies a built remote into `folder` with another record, for instance another name or version. */
export function writeVariant(remote: string, folder: string, record: ReleaseRecord): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'dist', remote), folder, { recursive: true })
  const global = `portico_${record.remote.replaceAll('-', '_')}_${record.hash}`
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...record, global }))
}

/** Packs another release of a built remote or of the shell, which browsers can run. */
export async function packVariant(app: string, version: string): Promise<Archive> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-release-'))
  try {
    const derived = join(folder, 'derived')
    const built = join(root, 'dist', app)
    if (app === 'shell') deriveShell(built, derived, { version, change: (script) => `${script}\n//` })
    else deriveRelease(built, derived, { version, script: '' })
    await run('tar', ['-czf', join(folder, 'release.tgz'), '-C', derived, '.'])
    return new Uint8Array(readFileSync(join(folder, 'release.tgz')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Archive = Uint8Array<ArrayBuffer>
