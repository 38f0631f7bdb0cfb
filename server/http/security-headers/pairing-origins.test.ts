import { expect, test } from 'vitest'
import { getPairingOrigins } from './pairing-origins.ts'

test('a site without pairing streams has no other origin', () => {
  expect(getPairingOrigins({})).toEqual([])
})

test('an address gives its origin and nothing more; a path gives none', () => {
  const pairingStreams = {
    here: '/pairing/here',
    one: 'https://bots.example/one?key=1',
    two: 'https://bots.example:443/two',
    three: 'https://other.example:8443/',
    sly: "https://sly.example/; script-src 'unsafe-inline'".replaceAll(' ', '%20'),
  }
  expect(getPairingOrigins({ pairingStreams })).toEqual([
    'https://bots.example',
    'https://other.example:8443',
    'https://sly.example',
  ])
})
