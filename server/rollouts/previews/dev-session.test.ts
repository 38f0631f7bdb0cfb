import { getDevVersion } from '@portico/protocol/release/dev-release.ts'
import { PreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { describeOnDatabases } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

const session = 'k3v9x2m4qa'
const other = 'aaaaaaaaaa'

describeOnDatabases('a development session', (server) => {
  const client = () => createRolloutClient(server())
  const publish = (build: number, of = session) => client().publish('one', getDevVersion(of, build))

  beforeAll(async () => {
    await publishSite(server(), 'one', 'two')
    await client().post('/-/remotes/one/on', { reason: 'make the server read the document' })
  })

  async function createLink(body: object): Promise<string> {
    const { url } = v.parse(PreviewSchema, (await client().post('/-/previews', body)).json())
    return new URL(url).pathname
  }
  async function open(path: string) {
    const { headers, statusCode, cookies } = await server().app.inject({ method: 'POST', url: path })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { statusCode, headers, cookie }
  }
  async function fetchPage(cookie: string) {
    const { body, headers } = await server().app.inject({ url: '/one', headers: { cookie } })
    const { remotes } = readPageData(body)
    const versions = Object.fromEntries(remotes.map(({ name, release }) => [name, release.version]))
    const script = /<script async src="(\/-\/preview\.js)\?([^"]*)"/.exec(body)
    return { body, headers, versions, script: script?.[1], shown: script?.[2] ?? '' }
  }
  const fetchShown = async (cookie: string) =>
    (await server().app.inject({ url: '/-/preview-changes', headers: { cookie } })).json().shown

  test('shows each new build to the browser with its link, and to nobody else', async () => {
    await publish(1)
    const link = await open(await createLink({ remote: 'one', session }))
    expect([link.statusCode, link.headers.location]).toEqual([303, '/one'])
    const first = await fetchPage(link.cookie)
    expect(first.versions).toEqual({ one: '0.0.0-dev.k3v9x2m4qa.1', two: '1.0.0' })
    expect(first.body).toMatch(
      /href="\/r\/one\/0\.0\.0-dev\.k3v9x2m4qa\.1-11111111\/remote\.js" integrity="sha/,
    )
    expect(await fetchShown(link.cookie)).toBe(first.shown)
    await publish(2)
    await publish(1, other)
    expect(await fetchShown(link.cookie)).toBe('one=0.0.0-dev.k3v9x2m4qa.2-11111111')
    expect((await fetchPage(link.cookie)).versions.one).toBe('0.0.0-dev.k3v9x2m4qa.2')
    const everyone = await fetchPage('')
    expect([everyone.versions.one, everyone.script]).toEqual(['1.0.0', undefined])
  })

  test('is notified of a new build at once: the response waits for it', async () => {
    await publish(1, 'notified00')
    const { cookie } = await open(await createLink({ remote: 'one', session: 'notified00' }))
    const url = '/-/preview-changes?shown=one=0.0.0-dev.notified00.1-11111111'
    const notified: string[] = []
    const waiting = server()
      .app.inject({ url, headers: { cookie } })
      .then((response) => notified.push(response.json().shown))
    expect(await Promise.race([waiting, fetchShown(cookie)])).toContain('notified00.1-')
    expect(notified).toEqual([])
    await publish(2, 'notified00')
    await waiting
    expect(notified).toEqual(['one=0.0.0-dev.notified00.2-11111111'])
    expect((await server().app.inject({ url })).json()).toEqual({ shown: '' }) // without a session, it waits for nothing
  })

  test('reloads pages with a script of the site, under the policy that everyone has', async () => {
    await publish(3)
    const { cookie } = await open(await createLink({ remote: 'one', session }))
    const page = await fetchPage(cookie)
    const script = await server().app.inject(page.script ?? '')
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    expect(script.body).toContain('/-/preview-changes')
    const normal = await fetchPage('')
    expect(page.headers['content-security-policy']?.toString().replaceAll(/ 'sha256-[^']+'/g, '')).toBe(
      normal.headers['content-security-policy']?.toString().replaceAll(/ 'sha256-[^']+'/g, ''),
    )
  })

  test('needs a valid name and the right to preview the remote', async () => {
    const invalid = await client().post('/-/previews', { remote: 'one', session: 'a%' })
    expect(invalid.statusCode).toBe(400)
    const both = await client().post('/-/previews', { remote: 'one', session, version: '1.0.0' })
    expect(both.statusCode).toBe(400)
    const team = await client().with('preview:two')
    expect((await team.post('/-/previews', { remote: 'one', session })).statusCode).toBe(403)
  })

  test('without a build, the public release is shown', async () => {
    const { cookie } = await open(await createLink({ remote: 'one', session: 'nothingyet' }))
    expect((await fetchPage(cookie)).versions.one).toBe('1.0.0')
    expect(await fetchShown(cookie)).toBe('')
  })

  test('links of several remotes make one link', async () => {
    await client().publish('two', '1.1.0')
    await publish(4)
    const links = await Promise.all([
      createLink({ remote: 'one', session }),
      createLink({ remote: 'two', version: '1.1.0' }),
    ])
    const [first = '', second = ''] = links.map((link) => link.replace('/-/preview/', ''))
    const { cookie, headers } = await open(`/-/preview/${first}~${second}`)
    expect(headers.location).toBe('/one')
    expect((await fetchPage(cookie)).versions).toEqual({ one: '0.0.0-dev.k3v9x2m4qa.4', two: '1.1.0' })
    const forged = await open(`/-/preview/${first}x~${second}`)
    expect((await fetchPage(forged.cookie)).versions).toEqual({ one: '1.0.0', two: '1.1.0' })
  })

  test('leaves nothing behind: its builds are collected after a day', async () => {
    const { db } = server()
    const rows = await db
      .selectFrom('release')
      .select(['id', 'published_at'])
      .where('app', '=', 'one')
      .execute()
    for (const { id, published_at } of rows)
      await db
        .updateTable('release')
        .set({ published_at: published_at - 25 * 3_600_000 })
        .where('app', '=', 'one')
        .where('id', '=', id)
        .execute()
    const newest = await publish(5)
    const { collected } = (await client().post('/-/releases/collect', {})).json()
    expect(collected).toContain('one@0.0.0-dev.k3v9x2m4qa.1-11111111')
    expect(collected).not.toContain(`one@${newest}`)
    expect(collected).not.toContain('one@1.0.0-0a1b2c3d')
  })
})
