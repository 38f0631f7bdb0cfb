import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { mebibyte } from '@portico/kit/contract/release-file.ts'
import { packTar } from '@portico/protocol/release/tar-archive.ts'
import { expect, test } from 'vitest'
import { readBuiltRelease } from './built-release.ts'
import { unpackRelease } from './unpack-release.ts'

test.each([
  [
    'more than a release has',
    async () => gzipSync(await packTar([[{ name: 'a.js' }, Buffer.alloc(64 * mebibyte)]])),
  ],
  ['no archive', async () => Buffer.from('<!doctype html>')],
])('%s is not unpacked', async (_what, pack) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-unpack-'))
  try {
    await expect(unpackRelease(await pack(), folder, readBuiltRelease)).rejects.toThrow(
      'at most 60 MiB unpacked',
    )
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
