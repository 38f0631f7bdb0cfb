import { expect, test } from 'vitest'
import { getPairingOrigins } from './pairing-origins.ts'

test('a site without pairing streams allows no other origin', () => {
  expect(getPairingOrigins({})).toEqual([])
})

test('only the origin of a stream URL is allowed, and a path adds none', () => {
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
