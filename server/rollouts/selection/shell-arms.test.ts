import { patience } from '@portico/kit/testing/patience.ts'
import { failedShellCookie } from '@portico/protocol/discovery/failed-shell-cookie.ts'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { packRemote } from '../../testing/archives.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createSecond, first, path, prepareShellSite, second } from '../../testing/shell-site.ts'
import { startTestServer } from '../../testing/test-server.ts'

const { database, server, client, advance, startSecond, open, createVisitors } = prepareShellSite()

async function readShell(cookie: string) {
  const { body } = await open(cookie)
  const [, script] = /src="\/r\/shell\/([^/]+)\/index\.js"/.exec(body) ?? []
  return script
}

describe('the page of a visitor', () => {
  test('belongs to one release of the shell: frame, styles, fonts, scripts, data and headers', async () => {
    const rollout = await startSecond()
    const { canary, stable } = createVisitors(rollout)
    const expected = [
      [canary, second, 'Second', 'second font', first],
      [stable, first, 'First', 'first font', undefined],
    ] as const
    for (const _ of ['uncached', 'cached'])
      for (const [{ cookie }, id, about, font, fallback] of expected) {
        const { body, headers } = await open(cookie)
        expect(body).toContain(`<p>${about}</p><header>Frame of`)
        expect(body).toContain(Buffer.from(font).toString('base64'))
        const shown = body.replace(/<template .*<\/template>/s, '')
        expect(new Set(shown.match(/(?<=\/r\/shell\/)\d[^/]+/g))).toEqual(new Set([id]))
        const arm = fallback ? 'canary' : 'stable'
        expect(readPageData(body).shell).toMatchObject({ release: id, arm, rollout: rollout.id })
        expect(readPageData(body).shell?.fallback?.release).toBe(fallback)
        const withFonts = await open(`${cookie}; portico.font=cached`)
        expect(withFonts.headers.link).toContain(`/r/shell/${id}/`)
        const again = await open(cookie, { 'if-none-match': String(headers.etag) })
        expect(again.statusCode).toBe(304)
      }
  })

  test('is never confirmed by the ETag of the other arm, or after a rollback', async () => {
    const rollout = await startSecond()
    const { canary, stable } = createVisitors(rollout)
    const { etag } = (await open(canary.cookie)).headers
    const isSame = async (cookie: string) =>
      (await open(cookie, { 'if-none-match': String(etag) })).statusCode === 304
    expect([await isSame(canary.cookie), await isSame(stable.cookie)]).toEqual([true, false])
    await client().step(rollout.id, 'rollback', { reason: 'broken' })
    expect(await isSame(canary.cookie)).toBe(false)
    expect(await readShell(canary.cookie)).toBe(first)
  })

  test('is compressed for each arm', async () => {
    const { canary, stable } = createVisitors(await startSecond())
    const sizes = new Set<string>()
    for (const { cookie } of [canary, stable, canary, stable])
      sizes.add((await open(cookie, { 'accept-encoding': 'br' })).rawPayload.toString('base64'))
    expect(sizes.size).toBe(2)
  })

  test('is that of the other shell while the browser remembers that its own has failed, and isn’t compared', async () => {
    const { canary, stable } = createVisitors(await startSecond())
    const failed = `; ${failedShellCookie}=${second}`
    for (const _ of ['uncached', 'cached']) {
      expect(await readShell(canary.cookie)).toBe(second)
      const { body, headers } = await open(canary.cookie + failed)
      expect(body).toContain('<p>First</p><header>Frame of')
      expect(readPageData(body)).not.toHaveProperty('shell')
      expect(headers).not.toHaveProperty('set-cookie')
      const { shell } = readPageData((await open(stable.cookie + failed)).body)
      expect(shell).toMatchObject({ release: first, arm: 'stable' })
    }
  })

  test('has the inspector of its shell', async () => {
    const { canary, stable } = createVisitors(await startSecond())
    const hasInspector = async (cookie: string) =>
      (await open(cookie, {}, `${path}?inspect`)).body.includes(`/r/shell/${second}/inspect.js`)
    expect(await hasInspector(canary.cookie)).toBe(true)
    expect(await hasInspector(stable.cookie)).toBe(false)
  })

  test('must answer if a person opens it: not if it is fetched ahead, or for another page', async () => {
    const rollout = await startSecond()
    const { browsers } = createVisitors(rollout)
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const requests = [
      {},
      { ...navigation, 'sec-purpose': 'prefetch;prerender' },
      { ...navigation, 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      navigation,
    ]
    for (const [at, headers] of requests.entries())
      await browsers.openPage(browsers.visitor('canary', 5_000, `198.18.${at}.1`), headers)
    await vi.waitFor(async () => {
      const rows = await server().db.selectFrom('reporting_network').selectAll().execute()
      const watched = rows.map(({ shown_arm, shown_share }) => [shown_arm, shown_share])
      expect(watched.toSorted()).toEqual([...Array(4).fill([null, 0]), ['canary', 5_000]].toSorted())
    }, patience)
  })

  test('says nothing of the shell without a rollout, and its cookie isn’t set', async () => {
    const { body, headers } = await open('')
    expect(readPageData(body)).not.toHaveProperty('shell')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    ['a release', '2.0.0'],
    ['testers', undefined],
  ])('follows a preview link for %s', async (_, version) => {
    await startSecond()
    const created = await client().post('/-/previews', { remote: 'shell', ...(version && { version }) })
    const { url } = v.parse(PreviewSchema, created.json())
    const confirmed = await server().app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: {
        origin: server().configuration.publicUrl,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: '',
    })
    const cookie = confirmed.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .join('; ')
    expect(readPageData((await open(cookie)).body).shell).toMatchObject({
      release: second,
      arm: 'preview',
      fallback: { release: first },
    })
  })

  test('made by the server has the stable shell’s layout, styles and no script, and reveals no arm', async () => {
    const { canary } = createVisitors(await startSecond())
    const { body } = await open(canary.cookie, { accept: 'text/html' }, '/-/preview/unknown')
    expect(body).toContain('<p>First</p>')
    expect(body).toContain(`/r/shell/${first}/index.css`)
    expect(body).not.toContain('<script')
    expect(body).not.toContain(second)
  })
})

describe('visitors get only shells and remotes that fit', () => {
  const publishRemote = async (version: string, react: string) => {
    const archive = await packRemote('new', {
      version,
      hash: '33333333',
      pages: [{ path }],
      record: { shared: { react } },
    })
    return client().archive('PUT', `/-/releases/new/${version}`, archive)
  }

  test('a remote that one of the shells of a rollout can’t run isn’t started', async () => {
    await publishRemote('1.1.0', '19.3.1')
    await startSecond({ provides: { react: '19.9.0' } })
    const refused = await client().post('/-/rollouts', { remote: 'new', to: '1.1.0', plan: 'mid' })
    expect(refused.json()).toMatchObject({
      code: 'release-incompatible',
      detail: expect.stringContaining('19.9.0'),
    })
  })

  test('a shell that can’t run a live remote isn’t started', async () => {
    await client().publishShell('2.0.0', createSecond({ provides: { react: '20.0.0' } }))
    const refused = await client().post('/-/rollouts', { remote: 'shell', to: '2.0.0', plan: 'mid' })
    expect(refused.json()).toMatchObject({
      code: 'release-incompatible',
      detail: expect.stringContaining('new@1.0.0-0a1b2c3d: react: expected a range that includes 20.0.0'),
    })
  })

  test('a canary is for visitors of a shell that can run it: others keep stable, and don’t count', async () => {
    await publishRemote('1.1.0', '19.3.1')
    const remote = await client().start('new', '1.1.0')
    await advance(remote)
    const shell = await startSecond({ provides: { react: '19.9.0' } })
    const { canary, stable } = createVisitors(shell)
    const seen = { canary: new Set<string>(), stable: new Set<string>() }
    const browsers = createBrowsers(server(), shell)
    for (let visitor = 0; visitor < 40; visitor += 1)
      for (const arm of ['canary', 'stable'] as const) {
        const { remotes } = readPageData((await open(browsers.visitor(arm, 5_000).cookie)).body)
        seen[arm].add(`${remotes[0]?.release.version} ${remotes[0]?.arm}`)
      }
    expect(seen).toEqual({
      canary: new Set(['1.0.0 undefined']),
      stable: new Set(['1.0.0 stable', '1.1.0 canary']),
    })
    const { missing } = await client().rollout(remote.id)
    expect(missing.join()).toContain(
      `needs to run in shell@${second}: react: expected a range that includes 19.9.0`,
    )
    // The stable release changes to what the new shell can't run: nobody gets it any more.
    for (const _ of [1, 2]) await client().step(remote.id, 'advance')
    expect([await readShell(canary.cookie), await readShell(stable.cookie)]).toEqual([first, first])
    expect((await client().rollout(shell.id)).missing.join()).toContain(
      'needs a release of a remote that runs in it: new@1.1.0-33333333',
    )
  })
})

test('two servers serve both shells from one database', async () => {
  const rollout = await startSecond()
  const other = await startTestServer(database(), {
    SITE_SECRET: server().configuration.secret,
    PUBLIC_URL: server().configuration.publicUrl,
  })
  const { canary, stable } = createVisitors(rollout)
  for (const [{ cookie }, id] of [
    [canary, second],
    [stable, first],
  ] as const) {
    const { body } = await other.app.inject({ url: path, headers: { cookie } })
    expect(body).toContain(`/r/shell/${id}/index.js`)
    const headers = { 'sec-fetch-dest': 'script' }
    const script = await other.app.inject({ url: `/r/shell/${id}/index.js`, headers })
    expect(script.body).toBe(id === first ? 'start()' : 'startAgain()')
  }
  await other.stop()
})
