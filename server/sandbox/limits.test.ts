import { expect, test } from 'vitest'
import { describeWithServer } from '../testing/describe-databases.ts'

const environment = async () => ({ ADDRESS_LIMIT_FACTOR: '1' })
const remoteAddress = '203.0.113.7'
const url = '/-/sandbox/?code=playstore&api=sandbox-free&q=x'

describeWithServer(
  'the sandbox',
  (server) => {
    test('responses include the rate limit, and further requests are rejected', async () => {
      const request = () => server().app.inject({ url, remoteAddress })
      const first = await request()
      expect(first.headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '119' })
      const others = await Promise.all(Array.from({ length: 120 }, request))
      const rejected = others.filter(({ statusCode }) => statusCode === 429)
      expect(rejected).toHaveLength(1)
      expect(rejected[0]?.headers).toMatchObject({ 'ratelimit-remaining': '0' })
      expect(rejected[0]?.headers['retry-after']).toBe(rejected[0]?.headers['ratelimit-reset'])
      expect((await server().app.inject({ url, remoteAddress: '203.0.113.8' })).statusCode).not.toBe(429)
    })

    test('the sandbox does not exist without a released API description', async () => {
      const { statusCode, body } = await server().app.inject({ url, remoteAddress: '203.0.113.9' })
      expect([statusCode, JSON.parse(body).detail]).toEqual([
        404,
        'No released remote has an API description.',
      ])
    })
  },
  { environment },
)
