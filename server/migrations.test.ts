import { emptyEvidence } from '@portico/protocol/rollout/evidence.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { createRollout, parseRolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database/open-database.ts'
import { migrations } from './migrations.ts'
import { planeMigrations } from './plane-migrations.ts'
import { emptyDiscovery } from './releases/changes/discovery-repository.ts'
import { describeOnDatabases } from './testing/describe-databases.ts'
import { testDatabases } from './testing/test-database.ts'

describe.each(testDatabases)('a database on $kind', ({ createEmpty }) => {
  test.each([
    { of: 'the rollout plane alone', by: 'a site', first: planeMigrations, second: migrations },
    { of: 'a site', by: 'the rollout plane alone', first: migrations, second: planeMigrations },
  ])('of $of is not opened by $by', async ({ first, second }) => {
    const database = await createEmpty()
    await (await openDatabase(database, first)).close()
    await expect(openDatabase(database, second)).rejects.toThrow("don't open each other's database")
    await database.remove()
  })
})

describeOnDatabases('stored releases and rollouts of the time before the names became standard', (server) => {
  test('are read with the new names after the migration', async () => {
    const { db } = server()
    const record = JSON.stringify({ ahead: { heads: 1 }, provider: 'api.json', files: { provider: 2 } })
    const state = JSON.stringify({ stretchFrom: { loads: 3 } })
    await sql`insert into release (app, id, record, published_at) values ('old', '1', ${record}, 0)`.execute(
      db,
    )
    await sql`insert into document (revision, body, created_at) values (99, ${record}, 0)`.execute(db)
    await sql`insert into rollout (id, remote, status, state, started_at, changed_at, started_by)
      values ('r-old', 'old', 'completed', ${state}, 0, 0, 'a test')`.execute(db)
    await migrations['releases/0004-standard-names']?.(db)
    await migrations['rollouts/0003-standard-names']?.(db)
    const expected = { prerendered: { metadata: 1 }, apiDescription: 'api.json', files: { provider: 2 } }
    const read = async (query: ReturnType<typeof sql<{ json: string }>>) =>
      JSON.parse((await query.execute(db)).rows[0]?.json ?? '')
    expect(await read(sql`select record as json from release where app = 'old'`)).toEqual(expected)
    expect(await read(sql`select body as json from document where revision = 99`)).toEqual(expected)
    expect(await read(sql`select state as json from rollout where id = 'r-old'`)).toEqual({
      windowStart: { loads: 3 },
    })
  })
})

describeOnDatabases('releases of the time before rollbacks were limited to stable ones', (server) => {
  test('count as stable if a revision of the document says so', async () => {
    const { db } = server()
    await db.schema.alterTable('release').dropColumn('stable_at').execute()
    for (const id of ['1.0.0-00000000', '1.1.0-11111111', '1.2.0-22222222'])
      await sql`insert into release (app, id, record, published_at) values ('old', ${id}, '{}', 0)`.execute(
        db,
      )
    const stable = { ...emptyDiscovery, remotes: {} }
    const revisions = [
      stable,
      ...[
        ['1.0.0', '00000000'],
        ['1.1.0', '11111111'],
        ['1.0.0', '00000000'],
      ].map(([version, hash]) => ({
        ...stable,
        remotes: { old: { stable: { version, hash } } },
      })),
    ]
    for (const [revision, document] of revisions.entries())
      await sql`insert into document (revision, body, created_at)
        values (${200 + revision}, ${JSON.stringify(document)}, ${1_000 * revision})`.execute(db)
    await migrations['releases/0005-once-stable']?.(db)
    const rows = await db
      .selectFrom('release')
      .select(['id', 'stable_at'])
      .where('app', '=', 'old')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: '1.0.0-00000000', stable_at: 1_000 },
      { id: '1.1.0-11111111', stable_at: 2_000 },
      { id: '1.2.0-22222222', stable_at: null },
    ])
  })
})

describeOnDatabases('rollouts from before e-values looked for small rises', (server) => {
  const logE = [1, 2, 3, 4, 5, 6, 7]
  const widened = [0, 0, 1, 2, 0, 3, 4, 5, 6, 7]
  const arms = { canary: { loads: 50, failures: 2 }, stable: { loads: 950, failures: 1 } }
  const matched = { loads: 50, failures: 2, expectedFailures: 0.1 }

  async function migrate(id: string, evidence: object) {
    const { db } = server()
    const { evidence: _, ...rollout } = createRollout({ id, to: 'new', plan: getPlan('mid') }, 'old')
    await sql`insert into rollout (id, remote, status, state, started_at, changed_at, started_by)
      values (${id}, 'old', 'running', ${JSON.stringify({ ...rollout, evidence })}, 0, 0, 'a test')`.execute(
      db,
    )
    await migrations['rollouts/0004-small-ratios']?.(db)
    const { state } = await db
      .selectFrom('rollout')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return parseRolloutState(state).evidence
  }

  test('keep what they know', async () => {
    const old = {
      ...emptyEvidence,
      ...arms,
      ...{ logE, firstLogE: logE, families: { firefox: logE }, attack: logE, matched, share: 500 },
      signals: { error: { logE, stake: 1, canary: 2, stable: 3, matched: 2, expected: 1 } },
    }
    const evidence = await migrate('r-known', old)
    const { attack, signals, ...known } = evidence
    expect(known).toMatchObject({
      ...arms,
      logE: widened,
      firstLogE: widened,
      families: { firefox: widened },
    })
    expect([signals.error?.logE, attack[2], attack[9]]).toEqual([widened, 1, 7])
    expect(attack[4]).toBeCloseTo(1.105, 3)
  })

  test('from before browser families keep their counts', async () => {
    const evidence = await migrate('r-legacy', {
      ...{ ...arms, logE, matched, failingNetworks: ['a', 'b'], untilMs: 7 },
      open: { ...arms, atMs: 5, failingNetworks: ['b'] },
    })
    expect(evidence).toMatchObject({ ...arms, logE: widened, counted: { all: arms }, failingNetworks: 2 })
    expect(evidence).toMatchObject({ open: emptyEvidence.open, sinceMs: 7, untilMs: 7 })
  })
})
