import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { removeAbandonedFiles } from '../releases/storage/temporary-path.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { createTestBucket } from '../testing/s3-server.ts'
import { createTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { backUp } from './commands/backup.ts'
import { verifyArchive, verifySite } from './commands/verify.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? '20')
const timeout = 120_000 + rounds * 60_000 // a round takes seconds, on a busy machine many
// A backup copies all releases, so each takes longer than the last one, and 100 of one site would hardly end.
const backupsPerSite = 10
const secret = 'the secret of the site that is interrupted'
const main = join(import.meta.dirname, 'main.ts')

type Environment = Readonly<Record<string, string>>

function run(environment: Environment, ...args: readonly string[]) {
  const env = { ...environment, PATH: process.env.PATH ?? '', INIT_CWD: '/' }
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], { env })
}

/** Kills restores after longer and longer, until one is complete before it is killed. */
describe.each(testDatabases)('a restore on $kind', ({ create, createEmpty }) => {
  test.each(['folder', 's3'])(
    `that is killed ${rounds} times is complete or has not begun, with a %s store`,
    { timeout },
    async (store) => {
      const source = await createTestDatabase()
      const server = await startTestServer(source, { SITE_SECRET: secret })
      await publishSite(server, 'one', 'two', 'three')
      for (let minor = 1; minor <= 9; minor += 1)
        await createRolloutClient(server).publish('one', `1.${minor}.0`)
      const file = join(source.dataDir, 'backup.tar')
      await backUp(server.configuration, { file })
      await server.stop()

      const bucket = await createTestBucket()
      const target = await createEmpty()
      const environment: Environment = {
        DATA_DIR: target.dataDir,
        SITE_SECRET: secret,
        ...(target.databaseUrl !== null && { DATABASE_URL: target.databaseUrl }),
        ...(store === 's3' && bucket.environment),
      }
      const configuration = readConfiguration(environment, '/')
      const duration = await measure(environment, file)
      let complete = 0
      for (let round = 0; round < rounds; round += 1) {
        const child = run(environment, 'restore', file, '--replace')
        const ended = once(child, 'close')
        await Promise.race([ended, wait((duration * (round + 1)) / rounds)])
        child.kill('SIGKILL')
        await ended
        complete += child.exitCode === 0 ? 1 : 0
        expect((await verifySite(configuration)).problems).toEqual([])
      }
      expect(complete).toBeLessThan(rounds)
      await removeAbandonedFiles(target.dataDir)
      expect((await readdir(target.dataDir)).filter((name) => name.includes('.tmp'))).toEqual([])
      await Promise.all([source.remove(), target.remove(), bucket.remove()])
    },
  )

  test(`is possible from each of ${rounds} backups of a site that is written to`, { timeout }, async () => {
    for (let remaining = rounds; remaining > 0; remaining -= backupsPerSite)
      await backUpWhileWriting(await create(), Math.min(remaining, backupsPerSite))
  })
})

async function backUpWhileWriting(source: TestDatabase, backups: number): Promise<void> {
  const server = await startTestServer(source, { SITE_SECRET: secret, REMOTE_MAX_RELEASES: '100000' })
  await publishSite(server, 'one')
  const client = createRolloutClient(server)
  let isWriting = true
  const write = async () => {
    for (let minor = 1; isWriting; minor += 1) {
      const id = await client.publish('one', `1.${minor}.0`)
      await client.start('one', id, 'now')
    }
  }
  const writing = write()
  const { configuration } = server
  try {
    for (let backup = 0; backup < backups; backup += 1) {
      const file = join(source.dataDir, 'backup.tar')
      await backUp(configuration, { file, mayReplace: true })
      const { problems } = await verifyArchive(file, { secrets: configuration.secrets })
      expect(problems).toEqual([])
    }
  } finally {
    isWriting = false
    await writing
  }
  await server.stop()
  await source.remove()
}

async function measure(environment: Environment, file: string): Promise<number> {
  const start = Date.now()
  const child = run(environment, 'restore', file)
  await once(child, 'close')
  expect(child.exitCode).toBe(0)
  return Date.now() - start
}
