import { expect, test } from 'vitest'
import { pairingOrigins } from './pairing-origins.ts'

test('a site without pairing streams has no other origin', () => {
  expect(pairingOrigins({})).toEqual([])
})

test('an address gives its origin and nothing more; a path gives none', () => {
  const pairingStreams = {
    here: '/pairing/here',
    one: 'https://bots.example/one?key=1',
    two: 'https://bots.example:443/two',
    three: 'https://other.example:8443/',
    sly: "https://sly.example/; script-src 'unsafe-inline'".replaceAll(' ', '%20'),
  }
  expect(pairingOrigins({ pairingStreams })).toEqual([
    'https://bots.example',
    'https://other.example:8443',
    'https://sly.example',
  ])
})
