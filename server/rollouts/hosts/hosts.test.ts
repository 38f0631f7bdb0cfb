import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostReleasesSchema } from '@portico/protocol/discovery/host-releases.ts'
import { packRelease } from '@portico/tools/release-cli/built-release.ts'
import { readFederatedBuild } from '@portico/tools/release-cli/federated/read-federated-build.ts'
import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { packRemote, type TestRelease } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createAddress } from '../../testing/reported-rollouts.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'

const shop = 'https://shop.example'
const settings = {
  PUBLIC_URL: 'https://site.example',
  HOSTS: `shop=${shop} news=https://news.example`,
}

describeWithServer(
  'hosts on other origins',
  (server) => {
    const client = () => createRolloutClient(server())
    let rollout = ''
    beforeAll(async () => {
      await publishSite(server(), 'one')
      expect((await publish('cart', '1.0.0')).statusCode).toBe(201)
      await client().start('cart', '1.0.0', 'now')
      expect((await publish('cart', '1.1.0')).statusCode).toBe(201)
      const { id } = await client().start('cart', '1.1.0')
      for (const _ of [1, 2, 3]) await client().step(id, 'advance')
      rollout = id
    })

    async function publish(remote: string, version: string, record: TestRelease['record'] = {}) {
      const federated: TestRelease['record'] = { kind: 'federated', global: remote, exposes: ['./Cart'] }
      const files = { 'remote.js': `var ${remote}` }
      const archive = await packRemote(remote, {
        version,
        hash: '11111111',
        pages: [],
        files,
        record: { ...federated, ...record },
      })
      return client().archive('PUT', `/-/releases/${remote}/${version}`, archive)
    }

    function post(
      path: string,
      body: object,
      headers: Record<string, string> = { origin: shop },
      address = '',
    ) {
      return server().app.inject({
        method: 'POST',
        url: `/-/hosts/${path}`,
        remoteAddress: address || createAddress(),
        headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
        payload: JSON.stringify(body),
      })
    }

    async function open(host = 'shop', visitor: string | null = null, address = createAddress()) {
      const origin = host === 'shop' ? shop : 'https://news.example'
      const response = await post(`${host}/releases`, { visitor }, { origin }, address)
      expect(response.statusCode).toBe(200)
      expect(response.headers['access-control-allow-origin']).toBe(origin)
      return { ...v.parse(HostReleasesSchema, response.json()), address, host }
    }

    type Opened = Awaited<ReturnType<typeof open>>

    async function openIn(arm: 'canary' | 'stable', host = 'shop'): Promise<Opened> {
      for (;;) {
        const opened = await open(host)
        if (opened.remotes.cart?.arm === arm) return opened
      }
    }

    function report(opened: Opened, changes: object = {}) {
      const { host, visitor, token, revision, remotes, address } = opened
      const { arm, release } = remotes.cart ?? {}
      const load = { remote: 'cart', release: release?.id, rollout, arm, outcome: 'mount', phase: 'mount' }
      const loads = [{ ...load, ms: 9, fellBackTo: null }]
      const origin = host === 'shop' ? shop : 'https://news.example'
      const body = { schemaVersion: 2, visitor, token, revision, loads, ...changes }
      return post(`${host}/reports`, body, { origin }, address)
    }

    const readCanary = async () => (await client().rollout(rollout)).counts.canary
    const expectFailures = (failures: number) =>
      vi.waitFor(async () => expect(await readCanary()).toMatchObject({ failures }), { timeout: 20_000 })

    test('a visitor of a host stays in one arm, and gets files of this site with their hash', async () => {
      const canary = await openIn('canary')
      expect(canary.remotes).toEqual({
        cart: {
          team: 'cart team',
          arm: 'canary',
          rollout,
          deadlineMs: 8_000,
          release: {
            id: '1.1.0-11111111',
            entry: 'https://site.example/r/cart/1.1.0-11111111/remote.js',
            integrity: expect.stringMatching(/^sha\d+-/),
            global: 'cart',
            type: 'var',
          },
          fallback: expect.objectContaining({ id: '1.0.0-11111111' }),
        },
      })
      const again = await open('shop', canary.visitor, canary.address)
      expect([again.visitor, again.remotes.cart?.arm]).toEqual([canary.visitor, 'canary'])
    })

    test('no page of the site loads it, and its open pages don’t hear of it', async () => {
      const { body } = await server().app.inject('/one')
      expect(readPageData(body).remotes.map(({ name }) => name)).toEqual(['one'])
      expect(Object.keys((await client().document()).remotes)).toEqual(['one'])
    })

    test.each([
      { what: 'a forged origin', path: 'shop/releases', headers: { origin: 'https://evil.example' } },
      {
        what: 'an origin of another host',
        path: 'shop/releases',
        headers: { origin: 'https://news.example' },
      },
      { what: 'an opaque origin', path: 'shop/releases', headers: { origin: 'null' } },
      { what: 'an unknown host', path: 'toys/releases', headers: { origin: shop } },
      { what: 'a forged origin', path: 'shop/reports', headers: { origin: 'https://evil.example' } },
    ])('$what can’t use $path', async ({ path, headers }) => {
      const response = await post(path, { visitor: null }, headers)
      expect([response.statusCode, response.json().code]).toEqual([403, 'origin-not-allowed'])
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
    })

    test('only the host’s own server, with its token, says whose page it makes', async () => {
      const bearer = async (...scopes: string[]) => {
        const token = await client().post('/-/tokens', { name: scopes.join().replace(':', ' '), scopes })
        return { authorization: `Bearer ${v.parse(v.object({ secret: v.string() }), token.json()).secret}` }
      }
      const body = { visitor: null, address: '198.51.100.7' }
      expect((await post('shop/releases', body, await bearer('host:shop'))).statusCode).toBe(200)
      expect((await post('shop/releases', body, await bearer('host:news'))).statusCode).toBe(403)
      expect((await post('shop/releases', body, {})).statusCode).toBe(401)
      expect((await post('shop/releases', body)).json().fields).toHaveProperty('address')
      const listed = await server().app.inject({ url: '/-/rollouts', headers: await bearer('host:cart') })
      expect(listed.json(), 'a host may read no remote of its name').toEqual({ rollouts: [] })
    })

    test('a report counts once, and only with a token of its visitor and host', async () => {
      const opened = await openIn('canary')
      await report(opened)
      await expectFailures(1)
      const other = await openIn('canary')
      const elsewhere = await openIn('canary', 'news')
      await report(opened) // replayed
      await report({ ...opened, host: 'news' }) // of another host
      await report({ ...other, visitor: opened.visitor }) // of another visitor
      await report({ ...other, token: opened.token })
      await report({ ...elsewhere, host: 'shop' })
      const stable = await openIn('stable')
      await report({ ...stable, remotes: other.remotes }) // in another arm
      expect((await report(other, { loads: 'everything' })).statusCode).toBe(204)
      await report(other)
      await expectFailures(2)
      await expect
        .poll(async () => (await client().rollout(rollout)).dropped)
        .toMatchObject({ 'invalid-token': 3 })
    })

    test('a remote stays what it is, and no two containers have the same name', async () => {
      const { statusCode, body } = await publish('one', '2.0.0')
      expect([statusCode, body]).toEqual([
        422,
        expect.stringContaining('one is a remote with pages of this site'),
      ])
      const second = await publish('basket', '1.0.0', { global: 'cart' })
      expect([second.statusCode, second.body]).toEqual([422, expect.stringContaining('like that of cart')])
      expect((await publish('basket', '1.0.0')).statusCode).toBe(201)
    })

    test('hosts get what a federation plugin has built once it is started', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portico-federated-'))
      const text = 'const m={"./Wishes":()=>1};export{a as get,b as init}'
      writeFileSync(join(folder, 'remoteEntry.js'), text)
      const record = readFederatedBuild(folder, { remote: 'wishes', version: '3.0.0' })
      const archive = Buffer.from(await packRelease({ folder, record }))
      rmSync(folder, { recursive: true })
      const published = await client().archive('PUT', '/-/releases/wishes/3.0.0', archive)
      expect([published.statusCode, published.body]).toEqual([201, expect.any(String)])
      await client().start('wishes', '3.0.0', 'now')
      const { release } = (await open()).remotes.wishes ?? {}
      expect(release).toMatchObject({ type: 'module', integrity: record.entry.integrity })
      const { pathname } = new URL(release?.entry ?? '')
      const { body, headers } = await server().app.inject(pathname)
      expect([body, headers['access-control-allow-origin']]).toEqual([text, '*'])
    })
  },
  { environment: async () => settings },
)
