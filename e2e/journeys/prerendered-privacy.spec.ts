import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import {
  createAccount,
  createPerson,
  toCookieHeader,
  type VisitorState,
  visitorStates,
} from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { listForbiddenPieces, listPrerenderedPages, type PrerenderedPage } from '../site/prerendered-pages.ts'
import { getFolder, getRelease } from '../site/released-pages.ts'
import { hasNginx } from '../site/run-nginx.ts'
import { cacheHeader, startSharedCache } from '../site/shared-cache.ts'
import type { Site } from '../site/start-site.ts'
import { type RawResponse, sendRaw } from '../steps/send-raw.ts'

// The pages of the real releases: server/pages/visitor-states.test.ts has more paths and methods, and both databases.

interface Visitor {
  readonly name: string
  readonly state: VisitorState
  readonly cookie: string
}

let pages: PrerenderedPage[]
/** One of those that differ in their data alone. */
let samples: PrerenderedPage[]
let visitors: Visitor[]
let forbidden: Record<VisitorState, readonly string[]>

// In one worker: what is prepared for all of these tests takes longer than most of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ playwright, site, getStorageState }) => {
  pages = listPrerenderedPages(site.releases)
  samples = [...new Map(pages.map((page) => [`${page.code} ${page.visibleTo}`, page])).values()]
  visitors = await Promise.all(
    visitorStates.map(async (state) => ({
      name: state,
      state,
      cookie: toCookieHeader(await getStorageState(state)),
    })),
  )
  visitors.push(...(await createEndedSessions(playwright, site)))
  const forbiddenTo = async (state: VisitorState) => {
    const cookie = visitors.find((visitor) => visitor.state === state)?.cookie ?? ''
    const visible = await Promise.all(
      pages
        .filter(({ visibleTo }) => visibleTo.includes(state))
        .map(async ({ address }) => (await sendRaw(site.origin, address, { headers: { cookie } })).body),
    )
    return listForbiddenPieces(pages, visible.join('\n'), state)
  }
  forbidden = {
    'signed out': await forbiddenTo('signed out'),
    unverified: await forbiddenTo('unverified'),
    'signed in': await forbiddenTo('signed in'),
  }
})

/** Cookies of sessions that the server has known and that have ended since, in the database as by an administrator. */
async function createEndedSessions(
  playwright: PlaywrightWorkerArgs['playwright'],
  site: Site,
): Promise<Visitor[]> {
  const database = new DatabaseSync(join(site.dataDir, 'portico.sqlite'), { timeout: 10_000 })
  const ofUser = 'WHERE userId = (SELECT id FROM user WHERE email = ?)'
  const ends: Readonly<Record<string, (email: string, cookie: string) => Promise<unknown>>> = {
    'signed out since': (_email, cookie) =>
      fetch(site.origin + accountPaths.signOut, {
        method: 'POST',
        headers: { cookie, origin: site.origin, 'content-type': 'application/json' },
        body: '{}',
      }),
    revoked: async (email) => database.prepare(`DELETE FROM session ${ofUser}`).run(email),
    expired: async (email) =>
      database.prepare(`UPDATE session SET expiresAt = ? ${ofUser}`).run('2020-01-01T00:00:00.000Z', email),
  }
  const ended: Visitor[] = []
  for (const [name, end] of Object.entries(ends)) {
    const person = createPerson()
    const cookie = toCookieHeader(await createAccount(playwright, site.origin, { person, isVerified: true }))
    const open = async () => (await sendRaw(site.origin, '/about', { headers: { cookie } })).status
    expect(await open()).toBe(200)
    await end(person.email, cookie)
    await expect.poll(open, `a session that was ${name}`).toBe(303)
    ended.push({ name: `a session that was ${name}`, state: 'signed out', cookie })
  }
  database.close()
  return ended
}

/** Runs `check` for each item, a few at a time. */
async function forEach<Item>(items: readonly Item[], check: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await check(item)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

function expectPrivate({ body, headers }: RawResponse, { state }: Visitor, context: string): void {
  const leaked = forbidden[state].filter((piece) => body.includes(piece))
  expect(leaked, context).toEqual([])
  expect(headers['cache-control'], context).toMatch(/^private, no-(?:cache|store)(?:, no-transform)?$/)
}

/** Each visitor at each address. */
function listVisits(visited: readonly PrerenderedPage[]) {
  return visited.flatMap(({ address, visibleTo, pieces }) =>
    visitors.map((visitor) => ({ address, pieces, visitor, isVisible: visibleTo.includes(visitor.state) })),
  )
}

test('there is something to keep private', () => {
  const ofMembers = (page: PrerenderedPage) => page.visibleTo.join() === 'signed in'
  expect(pages.filter(ofMembers).length).toBeGreaterThan(20)
  expect(samples.filter(ofMembers).length).toBeGreaterThan(5)
  expect(forbidden['signed out'].length).toBeGreaterThan(100)
  expect(forbidden.unverified.length).toBeGreaterThan(100)
  expect(forbidden['signed in'].length).toBeGreaterThan(5)
})

test('visitors get the prerendered pages that they may see, and no part of the others', async ({ site }) => {
  await forEach(listVisits(pages), async ({ address, pieces, visitor, isVisible }) => {
    const context = `${address}, ${visitor.name}`
    const headers = { cookie: visitor.cookie }
    const response = await sendRaw(site.origin, address, { headers })
    expectPrivate(response, visitor, context)
    expect(response.status, context).toBe(isVisible ? 200 : 303)
    if (isVisible)
      expect(
        pieces.filter((piece) => response.body.includes(piece)),
        context,
      ).not.toEqual([])
    else expect(response.body, context).toBe('')
    if (!samples.some((page) => page.address === address)) return
    const head = await sendRaw(site.origin, address, { method: 'HEAD', headers })
    expect([head.status, head.body, head.headers['cache-control']], context).toEqual([
      response.status,
      '',
      response.headers['cache-control'],
    ])
  })
})

test('a tag that another visitor got does not make a page appear unchanged', async ({ site }) => {
  const tags = new Map<string, string[]>()
  const ownTags = new Map<string, unknown>()
  await forEach(listVisits(samples), async ({ address, visitor }) => {
    const { headers } = await sendRaw(site.origin, address, { headers: { cookie: visitor.cookie } })
    ownTags.set(`${address} ${visitor.name}`, headers.etag)
    if (typeof headers.etag === 'string') tags.set(address, [...(tags.get(address) ?? []), headers.etag])
  })
  await forEach(listVisits(samples), async ({ address, visitor, isVisible }) => {
    const own = ownTags.get(`${address} ${visitor.name}`)
    const others = (tags.get(address) ?? []).filter((tag) => tag !== own)
    for (const tag of new Set([...others, others.join(', '), ...(isVisible ? [] : ['*'])].filter(Boolean))) {
      const headers = { cookie: visitor.cookie, 'if-none-match': tag }
      const response = await sendRaw(site.origin, address, { headers })
      const context = `${address}, ${visitor.name}, ${tag}`
      expectPrivate(response, visitor, context)
      expect(response.status, context).toBe(isVisible ? 200 : 303)
    }
  })
})

test('no other way to write an address shows a page to a visitor who may not see it', async ({ site }) => {
  const addresses = [...new Set(samples.map(({ address }) => address))].filter(
    (address) => !address.includes('?'),
  )
  const requests = addresses.flatMap((address) =>
    visitors.slice(0, 2).flatMap((visitor) => writeOddly(address).map((path) => ({ path, visitor }))),
  )
  await forEach(requests, async ({ path, visitor }) => {
    const response = await sendRaw(site.origin, path, { headers: { cookie: visitor.cookie } })
    expectPrivate(response, visitor, `${path}, ${visitor.name}`)
  })
})

function writeOddly(address: string): string[] {
  const hex = (text: string) => `%${text.charCodeAt(0).toString(16)}`
  const [, first = '', rest = ''] = /^\/(.?)(.*)$/s.exec(address) ?? []
  return [
    `/${address}`,
    `${address}/`,
    `${address}//`,
    address.toUpperCase(),
    `/.${address}`,
    `/x/..${address}`,
    `/%2e${address}`,
    `${address}%2e`,
    `/%2f${address.slice(1)}`,
    `${address}%2f`,
    `${address}%20`,
    `${address}%00`,
    `${address};x`,
    `${address}?`,
    `${address}?next=${address}`,
    `${address}%3fq`,
    ...(first === '' ? [] : [`/${hex(first)}${rest}`, `/%25${hex(first).slice(1)}${rest}`]),
  ]
}

test('a cache that visitors share keeps no page, and does keep release files', async ({ site }) => {
  test.skip(!hasNginx, 'needs nginx, which plays the cache: install nginx, or nginx-light on Debian')
  const cache = await startSharedCache(site.origin)
  try {
    const file = getFolder(site.releases, 'account') + getRelease(site.releases, 'account').entry.file
    const kept: unknown[] = []
    for (let time = 0; time < 2; time += 1)
      kept.push((await sendRaw(cache.origin, file)).headers[cacheHeader])
    expect(kept).toEqual(['MISS', 'HIT'])
    // Everyone comes before and after everyone else.
    for (const order of [visitors.toReversed(), visitors]) {
      for (const visitor of order) {
        await forEach(samples, async ({ address, visibleTo }) => {
          const context = `${address}, ${visitor.name}`
          const response = await sendRaw(cache.origin, address, { headers: { cookie: visitor.cookie } })
          expectPrivate(response, visitor, context)
          expect(response.status, context).toBe(visibleTo.includes(visitor.state) ? 200 : 303)
          expect(response.headers[cacheHeader], context).toBe('MISS')
        })
      }
    }
  } finally {
    await cache.stop()
  }
})
