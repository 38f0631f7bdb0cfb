import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import {
  createVisitorCookies,
  createVisitorIds,
  getVisitorBucket,
  readVisitorId,
  signVisitorId,
} from '../../rollouts/visitors/visitor-id.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

let last = 0

describeWithServer('release selection', (server) => {
  const client = () => createRolloutClient(server())

  async function startRollout(plan = 'mid') {
    const remote = `remote${++last}`
    await publishSite(server(), remote)
    const to = await client().publish(remote, '1.1.0')
    const rollout = await client().start(remote, to, plan)
    return { ...rollout, remote, to }
  }

  const page = (cookie?: string, url = '/') =>
    server().app.inject({ url, headers: cookie === undefined ? {} : { cookie } })

  const getCookieNames = ({ cookies }: Awaited<ReturnType<typeof page>>) => cookies.map(({ name }) => name)

  async function fetchSelection(remote: string, cookie?: string) {
    const { remotes } = readPageData((await page(cookie)).body)
    const found = remotes.find(({ name }) => name === remote)
    return found && { ...found, release: getReleaseId(found.release) }
  }

  /** Cookie of a visitor whose bucket fits. */
  function findVisitorCookie(rollout: string, fits: (bucket: number) => boolean): string {
    const { secrets } = server().configuration
    const createId = createVisitorIds(server().configuration)
    for (;;) {
      const visitor = createId({ ip: '192.0.2.1', headers: {} })
      if (fits(getVisitorBucket(visitor.id, rollout, secrets)))
        return `portico_visitor=${signVisitorId(visitor, secrets)}`
    }
  }

  test('no browser gets an id before a rollout needs it', async () => {
    await publishSite(server(), `remote${++last}`)
    for (const cookie of [undefined, 'portico_visitor=forged'])
      expect(getCookieNames(await page(cookie)), cookie).toEqual([])
  })

  test('during a rollout, a new browser gets an id and its arm with its first page, and keeps them', async () => {
    const { remote, id } = await startRollout()
    for (const _ of [1, 2, 3]) await client().step(id, 'advance')
    const arms = new Set<string | undefined>()
    while (arms.size < 2) {
      const first = await page()
      const { value = '', ...flags } = first.cookies.find(({ name }) => name === 'portico_visitor') ?? {}
      expect(flags).toEqual({
        name: 'portico_visitor',
        maxAge: 15_552_000,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      })
      const arm = readPageData(first.body).remotes.find(({ name }) => name === remote)?.arm
      const again = await page(`portico_visitor=${value}`)
      expect(again.cookies.find(({ name }) => name === 'portico_visitor')).toBeUndefined()
      expect(readPageData(again.body)).toEqual(readPageData(first.body))
      arms.add(arm)
    }
    expect(arms).toEqual(new Set(['canary', 'stable']))
  })

  test('over HTTPS, the id is sent over HTTPS only, and no other host of the domain can set it', () => {
    const configuration = { ...server().configuration, publicUrl: 'https://portico.example' }
    const id = createVisitorIds(configuration)({ ip: '192.0.2.1', headers: {} })
    const cookie = createVisitorCookies(configuration)(id)
    expect(cookie.split('; ')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^__Host-portico_visitor=/), 'Path=/', 'Secure']),
    )
    const [, value = ''] = cookie.split(/[=;]/)
    expect(readVisitorId({ cookies: { '__Host-portico_visitor': value } }, configuration)).toEqual(id)
    expect(readVisitorId({ cookies: { portico_visitor: value } }, configuration)).toBeNull()
  })

  test('an id that the site did not sign is replaced, so that nobody can choose an arm', async () => {
    await startRollout()
    const signed = findVisitorCookie('r-1', () => true)
    for (const forged of [
      'portico_visitor=aaaaaaaaaaaaaaaaaaaaaa',
      signed.replace('portico_visitor=', 'portico_visitor=a'),
      signed.replace(/\.[^.]+$/, ''),
      'portico_visitor=',
    ])
      expect(getCookieNames(await page(forged)), forged).toContain('portico_visitor')
    expect(getCookieNames(await page(signed))).not.toContain('portico_visitor')
  })

  test('no public response has the salt of a rollout', async () => {
    const { id } = await startRollout()
    await client().step(id, 'advance')
    for (const url of ['/-/discovery.json', '/-/discovery/v1-pre.json', '/', '/-/discovery.json?revision=1'])
      expect((await server().app.inject(url)).body).not.toContain('salt')
  })

  test('visitors below the share get the canary with stable as fallback, and stay in it as the share grows', async () => {
    const { remote, id, to } = await startRollout()
    const inside = findVisitorCookie(id, (bucket) => bucket < 500)
    const between = findVisitorCookie(id, (bucket) => bucket >= 500 && bucket < 2_500)
    const outside = findVisitorCookie(id, (bucket) => bucket >= 2_500)
    const arms = async () =>
      Promise.all([inside, between, outside].map(async (who) => (await fetchSelection(remote, who))?.arm))
    expect(await arms()).toEqual(['stable', 'stable', 'stable'])
    await client().step(id, 'advance')
    expect(await arms()).toEqual(['canary', 'stable', 'stable'])
    const canary = await fetchSelection(remote, inside)
    expect(canary).toMatchObject({ release: to, rollout: id, deadlineMs: 8_000 })
    expect(canary?.fallback?.version).toBe('1.0.0')
    expect(await fetchSelection(remote, outside)).toMatchObject({ arm: 'stable', rollout: id })
    await client().step(id, 'advance')
    expect(await arms()).toEqual(['canary', 'canary', 'stable'])
    await client().step(id, 'pause')
    expect(await arms()).toEqual(['canary', 'canary', 'stable'])
    await client().step(id, 'rollback', { reason: 'x' })
    expect(await arms()).toEqual([undefined, undefined, undefined])
    expect((await fetchSelection(remote, inside))?.release).toBe('1.0.0-0a1b2c3d')
  })

  test('the page preloads the files of the selected release and has its own ETag', async () => {
    const { remote, id } = await startRollout()
    await client().step(id, 'advance')
    const responses = await Promise.all(
      [findVisitorCookie(id, (bucket) => bucket < 500), findVisitorCookie(id, (bucket) => bucket >= 500)].map(
        (who) => page(who, `/${remote}`),
      ),
    )
    const preloaded = responses.map(({ body }) => /rel="preload" as="script" href="([^"]+)"/.exec(body)?.[1])
    expect(preloaded).toEqual([
      `/r/${remote}/1.1.0-11111111/remote.js`,
      `/r/${remote}/1.0.0-0a1b2c3d/remote.js`,
    ])
    expect(responses[0]?.headers.etag).not.toBe(responses[1]?.headers.etag)
  })

  test('a remote that is switched off is listed with its reason and not preloaded', async () => {
    const { remote } = await startRollout()
    await client().post(`/-/remotes/${remote}/off`, { reason: 'an attack' })
    expect(await fetchSelection(remote)).toMatchObject({ off: 'an attack' })
    expect((await page(undefined, `/${remote}`)).body).not.toContain(`as="script" href="/r/${remote}/`)
  })

  async function preview(body: object) {
    const response = await client().post('/-/previews', body)
    const { url, expiresAt } = v.parse(PreviewSchema, response.json())
    return { path: new URL(url).pathname, expiresAt }
  }
  /** Opens a link and presses its button. */
  const agree = (url: string, headers: Record<string, string> = {}) =>
    server().app.inject({ method: 'POST', url, headers })
  /** The cookies of a browser after these responses. */
  const getCookies = (...responses: Pick<Awaited<ReturnType<typeof page>>, 'cookies'>[]) => {
    const stored = new Map(
      responses.flatMap(({ cookies }) => cookies.map(({ name, value }) => [name, value])),
    )
    return [...stored].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  test('a signed link shows a release before its rollout, even if the remote is off', async () => {
    const { remote, to, id } = await startRollout()
    const { path, expiresAt } = await preview({ remote, version: '1.1.0' })
    expect(expiresAt).toBeGreaterThan(Date.now() + 7.9 * 3_600_000)
    const asked = await server().app.inject(path)
    expect([asked.statusCode, asked.headers['set-cookie'], asked.headers['content-type']]).toEqual([
      200,
      undefined,
      'text/html; charset=utf-8',
    ])
    expect(asked.body).toContain(`${remote}: ${to}`)
    const opened = await agree(path)
    expect([opened.statusCode, opened.headers.location, opened.headers['set-cookie']]).toEqual([
      303,
      `/${remote}`,
      [
        expect.stringMatching(/^portico_visitor=/),
        expect.stringMatching(/^portico_preview=[^;]+; Max-Age=28\d{3}; Path=\/; HttpOnly; SameSite=Lax$/),
      ],
    ])
    const cookie = getCookies(opened)
    await client().post(`/-/remotes/${remote}/off`, { reason: 'x' })
    await client().step(id, 'rollback', { reason: 'x' })
    const found = await fetchSelection(remote, cookie)
    expect([found?.release, found?.arm, found?.rollout, found?.off]).toEqual([
      to,
      'preview',
      undefined,
      undefined,
    ])
    expect((await fetchSelection(remote))?.arm).toBeUndefined()
  })

  test('a link without a version makes a tester, who gets every canary from the testers’ step on', async () => {
    const { remote, to } = await startRollout()
    const cookie = getCookies(await agree((await preview({ remote })).path))
    expect(await fetchSelection(remote, cookie)).toMatchObject({ arm: 'preview', release: to })
  })

  test('a page of another site can’t agree for the visitor', async () => {
    const { remote } = await startRollout()
    const response = await agree((await preview({ remote })).path, { origin: 'https://evil.example' })
    expect([response.json().code, response.headers['set-cookie']]).toEqual(['origin-not-allowed', undefined])
  })

  test('previews of a remote can be revoked: links and browsers that opened one', async () => {
    const [previewed, other] = [await startRollout(), await startRollout()]
    const link = await preview({ remote: previewed.remote })
    const first = await agree(link.path)
    const second = await agree((await preview({ remote: other.remote })).path, {
      cookie: getCookies(first),
      origin: 'http://127.0.0.1:3000',
    })
    const cookie = getCookies(first, second)
    expect((await fetchSelection(previewed.remote, cookie))?.arm).toBe('preview')
    expect((await client().delete(`/-/previews/${previewed.remote}`)).statusCode).toBe(204)
    expect((await fetchSelection(previewed.remote, cookie))?.arm).not.toBe('preview')
    expect((await fetchSelection(other.remote, cookie))?.arm).toBe('preview')
    expect((await agree(link.path)).json().code).toBe('preview-expired')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 })
    const later = await preview({ remote: previewed.remote }).finally(() => vi.useRealTimers())
    expect((await agree(later.path)).statusCode).toBe(303)
  })

  test('two remotes can be previewed at the same time', async () => {
    const [previewed, other] = [await startRollout(), await startRollout()]
    const first = await agree((await preview({ remote: previewed.remote })).path)
    const second = await agree((await preview({ remote: other.remote })).path, {
      cookie: getCookies(first),
      origin: 'http://127.0.0.1:3000',
    })
    const cookie = getCookies(first, second)
    for (const { remote } of [previewed, other])
      expect((await fetchSelection(remote, cookie))?.arm).toBe('preview')
  })

  test('a forged or altered link is rejected', async () => {
    const { remote } = await startRollout()
    const { path } = await preview({ remote, version: '1.1.0' })
    const [output = '', signature] = path.split('/').at(-1)?.split('.') ?? []
    const other = Buffer.from(output, 'base64url').toString().replace('1.1.0', '1.0.0')
    const forged = `${Buffer.from(other).toString('base64url')}.${signature}`
    for (const text of [forged, `${output}.`, output, 'x.y', `${output}.AAAA`]) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await server().app.inject({ method, url: `/-/preview/${text}` })
        expect([response.statusCode, response.json().code, response.headers['set-cookie']]).toEqual([
          404,
          'preview-expired',
          undefined,
        ])
      }
      expect((await fetchSelection(remote, `portico_preview=${text}`))?.arm).toBe('stable')
    }
  })

  test('neither a link nor the cookie of another browser is a preview without the confirmation', async () => {
    const { remote } = await startRollout()
    const { path } = await preview({ remote, version: '1.1.0' })
    const opened = await agree(path)
    const value = opened.cookies.find(({ name }) => name === 'portico_preview')?.value ?? ''
    expect((await fetchSelection(remote, getCookies(opened)))?.arm).toBe('preview')
    const other = findVisitorCookie('r-1', () => true)
    for (const text of [path.replace('/-/preview/', ''), value])
      for (const visitor of [other, ''])
        expect((await fetchSelection(remote, `${visitor}; portico_preview=${text}`))?.arm).toBe('stable')
    expect((await agree(`/-/preview/${value}`)).json().code).toBe('preview-expired')
  })

  test('only the button ends a preview, and only on a page of this site', async () => {
    const { remote } = await startRollout()
    const cookie = getCookies(await agree((await preview({ remote })).path))
    const end = (method: 'GET' | 'POST', origin: string) =>
      server().app.inject({ method, url: '/-/preview-end', headers: { cookie, origin } })
    const asked = await end('GET', 'http://127.0.0.1:3000')
    expect([asked.statusCode, asked.cookies]).toEqual([200, []])
    expect(asked.body).toContain('<form method="post">')
    const foreign = await end('POST', 'https://evil.example')
    expect([foreign.json().code, foreign.cookies]).toEqual(['origin-not-allowed', []])
    const ended = await end('POST', 'http://127.0.0.1:3000')
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/'])
    expect(ended.headers['set-cookie']).toMatch(/^portico_preview=; Max-Age=0; Path=\/; /)
  })
})
