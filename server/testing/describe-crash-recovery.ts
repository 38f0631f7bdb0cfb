import { globSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import * as v from 'valibot'
import { afterEach, expect, onTestFailed, test, vi } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { ensureLocal, parseFiles } from '../releases/storage/ensure-local.ts'
import { createFolderStore } from '../releases/storage/folder-store.ts'
import { readAuditLog } from './audit-log.ts'
import { writeRemote, writeShell } from './builds.ts'
import { type Acknowledged, createWorkload, startLongRollout } from './rollout-workload.ts'
import { createTestBucket, type TestBucket } from './s3-server.ts'
import { startProcess, type TestProcess } from './server-process.ts'
import { openTestDatabase, type TestDatabase, testDatabases } from './test-database.ts'
import { createVisitorWorkload, findLostAccounts, readCountedLoads } from './visitor-workload.ts'

const remotes = ['one', 'two'] as const
/** Its rollout stays in progress, and visitors report how it loads. */
const reported = 'three'
const patience = { timeout: 60_000, interval: 250 }

type Place = (typeof testDatabases)[number] & { readonly store: 'folder' | 's3' }

/** Every database with every release store. */
export const everyPlace: readonly Place[] = testDatabases.flatMap((database) =>
  (['folder', 's3'] as const).map((store) => ({ ...database, store })),
)

/**
 * Crashes one of two servers again and again while teams publish and roll out, and visitors register and report, and checks
 * that nothing acknowledged is lost and that the site recovers by itself.
 */
export function describeCrashRecovery(rounds: number, places: readonly Place[]): void {
  const timeout = 120_000 + rounds * 60_000
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  test.each(places)(
    `acknowledged changes survive ${rounds} crashes, on $kind and $store`,
    { timeout },
    async ({ create, store }) => {
      const database = await create()
      cleanups.push(database.remove)
      const bucket = store === 's3' ? await createTestBucket() : null
      if (bucket !== null) cleanups.push(bucket.remove)
      const environment = { ...bucket?.environment, TRUST_PROXY: 'loopback', ADDRESS_LIMIT_FACTOR: '1000' }
      const dist = join(database.dataDir, 'dist')
      writeShell(dist)
      for (const remote of [...remotes, reported]) writeRemote(dist, remote)
      const servers: TestProcess[] = []
      const start = async (at: number) => {
        const server = await startProcess(database, dist, environment)
        cleanups.push(server.kill)
        servers[at] = server
      }
      for (const at of [0, 1]) await start(at)
      const token = readAdminToken(database)
      const workloads = remotes.map((remote) => createWorkload(remote, { token }))
      const getAddress = (at: number) => servers[at]?.address ?? ''
      const rollout = await startLongRollout(reported, { token, origin: getAddress(0) })
      const ledger = { sent: 0, counted: 0 }
      const visitors = remotes.map((_, number) => createVisitorWorkload({ token, rollout, ledger, number }))
      let isOver = false
      cleanups.push(async () => {
        isOver = true
      })
      const run = (at: number, isDone: () => boolean) =>
        Promise.all(
          [workloads[at], visitors[at]].map((workload) =>
            workload?.run(
              () => getAddress(at),
              () => isOver || isDone(),
            ),
          ),
        )
      let progress = ''
      onTestFailed(({ task }) => {
        const errors = task.result?.errors?.map(({ stack, message }) => stack ?? message) ?? []
        const requests = [...workloads, ...visitors].map(
          (workload) => `last request: ${workload.readRequest()}`,
        )
        const outputs = servers.map((server, at) => `server ${at}:\n${readLastLines(server)}`)
        console.error([`${task.name}: ${progress}`, ...errors, ...requests, ...outputs].join('\n'))
      })

      for (let round = 0; round < rounds; round += 1) {
        progress = `round ${round + 1} of ${rounds}`
        const victim = round % 2
        const watched = workloads[1 - victim]
        const before = watched?.acknowledged.length ?? 0
        let isCrashed = false
        // The other server's responses decide when: at that moment the victim may be in the middle of any request.
        const isTimeToCrash = () => (watched?.acknowledged.length ?? 0) >= before + 2 + ((round * 7) % 5)
        const crash = async () => {
          await run(1 - victim, isTimeToCrash)
          await servers[victim]?.kill()
          isCrashed = true
        }
        await Promise.all([run(victim, () => isCrashed), crash()])
        await start(victim)
        expect(visitors.flatMap(({ problems }) => problems)).toEqual([])
      }
      progress = `after ${rounds} rounds`

      const { events, tampering } = await readAuditLog(async (path) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${servers[0]?.address}${path}`, { headers })).json()
      })
      expect(tampering).toBeNull()
      const acknowledged = workloads.flatMap((workload) => workload.acknowledged)
      expect(acknowledged.length).toBeGreaterThan(rounds)
      expect(findMissing(acknowledged, events)).toEqual([])
      const accounts = visitors.flatMap((visitor) => visitor.accounts)
      expect(accounts.length).toBeGreaterThan(rounds)
      for (const { address } of servers) {
        expect(await findLostAccounts(address, accounts)).toEqual([])
        await vi.waitFor(async () => expect((await fetch(address + paths.health)).status).toBe(200), patience)
      }
      // Rollouts are still evaluated: new reports become evidence.
      for (const [at, visitor] of visitors.entries()) {
        const { counted } = ledger
        await visitor.run(
          () => getAddress(at),
          () => ledger.counted > counted,
        )
      }
      expect(await readCountedLoads(getAddress(0), { token, rollout: rollout.id })).toBeGreaterThan(0)
      await expectConsistent(database)
      if (bucket !== null) await expectStored(database, bucket)
    },
  )
}

function readLastLines(server: TestProcess): string {
  return server.readOutput().trimEnd().split('\n').slice(-20).join('\n')
}

/** Acknowledged changes that the audit log lacks. */
function findMissing(acknowledged: readonly Acknowledged[], events: readonly AuditEvent[]): string[] {
  const count = (list: readonly string[]) =>
    list.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
  const logged = count(
    events.map(({ what, remote, rollout, after }) =>
      what === 'release.publish'
        ? `${what} ${v.parse(v.object({ id: v.string() }), after).id}`
        : `${what} ${remote} ${rollout}`,
    ),
  )
  const expected = count(
    acknowledged.map(({ what, remote, rollout, release }) => `${what} ${release ?? `${remote} ${rollout}`}`),
  )
  return [...expected].filter(([key, times]) => (logged.get(key) ?? 0) < times).map(([key]) => key)
}

/** Asserts that no revision is missing, that no share shrinks, and that every published release has its files. */
export async function expectConsistent(database: TestDatabase): Promise<void> {
  const { db, close } = await openTestDatabase(database)
  try {
    const rows = await db.selectFrom('document').selectAll().orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, at) => at + 1))
    const documents = rows.map(({ body }) => v.parse(DiscoveryDocumentSchema, JSON.parse(body)))
    for (const [at, document] of documents.entries()) expectNoDecrease(documents[at - 1], document)
    expect(globSync('releases/*/*.tmp', { cwd: database.dataDir })).toEqual([])
    const store = createFolderStore(database.dataDir)
    for (const { app, id, record } of await db.selectFrom('release').selectAll().execute())
      expect(await store.isIntact({ app, id, files: parseFiles(record), upload: null }), `${app}@${id}`).toBe(
        true,
      )
  } finally {
    await close()
  }
}

/** Another machine can download every release. */
async function expectStored(database: TestDatabase, bucket: TestBucket): Promise<void> {
  const { db, close } = await openTestDatabase(database)
  const dataDir = join(database.dataDir, 'another')
  const configuration = readConfiguration({ DATA_DIR: dataDir, ...bucket.environment }, '/')
  try {
    for (const { app, id } of await db.selectFrom('release').select(['app', 'id']).execute())
      expect(await ensureLocal({ db, configuration }, { app, id }), `${app}@${id}`).toBe(true)
  } finally {
    await close()
  }
}

function expectNoDecrease(before: DiscoveryDocument | undefined, after: DiscoveryDocument): void {
  for (const [name, { canary }] of Object.entries(after.remotes)) {
    const was = before?.remotes[name]?.canary
    if (was !== undefined && was.rollout === canary?.rollout)
      expect(canary.share, `${name} in revision ${after.revision}`).toBeGreaterThanOrEqual(was.share)
  }
}
