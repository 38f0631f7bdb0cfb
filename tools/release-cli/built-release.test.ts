import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CommandFailed } from '../system/run-command.ts'
import { copyProject } from '../testing/copy-project.ts'
import { type BuiltRelease, packRelease } from './built-release.ts'
import { describeBuildFailure } from './repository-project.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-pack-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const built = (): BuiltRelease => ({ folder, record: { files: {} } as BuiltRelease['record'] }) // packing reads nothing else

test('the archive holds every file by its relative name, except gzip copies and source maps that the record doesn’t list', async () => {
  mkdirSync(join(folder, 'media'))
  writeFileSync(join(folder, 'remote.js'), 'entry')
  for (const ending of ['.map', '.br', '.gz']) writeFileSync(join(folder, `remote.js${ending}`), '{}')
  writeFileSync(join(folder, 'media/a.svg'), '<svg/>')
  writeFileSync(join(folder, 'home.js.map'), '{}')
  const listed = { integrity: '', bytes: 2 }
  const record = { files: { 'home.js.map': listed } } as BuiltRelease['record'] & { files: object }
  const tar = gunzipSync(await packRelease({ folder, record })).toString('latin1')
  expect(tar).toContain('home.js.map\0')
  expect(tar).toContain('media/a.svg\0')
  expect(tar).toContain('remote.js\0')
  expect(tar).toContain('remote.js.br\0')
  expect(tar).not.toMatch(/remote\.js\.(?:map|gz)/)
  expect(tar).not.toContain(folder)
})

test('a symbolic link is named instead of being left out', async () => {
  mkdirSync(join(folder, 'media'))
  symlinkSync(join(folder, 'media'), join(folder, 'pictures'))
  await expect(packRelease(built())).rejects.toThrow(
    `${join(folder, 'pictures')} is a symbolic link, and a release contains files only.`,
  )
})

test('equal files give equal archives', async () => {
  writeFileSync(join(folder, 'b.js'), '1')
  writeFileSync(join(folder, 'a.js'), '2')
  expect(await packRelease(built())).toEqual(await packRelease(built()))
})

test('a chunk that is named like its remote gets an error that says what to rename', () => {
  const output =
    '× It\'s not allowed to load an initial chunk on demand. The chunk name "account" is already used by an entrypoint.'
  const failed = new CommandFailed('rsbuild build --environment account', 1, output)
  expect(String(describeBuildFailure(failed, 'account'))).toContain(
    'remote-account has a chunk named "account"',
  )
  expect(describeBuildFailure(failed, 'catalogue')).toBe(failed)
})

test('a failed build says why on stderr, because stdout is the JSON of the result', {
  timeout: 120_000,
}, async () => {
  const project = copyProject()
  await project.addRemote('account', 'guestbook')
  writeFileSync(join(project.root, 'remote-guestbook', 'manifest.ts'), 'export const manifest = {')
  const args = [
    '--disable-warning=ExperimentalWarning',
    'tools/cli/release.ts',
    'check',
    'guestbook',
    '--json',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project.root })
  project.remove()
  expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' })
  expect(stderr.toString()).toContain('remote-guestbook/manifest.ts')
})
