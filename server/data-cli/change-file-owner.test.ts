import { chown, link, lstat, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publishSite } from '../testing/rollout-site.ts'
import { createTestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { changeFileOwner } from './change-file-owner.ts'
import { runDataCli } from './run-data-cli.ts'

const [sqlite] = testDatabases as readonly [(typeof testDatabases)[number]]
const SITE_SECRET = 'the secret of a site that has its own user'
const nobody = 65_534
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

async function run(DATA_DIR: string, ...args: readonly string[]): Promise<void> {
  const lines: string[] = []
  const print = (text: string) => lines.push(text)
  const environment = { DATA_DIR, SITE_SECRET }
  const exitCode = await runDataCli(args, {
    program: 'data',
    environment,
    folder: '/',
    callerFolder: '/',
    print,
    printError: print,
  })
  expect(exitCode, lines.join('\n')).toBe(0)
}

test.runIf(isRoot)('what root restores belongs to the user who runs the server', async () => {
  const source = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  const target = await sqlite.createEmpty()
  onTestFinished(async () => {
    await source.remove()
    await target.remove()
    await rm(folder, { recursive: true })
  })
  const server = await startTestServer(source, { SITE_SECRET })
  await publishSite(server, 'one')
  await server.stop()
  const archive = join(folder, 'whole.tar')
  await run(source.dataDir, 'backup', archive)

  // As systemd has it: a symbolic link of root to a folder of the service.
  await chown(target.dataDir, nobody, nobody)
  const dataDir = join(folder, 'data')
  await symlink(target.dataDir, dataDir)
  await run(dataDir, 'restore', archive)
  const names = await readdir(target.dataDir, { recursive: true })
  expect(names).toContain('portico.sqlite')
  const owners = await Promise.all(
    names.map(async (name) => `${name} ${(await lstat(join(target.dataDir, name))).uid}`),
  )
  expect(owners).toEqual(names.map((name) => `${name} ${nobody}`))
})

test.runIf(isRoot)('no file outside the data folder gets another owner through a link in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  onTestFinished(async () => {
    for (const path of [folder, dataDir]) await rm(path, { recursive: true })
  })
  const file = join(folder, 'file')
  await writeFile(file, '')
  await chown(dataDir, nobody, nobody)
  await symlink(file, join(dataDir, 'symbolic'))
  await symlink(folder, join(dataDir, 'folder'))
  await link(file, join(dataDir, 'hard'))
  await changeFileOwner(dataDir)
  expect((await lstat(file)).uid).toBe(0)
})
