import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { packRemote } from '../testing/archives.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { runDataCli } from './run-data-cli.ts'

const message = 'no incomplete file is left. Free some space'
const secret = 'the secret of a site on a full disk'
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A file system of its own with this much space. */
async function mountDisk(kibibytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-disk-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', folder])
  cleanups.push(async () => execFileSync('umount', [folder]))
  return folder
}

async function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const lines: string[] = []
  const print = (text: string) => lines.push(text)
  const terminal = { program: 'data', environment, folder: '/', callerFolder: '/', print, printError: print }
  return { exitCode: await runDataCli(args, terminal), output: lines.join('\n') }
}

// Only root may mount a disk.
const canMount = process.platform === 'linux' && process.getuid?.() === 0

// With the smaller one, not even the database fits.
test.runIf(canMount).each([1_024, 128])(
  'on a disk of %i KiB, a back-up and a restore fail, say so and leave nothing',
  async (kibibytes) => {
    const disk = await mountDisk(kibibytes)
    const source = await createTestDatabase()
    cleanups.push(source.remove)
    const server = await startTestServer(source, { SITE_SECRET: secret })
    await publishSite(server, 'one')
    const files = { 'font.woff2': randomBytes(1_500_000).toString('base64') }
    const big = await packRemote('one', { version: '1.1.0', hash: '11111111', files })
    const published = await createRolloutClient(server).archive('PUT', '/-/releases/one/1.1.0', big)
    expect(published.statusCode).toBe(201)
    const environment = { DATA_DIR: source.dataDir, SITE_SECRET: secret }
    const whole = join(source.dataDir, 'whole.tar')
    expect((await run(environment, 'backup', whole)).exitCode).toBe(0)

    const free = async () => {
      const { bavail, bsize } = await statfs(disk)
      return bavail * bsize
    }
    const empty = await free()
    const backup = await run(environment, 'backup', join(disk, 'backup.tar'))
    expect(backup.exitCode).toBe(1)
    expect(backup.output).toContain(message)
    expect(await readdir(disk)).toEqual([])
    expect(await free()).toBe(empty)

    // A restore replaces the database in one step at the end, so the site on the disk stays as it was.
    const target = { DATA_DIR: disk, SITE_SECRET: secret }
    const restored = await run(target, 'restore', whole)
    expect(restored.exitCode).toBe(1)
    expect(restored.output).toContain(message)
    expect((await readdir(disk, { recursive: true })).filter((name) => /\.tmp|sqlite/.test(name))).toEqual([])

    await server.stop()
  },
)
