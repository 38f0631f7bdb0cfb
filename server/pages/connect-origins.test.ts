import { expect, test } from 'vitest'
import { getConnectOrigins } from './connect-origins.ts'

test('a site without pairing streams and API connects to no other origin', () => {
  expect(getConnectOrigins({ apiBase: null })).toEqual([])
})

test('only the origin of a stream URL or of the API is allowed, and a path adds none', () => {
  const pairingStreams = {
    here: '/pairing/here',
    one: 'https://bots.example/one?key=1',
    two: 'https://bots.example:443/two',
    three: 'https://other.example:8443/',
    sly: "https://sly.example/; script-src 'unsafe-inline'".replaceAll(' ', '%20'),
  }
  expect(getConnectOrigins({ pairingStreams, apiBase: 'https://api.example:8443/v1?a=b' })).toEqual([
    'https://bots.example',
    'https://other.example:8443',
    'https://sly.example',
    'https://api.example:8443',
  ])
})
