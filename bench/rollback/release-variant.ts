import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import { root } from '../root.ts'

const run = promisify(execFile)

/** The record of a built remote. */
export function builtRecord(remote: string): ReleaseRecord {
  const text = readFileSync(join(root, 'dist', remote, 'release.json'), 'utf8')
  return v.parse(v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema), text)
}

/** Copies a built remote into `folder` under another name or version: the same files, another record. */
export function writeVariant(remote: string, folder: string, changes: Partial<ReleaseRecord>): void {
  const record = { ...builtRecord(remote), ...changes }
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'dist', remote), folder, { recursive: true })
  const global = `portico_${record.remote.replaceAll('-', '_')}_${record.hash}`
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...record, global }))
}

/** A tar.gz of a built remote under another version. */
export async function packVariant(remote: string, version: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-release-'))
  try {
    writeVariant(remote, join(folder, 'built'), { version, hash: '11111111' })
    await run('tar', ['-czf', join(folder, 'release.tgz'), '-C', join(folder, 'built'), '.'])
    return new Uint8Array(readFileSync(join(folder, 'release.tgz')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
