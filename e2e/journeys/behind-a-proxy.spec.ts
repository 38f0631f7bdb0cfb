import { expect } from '@playwright/test'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { RolloutSchema } from '@portico/shared/rollout/rollout-record.ts'
import * as v from 'valibot'
import { releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { startSite } from '../site/start-site.ts'
import { visitFrom } from '../steps/distant-visitor.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const StatusSchema = v.object({ rollout: RolloutSchema })

/** Starts a public site behind a proxy, with a broken canary for half of its visitors. */
async function startBrokenCanary(env: Readonly<Record<string, string>>) {
  const site = await startSite({
    env: { PUBLIC_URL: 'http://site.example', ADDRESS_LIMIT_FACTOR: '1', ...env },
  })
  const proxy = await startHangingProxy(site.origin, { forwards: true })
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
    /** Visits the site through the proxy, each time from another network. */
    async visit(count: number) {
      const arms: string[] = []
      for (let network = 1; network <= count; network += 1)
        arms.push(await visitFrom(`127.0.${network}.1`, proxy.origin, load))
      return arms.filter((arm) => arm === 'canary').length
    },
    readRollout: async () => v.parse(StatusSchema, (await team.release('status', remote)).output).rollout,
    async stop() {
      proxy.stop()
      return (await site.stop()).output
    },
  }
}

test('behind a proxy that TRUST_PROXY does not name nothing is decided, and the site says why', async () => {
  test.slow() // starts its own site
  const site = await startBrokenCanary({})
  expect(await site.visit(60)).toBeGreaterThan(10)
  await expect
    .poll(async () => (await site.readRollout()).dropped['untrusted-proxy'])
    .toBeGreaterThanOrEqual(50)
  expect((await site.readRollout()).status).toBe('running')
  const warnings = (await site.stop()).match(/forwarded by a proxy that TRUST_PROXY does not name/g)
  expect(warnings).toHaveLength(1)
})

test('behind a trusted proxy a broken canary is rolled back', async () => {
  test.slow() // starts its own site
  const site = await startBrokenCanary({ TRUST_PROXY: '127.0.0.1' })
  await site.visit(90) // about 45 of them fail, unless the canary is rolled back before
  await expect.poll(async () => (await site.readRollout()).status).toBe('rolled-back')
  const { networks, dropped } = await site.readRollout()
  expect(networks.failing).toBeGreaterThanOrEqual(networks.needed)
  expect(dropped['untrusted-proxy']).toBe(0)
  await site.stop()
})
