import { expect } from '@playwright/test'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { startSite } from '../site/start-site.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { visitFromAddress } from '../steps/visit-from-address.ts'

const StatusSchema = v.object({ rollout: RolloutSchema })

/** Starts a public site that trusts a proxy on 127.0.0.1, with a broken canary for half of its visitors. */
async function startBrokenCanary() {
  const site = await startSite({
    env: { PUBLIC_URL: 'http://site.example', ADDRESS_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' },
  })
  const team = createReleaseTeam(site)
  await team.startsCanary()
  await team.release('advance', remote, '--reason', 'a test')
  const { stable, canary } = (await team.document()).remotes[remote] ?? {}
  if (stable === undefined || canary === undefined) throw new Error(`${remote} has no canary.`)
  const load = {
    remote,
    rollout: canary.rollout,
    releases: { canary: getReleaseId(canary.release), stable: getReleaseId(stable) },
  }
  return {
    /** Visits the site through a proxy with the given address, each time from another network. Returns how many got the canary. */
    async visit(count: number, forwardsFrom: string) {
      const proxy = await startHangingProxy(site.origin, { forwardsFrom })
      const arms: string[] = []
      for (let network = 1; network <= count; network += 1)
        arms.push(await visitFromAddress(`127.0.${network}.1`, proxy.origin, load))
      proxy.stop()
      return arms.filter((arm) => arm === 'canary').length
    },
    readRollout: async () => v.parse(StatusSchema, (await team.release('status', remote)).output).rollout,
    stop: async () => (await site.stop()).output,
  }
}

test('a broken canary is rolled back behind a trusted proxy; behind another one nothing is decided, and the site says why', {
  tag: '@soak',
}, async () => {
  const site = await startBrokenCanary()
  const untrusted = 60 // about 30 of them fail, which would be enough
  await test.step('behind a proxy that TRUST_PROXY does not name nothing is decided', async () => {
    expect(await site.visit(untrusted, '127.0.0.2')).toBeGreaterThan(10)
    await expect
      .poll(async () => (await site.readRollout()).dropped['untrusted-proxy'])
      .toBeGreaterThanOrEqual(50)
    expect((await site.readRollout()).status).toBe('running')
  })
  await test.step('behind the trusted proxy the canary is rolled back', async () => {
    await site.visit(90, '127.0.0.1') // about 45 of them fail, unless the canary is rolled back before
    await expect.poll(async () => (await site.readRollout()).status).toBe('rolled-back')
    const { networks, dropped } = await site.readRollout()
    expect(networks.failing).toBeGreaterThanOrEqual(networks.needed)
    expect(networks.needed).toBeLessThan(untrusted / 2)
    expect(dropped['untrusted-proxy']).toBeLessThanOrEqual(untrusted)
  })
  const warnings = (await site.stop()).match(/forwarded by a proxy that TRUST_PROXY does not name/g)
  expect(warnings).toHaveLength(1)
})
