import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@portico/protocol/discovery/load-report.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { CreatedTokenSchema } from '@portico/protocol/tokens/token-api.ts'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import * as v from 'valibot'
import { buildRemote } from '../releases/build-remote.ts'
import { canaryDist, canaryVersion } from '../releases/derived-releases.ts'
import { root, type Site } from '../site/start-site.ts'
import { openFromNetwork } from './open-from-network.ts'
import { createReleaseTeam } from './release-team.ts'

/** What a site needs whose visitors come from networks of their own. */
export const networksEnvironment = { TRUST_PROXY: 'loopback' }

/** Where the release 2.1.0 of the weather throws. */
export const brokenPlace = 'forecast.ts:2'
const broken = `export function readForecast(city: string): number {
  throw new RangeError(city + ' has no forecast')
}
`
const route = `import { readForecast } from './forecast.ts'

export const Component = () => <button type="button" onClick={() => readForecast('Bern')}>Forecast</button>
`
/** Why ben has turned the portfolio off. */
export const offReason = 'the photos show somebody else'
const scopes = 'read,publish:*,rollout:*,rollback:*,switch:*,preview:*'
const visitors = 150
/** One fewer than a rollback by the site needs at 20 %: what happens is for people to decide. */
const failing = 10

const buildWeather = (version: string, hash: string, forecast: string) =>
  buildRemote({
    manifest: {
      name: 'weather',
      team: 'Weather team',
      contractVersion: 2,
      pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home' }],
    },
    version,
    hash,
    files: { 'pages/home/route.tsx': route, 'pages/home/forecast.ts': forecast },
  })

/** As a browser says it: the script and the position in it where the release throws. */
function findThrow(folder: string) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue
    const column = readFileSync(join(folder, file), 'utf8').indexOf('RangeError(') + 1
    if (column > 0) return { type: 'RangeError', file, line: 1, column, page: '/weather' }
  }
  throw new Error(`No script in ${folder} throws.`)
}

/**
 * Brings a site into the state that people on call find: a canary of the weather that throws and runs, one of the catalogue that the site
 * paused because its requests fail, an account release that everyone got at once, and the portfolio turned off. Returns the tokens of two
 * people.
 */
export async function prepareRollouts(site: Site) {
  const admin = createReleaseTeam(site)
  const createToken = async (name: string) =>
    v.parse(
      CreatedTokenSchema,
      (await admin.release('token', 'create', '--name', name, '--scopes', scopes)).output,
    )
  const [ana, ben] = [await createToken('ana'), await createToken('ben')]
  const team = createReleaseTeam(site, ana.secret)
  const run = async (...args: string[]) => {
    const { exitCode, output } = await team.release(...args)
    if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${exitCode} ${JSON.stringify(output)}`)
    return output
  }
  const publish = (name: string, folder: string) =>
    run('publish', name, '--folder', folder, '--no-browser', '--reason', 'checked in a browser before')
  const begin = async (name: string, version: string) => {
    await run('start', name, version, '--plan', 'low')
    return v.parse(RolloutSchema, await run('advance', name))
  }
  const accountDist = mkdtempSync(join(tmpdir(), 'portico-account-'))
  deriveRelease(join(root, 'dist', 'account'), accountDist, { version: canaryVersion, script: '' })
  await publish('account', accountDist)
  await run('start', 'account', canaryVersion, '--plan', 'now')
  await createReleaseTeam(site, ben.secret).release('off', 'portfolio', '--reason', offReason)
  await publish('weather', await buildWeather('1.0.0', '11111111', broken.replace('RangeError', 'Error')))
  await run('start', 'weather', '1.0.0', '--plan', 'now')
  const weatherDist = await buildWeather('2.1.0', '22222222', broken)
  await publish('weather', weatherDist)
  await publish('catalogue', canaryDist)
  const rollouts = [await begin('weather', '2.1.0'), await begin('catalogue', canaryVersion)]
  await sendVisits(site.origin, rollouts, findThrow(weatherDist))
  return { ana, ben }
}

type Thrown = ReturnType<typeof findThrow>

/** Sends what browsers report: `failing` of the weather's canary throw, and every request of the catalogue's fails. */
async function sendVisits(
  origin: string,
  rollouts: readonly v.InferOutput<typeof RolloutSchema>[],
  thrown: Thrown,
): Promise<void> {
  let throwing = 0
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const page = await openFromNetwork(`${origin}/api`, visitor)
    const report: Required<Pick<Report, 'loads' | 'signals' | 'errors'>> = {
      loads: [],
      signals: [],
      errors: [],
    }
    for (const { remote, id, from, to } of rollouts) {
      const arm = page.data.remotes.find(({ name }) => name === remote)?.arm ?? 'stable'
      const about = { remote, release: (arm === 'canary' ? to : from) ?? '', rollout: id, arm }
      report.loads.push({ ...about, outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null })
      if (arm === 'stable') continue
      if (remote === 'catalogue') report.signals.push({ ...about, signal: 'request' })
      else if (throwing < failing) {
        throwing += 1
        report.signals.push({ ...about, signal: 'error' })
        report.errors.push({ ...about, ...thrown })
      }
    }
    await page.report(report)
  }
}
