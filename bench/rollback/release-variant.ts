import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { copyProject } from '@portico/tools/testing/copy-project.ts'
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

/** Packs a built remote under another version. Browsers can't run it, because its files still contain the old version. */
export async function packVariant(remote: string, version: string): Promise<Archive> {
  return withTemporaryFolder(async (folder) => {
    writeVariant(remote, join(folder, 'built'), { ...readBuiltRecord(remote), version, hash: '11111111' })
    return pack(join(folder, 'built'), folder)
  })
}

/** Builds and packs a remote under another version. */
export async function buildVariant(remote: string, version: string): Promise<Archive> {
  const project = copyProject()
  try {
    const file = join(project.root, `remote-${remote}`, 'package.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }))
    const bin = join(root, 'node_modules/.bin/rsbuild')
    await run(bin, ['build', '--environment', remote], { cwd: project.root })
    return await withTemporaryFolder((folder) => pack(join(project.root, 'dist', remote), folder))
  } finally {
    project.remove()
  }
}

type Archive = Uint8Array<ArrayBuffer>

async function pack(built: string, folder: string): Promise<Archive> {
  await run('tar', ['-czf', join(folder, 'release.tgz'), '-C', built, '.'])
  return new Uint8Array(readFileSync(join(folder, 'release.tgz')))
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-release-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
