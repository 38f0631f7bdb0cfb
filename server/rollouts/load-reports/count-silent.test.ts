import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { type Claim, createClaims } from './claims.ts'
import type { CountableLoad } from './count-load.ts'
import { countLoads } from './count-loads.ts'
import { countSilent } from './count-silent.ts'
import { createDrops } from './drops.ts'
import { storeClaims } from './store-claims.ts'

const minuteMs = 60_000

describeOnDatabases('silent pages', (server) => {
  let rollouts = 0

  /** A rollout of the shell: what its visitors do, and what is counted of it. */
  function prepare() {
    const { db } = server()
    rollouts += 1
    const rollout = `r-silent-${rollouts}`
    const create = (network: number, visitor = `visitor ${network}`): Claim => ({
      ...{ rollout, network: `network ${network}`, visitor },
    })
    const open = async (views: readonly Claim[]) => {
      const claims = createClaims() // of another server, or after a restart
      for (const view of views) claims.claim(view)
      await storeClaims(db, claims)
    }
    const watch = (claim: Claim, arm: 'canary' | 'stable', share = 500, agoMs = 3 * minuteMs): Claim => ({
      ...claim,
      shown: { at: Date.now() - agoMs, arm, share, family: share > 500 ? 'safari' : 'chromium' },
    })
    const report = (claim: Claim, arm: 'canary' | 'stable') => {
      const load: CountableLoad = {
        ...{ claim, rollout, arm, remote: 'shell', release: '2.0.0-22222222', share: 500, page: '' },
        ...{ isFailure: false, signal: null, vital: null, nonce: arm, issuedAt: Date.now(), at: Date.now() },
        ...{ family: 'other', isFromUntrustedProxy: false },
      }
      return countLoads(db, [load], createDrops())
    }
    const count = async () => {
      await countSilent(db)
      const rows = await db.selectFrom('load_count').selectAll().where('rollout', '=', rollout).execute()
      return rows.flatMap(({ family, canary_silent, stable_silent }) =>
        canary_silent + stable_silent === 0 ? [] : [[family, canary_silent, stable_silent]],
      )
    }
    return { db, create, open, watch, report, count }
  }

  test('count once in their arm, however many servers count, after two minutes', async () => {
    const { db, create, open, watch, count } = prepare()
    const canaries = Array.from({ length: 30 }, (_, at) => watch(create(at), 'canary'))
    const others = Array.from({ length: 20 }, (_, at) => watch(create(100 + at), 'stable'))
    await open([...canaries, ...others, watch(create(200), 'canary', 500, minuteMs), create(201)])
    await Promise.all([1, 2, 3, 4].map(() => countSilent(db)))
    expect(await count()).toEqual([['chromium', 30, 20]])
  })

  test('have answered once their visitor reports anything of their arm, and not later', async () => {
    const { create, open, watch, report, count } = prepare()
    const [heard, late, other, older] = [create(1), create(2), create(3), create(4)]
    await open([heard, late, other, older].map((claim) => watch(claim, 'canary')))
    await report(heard, 'canary')
    await report(create(3, 'another visitor'), 'canary')
    await report(older, 'stable')
    expect(await count()).toEqual([['chromium', 3, 0]])
    await report(late, 'canary')
    expect(await count()).toEqual([['chromium', 3, 0]])
  })

  test('are the first of each share, until one was silent', async () => {
    const { create, open, watch, report, count } = prepare()
    const [regular, silent] = [create(1), create(2)]
    await open([watch(regular, 'stable'), watch(silent, 'stable')])
    await report(regular, 'stable')
    expect(await count()).toEqual([['chromium', 0, 1]])
    await open([watch(regular, 'stable'), watch(create(1, 'another visitor'), 'canary', 2_500)])
    expect(await count()).toEqual([['chromium', 0, 1]])
    await open([watch(regular, 'canary', 2_500), watch(silent, 'canary', 2_500)])
    expect(await count()).toEqual([
      ['chromium', 0, 1],
      ['safari', 1, 0],
    ])
  })
})
