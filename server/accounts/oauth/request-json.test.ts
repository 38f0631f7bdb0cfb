import { startHostileProvider } from '@portico/tools/testing/hostile-provider.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestJson } from './request-json.ts'

let provider: Awaited<ReturnType<typeof startHostileProvider>>
beforeAll(async () => {
  provider = await startHostileProvider()
})
afterAll(() => provider.stop())

test.each<[string, Parameters<typeof provider.answers>[1]]>([
  ['before its response', () => {}],
  ['in the middle of its response', (_request, response) => response.write('{"a":')],
])('a provider that hangs %s is given up', async (_when, answer) => {
  provider.answers('/hangs', answer)
  const request = requestJson(`${provider.issuer}/hangs`, { schema: v.object({}), timeoutMs: 100 })
  await expect(request).rejects.toThrow(/\/hangs (did not respond|stopped responding)/)
})

test('an error about a response names the field, and nothing that was sent', async () => {
  provider.answers('/lies', (_request, response) => response.end('{"email":{"secret":1}}'))
  const request = requestJson(`${provider.issuer}/lies`, { schema: v.object({ email: v.string() }) })
  await expect(request).rejects.toThrow(
    `${new URL(provider.issuer).host}/lies sent an unexpected response: email.`,
  )
})
