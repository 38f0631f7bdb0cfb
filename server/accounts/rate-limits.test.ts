import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { expect, test, vi } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'
import { signUp } from '../testing/sign-up.ts'

// These requests are cheap and get a 404, so that only the limit matters.
const allowed = 404

describeWithServer(
  'rate limits by address',
  (server) => {
    const attempt = async (address: string, forwarded = '198.51.100.1') => {
      const response = await server().app.inject({
        method: 'POST',
        url: accountPaths.signInWithProvider,
        payload: { provider: 'google' },
        remoteAddress: address,
        headers: { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
      })
      return response.statusCode
    }
    const attempts = (count: number, address: (n: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, n) => attempt(address(n), `198.51.100.${n}`)))

    test('an address may send 30 requests a minute, whatever its forwarding headers say', async () => {
      const codes = await attempts(35, () => '203.0.113.7')
      expect(codes.filter((code) => code === allowed)).toHaveLength(30)
      expect(codes.filter((code) => code === 429)).toHaveLength(5)
      expect(await attempt('203.0.113.8')).toBe(allowed)
    })

    test('an IPv4-mapped IPv6 address counts as the IPv4 address', async () => {
      expect(await attempt('::ffff:203.0.113.7')).toBe(429)
    })

    test('an IPv6 /64 network counts as one address', async () => {
      const codes = await attempts(35, (n) => `2001:db8:1:2::${n.toString(16)}`)
      expect(codes.filter((code) => code === 429)).toHaveLength(5)
      expect(await attempt('2001:db8:1:3::1')).toBe(allowed)
    })

    test('the networks of one block may together send ten times as many', async () => {
      const inBlock = (n: number) => `2001:db8:2:${n.toString(16)}::1`
      for (let network = 0; network < 10; network += 1) {
        const codes = await attempts(30, () => inBlock(network))
        expect(codes.filter((code) => code === 429)).toEqual([])
      }
      expect(await attempt(inBlock(11))).toBe(429)
      expect(await attempt('2001:db8:3::1')).toBe(allowed)
    })

    test('an address may send requests again after a minute', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
      const code = await attempt('203.0.113.7').finally(() => vi.useRealTimers())
      expect(code).toBe(allowed)
    })

    test('the stored counters identify nobody', async () => {
      const rows = await server().db.selectFrom('call_limit').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
    })
  },
  { environment: async () => ({ ADDRESS_LIMIT_FACTOR: '1' }) },
)

describeWithServer(
  'rate limits behind a proxy',
  (server) => {
    test('the address comes from the configured proxy, not from the visitor', async () => {
      const attempt = (n: number) =>
        server().app.inject({
          method: 'POST',
          url: accountPaths.signInWithProvider,
          payload: { provider: 'google' },
          remoteAddress: '127.0.0.1',
          headers: { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` },
        })
      const responses = await Promise.all(Array.from({ length: 35 }, (_, n) => attempt(n)))
      expect(responses.filter((response) => response.statusCode === 429)).toHaveLength(5)
    })
  },
  { environment: async () => ({ ADDRESS_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' }) },
)

describeWithServer('whoever has a session', (server) => {
  test.each([
    [accountPaths.changePassword, { currentPassword: 'a guess', newPassword: 'another long password' }],
    [accountPaths.deleteAccount, { password: 'a guess' }],
  ])('may guess the password 100 times a day at %s', async (path, body) => {
    const { visitor } = await signUp(server())
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    try {
      for (let guess = 0; guess < 100; guess += 1) {
        if (guess % 5 === 0) vi.setSystemTime(start + guess * 13_000)
        expect((await visitor.post(path, body)).statusCode).toBe(403)
      }
      vi.setSystemTime(start + 3_600_000)
      const refused = await visitor.post(path, body)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
      vi.setSystemTime(start + 24.5 * 3_600_000)
      expect((await visitor.post(path, body)).statusCode).toBe(403)
    } finally {
      vi.useRealTimers()
    }
  })
})

describeWithServer(
  'rate limits on a local site',
  (server) => {
    test('requests to a local site are not limited', async () => {
      const attempt = () =>
        server().app.inject({
          method: 'POST',
          url: accountPaths.signInWithProvider,
          payload: { provider: 'google' },
          remoteAddress: '127.0.0.1',
        })
      const responses = await Promise.all(Array.from({ length: 40 }, attempt))
      expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([allowed]))
    })
  },
  { environment: async () => ({ ADDRESS_LIMIT_FACTOR: '1' }) },
)
