import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readAuditLog } from './testing/audit-log.ts'
import { writeRemote, writeShell } from './testing/builds.ts'
import { createWorkload, startLongRollout } from './testing/rollout-workload.ts'
import { startProcess, type TestProcess } from './testing/server-process.ts'
import { password } from './testing/sign-up.ts'
import { testDatabases } from './testing/test-database.ts'
import { createVisitorWorkload, findLostAccounts } from './testing/visitor-workload.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const patience = { timeout: 60_000, interval: 250 }
/** The jumps of the clock, in order: forwards and back, across the hour, the day and 25 hours. */
const jumps = [hourMs, -hourMs, dayMs, 0, -dayMs, 25 * hourMs, 0]

describe.each(testDatabases)('a server on $kind', ({ create }) => {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  /** A site with a rollout in progress, teams that release and visitors who register and report. */
  async function startSite() {
    const database = await create()
    cleanups.push(database.remove)
    const dist = join(database.dataDir, 'dist')
    writeShell(dist)
    for (const remote of ['one', 'two']) writeRemote(dist, remote)
    const start = async (aheadMs: number): Promise<TestProcess> => {
      const limits = { TRUST_PROXY: 'loopback', ADDRESS_LIMIT_FACTOR: '1000' }
      const started = await startProcess(database, dist, { ...limits, CLOCK_AHEAD_MS: String(aheadMs) })
      cleanups.push(started.kill)
      return started
    }
    const first = await start(0)
    const token = readAdminToken(database)
    const rollout = await startLongRollout('two', { token, origin: first.address })
    const teams = createWorkload('one', { token })
    const ledger = { sent: 0, counted: 0 }
    const visitors = createVisitorWorkload({ token, rollout, ledger, number: 1 })

    /** Teams release, visitors register, and their reports become evidence. */
    const expectProgress = async (address: () => string) => {
      const before = { changes: teams.acknowledged.length, accounts: visitors.accounts.length, ...ledger }
      await teams.run(address, () => teams.acknowledged.length >= before.changes + 4)
      await visitors.run(
        address,
        () => visitors.accounts.length > before.accounts && ledger.counted > before.counted,
      )
      expect(visitors.problems).toEqual([])
      expect(await findLostAccounts(address(), visitors.accounts)).toEqual([])
    }

    const expectIntactLog = async ({ address }: TestProcess) => {
      const { events, tampering } = await readAuditLog(async (path) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${address}${path}`, { headers })).json()
      })
      expect(tampering).toBeNull()
      expect(events.length).toBeGreaterThan(teams.acknowledged.length)
      expect((await fetch(address + paths.health)).status).toBe(200)
    }
    return { first, start, visitors, expectProgress, expectIntactLog }
  }

  test('keeps working when its clock jumps, and when it crashes while the clock is wrong', async () => {
    const { first, start, visitors, expectIntactLog, ...site } = await startSite()
    let server = first
    const expectProgress = () => site.expectProgress(() => server.address)
    await expectProgress()
    for (const aheadMs of jumps) {
      await server.setClock(aheadMs)
      await expectProgress()
    }
    for (const aheadMs of [dayMs, 0]) {
      // It leaves behind what it has locked and limited.
      await server.setClock(aheadMs)
      await expectProgress()
      await exhaustSignIns(server.address)
      await server.kill()
      server = await start(0)
      await expectProgress()
    }
    const { username } = visitors.accounts[0] ?? { username: '' }
    const signIn = () => post(server.address, accountPaths.signIn, { login: username, password })
    await vi.waitFor(async () => expect((await signIn()).status).toBe(200), { ...patience, timeout: 90_000 })

    await expectIntactLog(server)
  })

  test('shares its database with a server whose clock is wrong', async () => {
    const { first, start, expectProgress, expectIntactLog } = await startSite()
    const second = await start(0)
    let requests = 0
    const takeTurns = () => {
      requests += 1
      return requests % 2 === 0 ? first.address : second.address
    }
    for (const aheadMs of [10 * minuteMs, -10 * minuteMs, 25 * hourMs, -25 * hourMs, 0]) {
      await second.setClock(aheadMs)
      await expectProgress(takeTurns)
    }
    await second.setClock(dayMs)
    await expectProgress(() => second.address)
    await second.kill() // what it leaves behind ends tomorrow
    await expectProgress(() => first.address)
    await expectIntactLog(first)
  })

  /** Wrong passwords until the account's visitor has to wait. */
  async function exhaustSignIns(address: string): Promise<void> {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const login = { login: 'crash1x1', password: 'a wrong password' }
      if ((await post(address, accountPaths.signIn, login)).status === 429) return
    }
    expect.unreachable('Expected a limit of wrong passwords.')
  }
})

function post(origin: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin }
  return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
