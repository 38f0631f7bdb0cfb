import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import { findBrokenEvent } from '@portico/shared/rollout/audit-chain.ts'
import { type AuditEvent, EventsSchema } from '@portico/shared/rollout/rollout-api.ts'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { writeRemote, writeShell } from '../testing/builds.ts'
import { type Acknowledged, createRolloutClient } from '../testing/rollout-client.ts'
import { makeTestBucket, type TestBucket } from '../testing/s3-server.ts'
import { startProcess, type TestProcess } from '../testing/server-process.ts'
import { openTestDatabase, type TestDatabase, testDatabases } from '../testing/test-database.ts'
import { ensureLocal } from './storage/ensure-local.ts'

// KILL_ROUNDS=50 is the long run.
const rounds = Number(process.env.KILL_ROUNDS ?? '3')
const timeout = 120_000 + rounds * 20_000
const remotes = ['one', 'two'] as const

const running: TestProcess[] = []
const places: TestDatabase[] = []
const buckets: TestBucket[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill()
  for (const place of places.splice(0)) await place.remove()
  for (const bucket of buckets.splice(0)) await bucket.remove()
})

const runs = testDatabases.flatMap((database) =>
  (['folder', 's3'] as const).map((store) => ({ ...database, store })),
)

describe.each(runs)(
  'two servers of which one is killed again and again, on $kind and $store',
  ({ create, store }) => {
    test('lose nothing that was acknowledged, and leave the chain whole', { timeout }, async () => {
      const place = await create()
      places.push(place)
      const bucket = store === 's3' ? await makeTestBucket() : null
      if (bucket !== null) buckets.push(bucket)
      const environment = bucket?.environment ?? {}
      const dist = join(place.dataDir, 'dist')
      writeShell(dist)
      for (const remote of remotes) writeRemote(dist, remote)
      const servers = [
        await startProcess(place, dist, environment),
        await startProcess(place, dist, environment),
      ]
      running.push(...servers)
      const token = readFileSync(join(place.dataDir, 'admin-token'), 'utf8').trim()
      const lanes = remotes.map((remote) => createRolloutClient(remote, { token }))

      for (let round = 0; round < rounds; round += 1) {
        const victim = round % 2
        const [watched, cut] = [lanes[1 - victim], lanes[victim]]
        const before = watched?.acknowledged.length ?? 0
        let isOver = false
        // The other server's answers say when: at that moment the victim is anywhere in a call of its own.
        const enough = () => (watched?.acknowledged.length ?? 0) >= before + 2 + ((round * 7) % 5)
        const cutting = cut?.run(
          () => servers[victim]?.address ?? '',
          () => isOver,
        )
        await watched?.run(() => servers[1 - victim]?.address ?? '', enough)
        await servers[victim]?.kill()
        isOver = true
        await cutting
        const again = await startProcess(place, dist, environment)
        running.push(again)
        servers[victim] = again
      }

      const address = servers[0]?.address ?? ''
      const events = await readChain(address, token)
      expect(await findBrokenEvent(events)).toBeNull()
      const acknowledged = lanes.flatMap((lane) => lane.acknowledged)
      expect(acknowledged.length).toBeGreaterThan(rounds)
      expect(missingOf(acknowledged, events)).toEqual([])
      await expectWhole(place)
      if (bucket !== null) await expectStored(place, bucket)
    })
  },
)

async function readChain(address: string, token: string): Promise<AuditEvent[]> {
  const all: AuditEvent[] = []
  for (;;) {
    const response = await fetch(`${address}/-/events?since=${all.at(-1)?.seq ?? 0}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { events, last } = v.parse(EventsSchema, await response.json())
    all.push(...events)
    if (events.length === 0 || all.at(-1)?.seq === last) return all
  }
}

/** What was acknowledged and is not in the chain. */
function missingOf(acknowledged: readonly Acknowledged[], events: readonly AuditEvent[]): string[] {
  const count = (list: readonly string[]) =>
    list.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
  const said = count(
    events.map(({ what, remote, rollout, after }) =>
      what === 'release.publish'
        ? `${what} ${v.parse(v.object({ id: v.string() }), after).id}`
        : `${what} ${remote} ${rollout}`,
    ),
  )
  const expected = count(
    acknowledged.map(({ what, remote, rollout, release }) => `${what} ${release ?? `${remote} ${rollout}`}`),
  )
  return [...expected].filter(([key, times]) => (said.get(key) ?? 0) < times).map(([key]) => key)
}

async function expectWhole(place: TestDatabase): Promise<void> {
  const { db, close } = await openTestDatabase(place)
  try {
    const rows = await db.selectFrom('document').selectAll().orderBy('revision').execute()
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, at) => at + 1))
    const documents = rows.map(({ body }) => v.parse(DiscoveryDocumentSchema, JSON.parse(body)))
    for (const [at, document] of documents.entries()) expectNoShrinking(documents[at - 1], document)
    expect(globSync('releases/*/*.tmp', { cwd: place.dataDir })).toEqual([])
    for (const { app, id, record } of await db.selectFrom('release').selectAll().execute()) {
      const { files } = v.parse(v.object({ files: v.record(v.string(), v.unknown()) }), JSON.parse(record))
      for (const file of Object.keys(files))
        expect(existsSync(join(place.dataDir, 'releases', app, id, file)), `${app}@${id} ${file}`).toBe(true)
    }
  } finally {
    await close()
  }
}

/** Another machine finds every release in the store. */
async function expectStored(place: TestDatabase, bucket: TestBucket): Promise<void> {
  const { db, close } = await openTestDatabase(place)
  const dataDir = join(place.dataDir, 'another')
  const configuration = readConfiguration({ DATA_DIR: dataDir, ...bucket.environment }, '/')
  try {
    for (const { app, id } of await db.selectFrom('release').select(['app', 'id']).execute())
      expect(await ensureLocal({ db, configuration }, { app, id }), `${app}@${id}`).toBe(true)
  } finally {
    await close()
  }
}

function expectNoShrinking(before: DiscoveryDocument | undefined, after: DiscoveryDocument): void {
  for (const [name, { canary }] of Object.entries(after.remotes)) {
    const was = before?.remotes[name]?.canary
    if (was !== undefined && was.rollout === canary?.rollout)
      expect(canary.share, `${name} in revision ${after.revision}`).toBeGreaterThanOrEqual(was.share)
  }
}
