import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { SessionResponseSchema } from '@portico/kit/session/session-record.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { readSetCookie } from '@portico/tools/testing/read-set-cookie.ts'
import * as v from 'valibot'
import { password } from './sign-up.ts'

/** What visitors of one rollout have reported, and how much of it was counted; shared by the workloads of all servers. */
interface ReportLedger {
  sent: number
  counted: number
}

/** An account whose creation a server has acknowledged, with the cookies of its session. */
interface Account {
  readonly username: string
  readonly cookie: string
}

interface Options {
  /** The admin token. */
  readonly token: string
  /** A rollout that stays in progress. */
  readonly rollout: Pick<Rollout, 'id' | 'remote' | 'from' | 'to'>
  readonly ledger: ReportLedger
  /** Different for each workload: usernames begin with it, and addresses follow from it. */
  readonly number: number
}

/** Visitors who, in turn, register, open a page and report how it loaded, even while servers crash. */
export function createVisitorWorkload({ token, rollout, ledger, number }: Options) {
  const accounts: Account[] = []
  const problems: string[] = []
  let count = 0
  let last = 'none'

  async function register(origin: string): Promise<void> {
    const username = `crash${number}x${count}`
    const response = await fetch(origin + accountPaths.signUp, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ username, email: `${username}@example.com`, password }),
    })
    await response.text()
    if (response.status === 201) accounts.push({ username, cookie: readCookies(response) })
    else if (response.status !== 503) problems.push(`${username}: ${response.status}`)
  }

  async function report(origin: string): Promise<void> {
    const network = { 'x-forwarded-for': `${10 + number}.${Math.floor(count / 250)}.${count % 250}.1` }
    const first = await fetch(origin, { headers: network })
    await first.text()
    const cookie = readCookies(first)
    const page = await fetch(origin, { headers: { ...network, cookie } })
    const { remotes } = readPageData(await page.text())
    const arm = remotes.find(({ name }) => name === rollout.remote)?.arm
    const reportToken = readSetCookie(page, reportTokenCookie)
    if (arm === undefined || reportToken === undefined) return
    ledger.sent += 1
    const { remote, id, from, to } = rollout
    const success = { outcome: 'ok', phase: 'mount', ms: 100, fellBackTo: null }
    const load = { remote, release: arm === 'canary' ? to : from, rollout: id, arm, ...success }
    await fetch(origin + paths.beacon, {
      method: 'POST',
      headers: { ...network, cookie, 'content-type': 'text/plain' },
      body: JSON.stringify({ schemaVersion: 2, token: reportToken, revision: 1, loads: [load] }),
    })
  }

  /** What was counted once stays counted, and nothing is counted twice. */
  async function check(origin: string): Promise<void> {
    const before = ledger.counted
    const counted = await readCountedLoads(origin, { token, rollout: rollout.id })
    if (counted === null) return
    if (counted < before) problems.push(`${counted} loads are counted, ${before} were before`)
    if (counted > ledger.sent) problems.push(`${counted} loads are counted, ${ledger.sent} were sent`)
    ledger.counted = Math.max(ledger.counted, counted)
  }

  return {
    accounts,
    /** What must never happen. */
    problems,
    /** What the last visitor did. */
    readRequest: () => last,
    /** Sends requests until `isDone`; a request that a crash interrupts is simply not acknowledged. */
    async run(address: () => string, isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        count += 1
        try {
          for (const task of [register, report, check]) {
            if (isDone()) return
            last = `${task.name} at ${address()}`
            await task(address())
          }
        } catch (error) {
          if (!(error instanceof TypeError)) throw error // fetch rejects with it if there is no response
        }
      }
    },
  }
}

/** Loads of a rollout that are part of its evidence; null: the server could not tell. */
export async function readCountedLoads(
  origin: string,
  { token, rollout }: { readonly token: string; readonly rollout: string },
): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}${paths.rollouts}/${rollout}`, { headers })
  const body: unknown = await response.json()
  if (!response.ok) return null
  const { canary, stable } = v.parse(RolloutSchema, body).counts
  return canary.loads + stable.loads
}

/** Accounts that are gone, or in which the visitor is no longer signed in. */
export async function findLostAccounts(origin: string, accounts: readonly Account[]): Promise<string[]> {
  const lost: string[] = []
  for (const { username, cookie } of accounts) {
    const response = await fetch(origin + accountPaths.session, { headers: { cookie } })
    const { visitor } = v.parse(SessionResponseSchema, await response.json())
    if (visitor?.username !== username) lost.push(username)
  }
  return lost
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
