import { type PageData, PageDataSchema, pageDataId } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getBucket } from '@portico/shared/rollout/bucket.ts'
import { PreviewSchema } from '@portico/shared/rollout/rollout-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { makeStager, publishSite } from '../../testing/rollout-site.ts'

let last = 0

describeWithServer('the release that a visitor gets', (server) => {
  const stager = () => makeStager(server())

  async function staged(plan = 'mid') {
    const remote = `remote${++last}`
    await publishSite(server(), remote)
    const to = await stager().publish(remote, '1.1.0')
    const rollout = await stager().start(remote, to, plan)
    return { ...rollout, remote, to }
  }

  const page = (cookie?: string, url = '/') =>
    server().app.inject({ url, headers: cookie === undefined ? {} : { cookie } })

  function dataOf(html: string): PageData {
    const json = html.split(`id="${pageDataId}">`)[1]?.split('</script>')[0]
    return v.parse(PageDataSchema, JSON.parse(json ?? ''))
  }

  async function chosen(remote: string, cookie?: string) {
    const { remotes } = dataOf((await page(cookie)).body)
    const found = remotes.find(({ name }) => name === remote)
    return found && { ...found, release: getReleaseId(found.release) }
  }

  /** A visitor whose bucket is the first that fits. */
  function visitorWith(salt: string, fits: (bucket: number) => boolean): string {
    for (let at = 0; ; at += 1) {
      const id = String(at).padStart(22, 'x')
      if (fits(getBucket(salt, id))) return `portico_visitor=${id}`
    }
  }

  test('a browser without the cookie gets stable, uncounted, and a cookie that no script reads', async () => {
    const { remote, id } = await staged()
    await stager().step(id, 'advance')
    const answer = await page()
    expect(answer.headers['set-cookie']).toMatch(
      /^portico_visitor=[A-Za-z0-9_-]{22}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const found = await chosen(remote)
    expect([found?.release, found?.arm, found?.rollout]).toEqual(['1.0.0-0a1b2c3d', undefined, undefined])
    expect((await page('portico_visitor=aaaaaaaaaaaaaaaaaaaaaa')).headers['set-cookie']).toBeUndefined()
    expect((await page('portico_visitor=x')).headers['set-cookie']).toBeDefined()
  })

  test('below the share it is the canary, with stable behind it; above it stable; a growing share takes nobody out', async () => {
    const { remote, id, salt, to } = await staged()
    const inside = visitorWith(salt, (bucket) => bucket < 500)
    const between = visitorWith(salt, (bucket) => bucket >= 500 && bucket < 2_500)
    const outside = visitorWith(salt, (bucket) => bucket >= 2_500)
    const arms = async () =>
      Promise.all([inside, between, outside].map(async (who) => (await chosen(remote, who))?.arm))
    expect(await arms()).toEqual(['stable', 'stable', 'stable'])
    await stager().step(id, 'advance')
    expect(await arms()).toEqual(['canary', 'stable', 'stable'])
    const canary = await chosen(remote, inside)
    expect(canary).toMatchObject({ release: to, rollout: id, deadlineMs: 8_000 })
    expect(canary?.fallback?.version).toBe('1.0.0')
    expect(await chosen(remote, outside)).toMatchObject({ arm: 'stable', rollout: id })
    await stager().step(id, 'advance')
    expect(await arms()).toEqual(['canary', 'canary', 'stable'])
    await stager().step(id, 'pause')
    expect(await arms()).toEqual(['canary', 'canary', 'stable'])
    await stager().step(id, 'rollback', { reason: 'x' })
    expect(await arms()).toEqual([undefined, undefined, undefined])
    expect((await chosen(remote, inside))?.release).toBe('1.0.0-0a1b2c3d')
  })

  test('the page preloads the files of the release that was chosen, and says another ETag for it', async () => {
    const { remote, id, salt } = await staged()
    await stager().step(id, 'advance')
    const answers = await Promise.all(
      [visitorWith(salt, (bucket) => bucket < 500), visitorWith(salt, (bucket) => bucket >= 500)].map((who) =>
        page(who, `/${remote}`),
      ),
    )
    const preloaded = answers.map(({ body }) => /rel="preload" as="script" href="([^"]+)"/.exec(body)?.[1])
    expect(preloaded).toEqual([
      `/r/${remote}/1.1.0-11111111/remote.js`,
      `/r/${remote}/1.0.0-0a1b2c3d/remote.js`,
    ])
    expect(answers[0]?.headers.etag).not.toBe(answers[1]?.headers.etag)
  })

  test('a remote that is switched off is named with its reason, and nothing of it is preloaded', async () => {
    const { remote } = await staged()
    await stager().post(`/-/remotes/${remote}/off`, { reason: 'an attack' })
    expect(await chosen(remote)).toMatchObject({ off: 'an attack' })
    expect((await page(undefined, `/${remote}`)).body).not.toContain(`as="script" href="/r/${remote}/`)
  })

  async function preview(body: object) {
    const answer = await stager().post('/-/previews', body)
    const { url, expiresAt } = v.parse(PreviewSchema, answer.json())
    return { path: new URL(url).pathname, expiresAt }
  }
  const cookieOf = (header: string | string[] | number | undefined) => String(header).split(';')[0] ?? ''

  test('a signed link shows a release to one browser before its rollout, even if the remote is off', async () => {
    const { remote, to, id } = await staged()
    const { path, expiresAt } = await preview({ remote, version: '1.1.0' })
    expect(expiresAt).toBeGreaterThan(Date.now() + 7.9 * 3_600_000)
    const opened = await server().app.inject(path)
    expect([opened.statusCode, opened.headers.location, opened.headers['set-cookie']]).toEqual([
      303,
      `/${remote}`,
      expect.stringMatching(/^portico_preview=[^;]+; Max-Age=28\d{3}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const cookie = cookieOf(opened.headers['set-cookie'])
    await stager().post(`/-/remotes/${remote}/off`, { reason: 'x' })
    await stager().step(id, 'rollback', { reason: 'x' })
    const found = await chosen(remote, cookie)
    expect([found?.release, found?.arm, found?.rollout, found?.off]).toEqual([
      to,
      'preview',
      undefined,
      undefined,
    ])
    expect((await chosen(remote))?.arm).toBeUndefined()
    const ended = await server().app.inject({ url: '/-/preview-end', headers: { cookie } })
    expect(ended.headers['set-cookie']).toMatch(/^portico_preview=; Max-Age=0; Path=\/; /)
  })

  test('a link without a version makes a tester: of each canary, from the testers’ step on', async () => {
    const { remote, to } = await staged()
    const cookie = cookieOf(
      (await server().app.inject((await preview({ remote })).path)).headers['set-cookie'],
    )
    expect(await chosen(remote, cookie)).toMatchObject({ arm: 'preview', release: to })
  })

  test('previews of two remotes stand side by side', async () => {
    const [one, two] = [await staged(), await staged()]
    const first = await server().app.inject((await preview({ remote: one.remote })).path)
    const second = await server().app.inject({
      url: (await preview({ remote: two.remote })).path,
      headers: { cookie: cookieOf(first.headers['set-cookie']) },
    })
    const cookie = cookieOf(second.headers['set-cookie'])
    for (const { remote } of [one, two]) expect((await chosen(remote, cookie))?.arm).toBe('preview')
  })

  test('a link that was made or changed by somebody else opens nothing', async () => {
    const { remote } = await staged()
    const { path } = await preview({ remote, version: '1.1.0' })
    const [said = '', signature] = path.split('/').at(-1)?.split('.') ?? []
    const other = Buffer.from(said, 'base64url').toString().replace('1.1.0', '1.0.0')
    const forged = `${Buffer.from(other).toString('base64url')}.${signature}`
    for (const text of [forged, `${said}.`, said, 'x.y', `${said}.AAAA`]) {
      const answer = await server().app.inject(`/-/preview/${text}`)
      expect([answer.statusCode, answer.json().code, answer.headers['set-cookie']]).toEqual([
        404,
        'preview-expired',
        undefined,
      ])
      expect((await chosen(remote, `portico_preview=${text}`))?.arm).toBeUndefined()
    }
  })
})
