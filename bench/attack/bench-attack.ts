import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { paths } from '@portico/kit/paths.ts'
import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { formatTable } from '@portico/tools/system/format-table.ts'
import * as v from 'valibot'
import { parseRuns } from '../report/parse-runs.ts'
import { createResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { createRolloutClient } from '../rollback/rollout-client.ts'
import { findRemote } from '../site/fetch-discovery.ts'
import { type Site, startSite } from '../site/start-site.ts'
import { attack, collectIds, type Goal, goals } from './scenarios.ts'

const networkCounts = [0, 1, 4, 16, 64]
/** Nobody with this many networks may change anything. */
const harmlessNetworks = 16
const settleMs = 4_000 // reports are stored twice a second and evaluated once
const clockSpeed = 120
const version = '9.0.0'

interface Attempt {
  readonly goal: Goal
  readonly networks: number
  readonly rollout: Rollout
  readonly hasChanged: boolean
}

/** Attacks rollouts on a real server from more and more networks, among organic visitors. */
export async function benchAttack(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { organic: { type: 'string', default: '150' } } })
  const organic = parseRuns(values.organic, 250)
  const site = await startSite({
    env: {
      PUBLIC_URL: 'http://site.example', // on a local site every visitor counts
      TRUST_PROXY: 'loopback',
      CLOCK_SPEED: String(clockSpeed),
    },
    nodeOptions: ['--import', pathToFileURL(join(import.meta.dirname, 'fast-clock.ts')).href],
  })
  const attempts: Attempt[] = []
  try {
    const remote = await findRemote(site.origin)
    await createRolloutClient(site).publish(remote, version)
    for (const goal of goals)
      for (const networks of networkCounts) {
        const run = attempts.length + 1
        const attempt = await runAttempt(site, { goal, networks, organic, run, remote })
        attempts.push(attempt)
        console.log(describeAttempt(attempt).join(', '))
      }
  } finally {
    await site.stop()
  }
  const head = ['goal', 'networks', 'canary', 'stable', 'reporting', 'failing', 'result']
  console.log(`\n${formatTable([head, ...attempts.map(describeAttempt)])}`)
  const harmless = attempts.filter(({ networks }) => networks <= harmlessNetworks)
  writeResults('attack', [
    createResultRow({
      name: `attacks with at most ${harmlessNetworks} networks that change what happens`,
      value: harmless.filter(({ hasChanged }) => hasChanged).length,
      unit: 'attacks',
      against: `${harmless.length} attempts`,
      other: harmless.length,
      target: 0,
    }),
  ])
}

interface AttemptOptions {
  readonly goal: Goal
  readonly networks: number
  readonly organic: number
  readonly run: number
  readonly remote: string
}

async function runAttempt(
  site: Site,
  { goal, networks, organic, run, remote }: AttemptOptions,
): Promise<Attempt> {
  const { rollOut, send } = createRolloutClient(site)
  const crowd = { run, networks, organic }
  const attackers = await collectIds(site, crowd)
  const started = await rollOut(remote, version, goal)
  await attack(site, { goal, rollout: started, attackers, crowd })
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const path = `${paths.rollouts}/${started.id}`
  const rollout = v.parse(RolloutSchema, await send('GET', path))
  const isStopped = rollout.status === 'paused' || rollout.status === 'rolled-back'
  const hasChanged =
    goal.expected === 'stopped' ? !isStopped : rollout.status !== 'running' || rollout.step !== started.step
  if (rollout.status === 'running' || rollout.status === 'paused')
    await send('POST', `${path}/rollback`, { reason: 'the next attack' })
  return { goal, networks, rollout, hasChanged }
}

function describeAttempt({ goal, networks, rollout, hasChanged }: Attempt): string[] {
  const { counts, networks: counted, status, share } = rollout
  const format = ({ loads, failures }: { loads: number; failures: number }) =>
    `${failures} of ${loads} failed`
  const result = `${status} at ${share / 100} %${hasChanged ? ': changed by the attack' : ''}`
  return [
    goal.name,
    String(networks),
    format(counts.canary),
    format(counts.stable),
    String(counted.reporting),
    `${counted.failing} of ${counted.needed}`,
    result,
  ]
}
