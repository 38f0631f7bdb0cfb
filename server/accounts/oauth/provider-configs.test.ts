import { startHostileProvider } from '@portico/tools/testing/hostile-provider.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviderConfig } from './provider-configs.ts'

let provider: Awaited<ReturnType<typeof startHostileProvider>>
beforeAll(async () => {
  provider = await startHostileProvider()
})
afterAll(() => provider.stop())

const github = null
const log = pino({ enabled: false })
const useOnce = async () => true
const client = { clientId: 'portico', clientSecret: 'secret' }

test('a discovery document must be where the configuration says', async () => {
  const document = `${provider.issuer}/.well-known/openid-configuration`
  provider.answers('/moved', (_request, response) => response.writeHead(302, { location: document }).end())
  const create = (discoveryUrl: string) =>
    createProviderConfig('google', {
      configuration: { google: { ...client, discoveryUrl }, github },
      log,
      useOnce,
    })
  expect(await create(document)).toMatchObject({ providerId: 'google' })
  await expect(create(`${provider.issuer}/moved`)).rejects.toThrow('/moved responded with 302')
})

test.each(['file:///etc/passwd', 'not an address', 5])('no token endpoint is %j', async (token_endpoint) => {
  provider.answers('/lies', (_request, response) => response.end(JSON.stringify({ token_endpoint })))
  const google = { ...client, discoveryUrl: `${provider.issuer}/lies` }
  const config = createProviderConfig('google', { configuration: { google, github }, log, useOnce })
  await expect(config).rejects.toThrow('unexpected response: token_endpoint')
})
