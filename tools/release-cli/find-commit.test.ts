import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from '../system/run-command.ts'
import { findCommit } from './find-commit.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-commit-'))
afterEach(() => vi.unstubAllEnvs())

test('the commit is that of the pipeline, or else of the repository, with changes or without', async () => {
  vi.stubEnv('INIT_CWD', folder)
  vi.stubEnv('GIT_CEILING_DIRECTORIES', tmpdir())
  const hash = 'a'.repeat(40)
  expect(await findCommit({ environment: { CI_COMMIT_SHA: hash } })).toEqual({ commit: hash })
  expect(await findCommit({ environment: {} })).toEqual({})
  const git = (...args: string[]) => runCommand('git', args, { cwd: folder, output: 'return' })
  await git('init')
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
  await git(...author, 'commit', '--allow-empty', '-m', 'first')
  const head = (await git('rev-parse', 'HEAD')).trim()
  expect(await findCommit({ environment: {} })).toEqual({ commit: head })
  writeFileSync(join(folder, 'new.ts'), '')
  expect(await findCommit({ environment: {} })).toEqual({ commit: `${head}-dirty` })
  rmSync(folder, { recursive: true })
})
