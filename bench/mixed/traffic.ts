import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import type { Call } from './client.ts'

type MakeCall = () => Call

const attackers = 16 // networks
const visitorNetworks = 4_000
const isOk = (status: number) => [200, 303, 304].includes(status) // 303: a visitor without a session is led to the form

/** An address of a visitor, as the proxy forwards it. */
export function pickVisitorAddress(): string {
  const network = Math.floor(Math.random() * visitorNetworks)
  return `100.${network >> 8}.${network & 255}.7`
}

/** What visitors of a site request, in the shares of a usual page view: mostly release files, then pages. */
export async function createVisitors(origin: string, cookie: string): Promise<MakeCall> {
  const html = await (await fetch(origin)).text()
  const scripts = [...html.matchAll(/\/r\/shell\/[^"]+\.(?:js|css|woff2)/g)].map(([file]) => file)
  const entries = readPageData(html).remotes.map(
    ({ name, release }) => getReleaseFolder(name, getReleaseId(release)) + release.entry.file,
  )
  const files = [...new Set([...scripts, ...entries])]
  const get = (path: string, headers = {}): Call => ({
    path,
    headers: { 'x-forwarded-for': pickVisitorAddress(), 'accept-encoding': 'br', ...headers },
    isExpected: isOk,
  })
  const pick = <T>(all: readonly T[], otherwise: T) =>
    all[Math.floor(Math.random() * all.length)] ?? otherwise
  return choose([
    [45, () => get(pick(files, '/'))],
    [25, () => get(pick(['/', '/projects', '/api/download', '/about'], '/'))],
    [12, () => get('/api/download', { cookie })],
    [8, () => get(accountPaths.session, { cookie })],
    [6, () => get(paths.discovery)],
    [2, () => get(paths.figures)],
    [2, () => get(paths.healthReady)],
  ])
}

const rejected = new Set([204, 400, 401, 403, 404, 405, 413, 429, 503])
const isRejected = (status: number) => rejected.has(status)
const json = { 'content-type': 'application/json' }

/** What an attacker sends: guessed passwords and tokens, forged reports, addresses that don't exist. */
export function createAttackers(origin: string): MakeCall {
  const from = () => ({ 'x-forwarded-for': `45.9.${Math.floor(Math.random() * attackers)}.1` })
  const post = (path: string, body: object, headers = {}): Call => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { ...json, ...from(), origin, ...headers },
    isExpected: isRejected,
  })
  const random = () => Math.random().toString(36).slice(2)
  return choose([
    [35, () => post(accountPaths.signIn, { login: `ada${random()}`, password: random() })],
    [10, () => post(accountPaths.signIn, { login: 'ada', password: random() })],
    [15, () => post(paths.beacon, { schemaVersion: 2, token: random(), revision: 1, loads: [] })],
    [15, () => post(paths.rollouts, {}, { authorization: `Bearer ${random()}` })],
    [
      10,
      () => ({
        path: `/r/shell/1.0.0-${random()}/../../${random()}`,
        headers: from(),
        isExpected: isRejected,
      }),
    ],
    [15, () => ({ path: `/${random()}.php?${random()}`, headers: from(), isExpected: isRejected })],
  ])
}

/** Chooses one of these at random, by their shares, which add up to 100. */
function choose(shares: readonly (readonly [share: number, make: MakeCall])[]): MakeCall {
  const [first] = shares
  return () => {
    let remaining = Math.random() * 100
    for (const [share, make] of shares) {
      remaining -= share
      if (remaining < 0) return make()
    }
    return first?.[1]() ?? { path: '/', isExpected: isOk }
  }
}
