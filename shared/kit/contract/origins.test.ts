import * as v from 'valibot'
import { expect, test } from 'vitest'
import { OriginSchema, RemoteOriginsSchema } from './origins.ts'

test.each([
  'https://api.weather.example',
  'wss://live.weather.example:8443',
  'https://xn--mnchen-3ya.example',
  'https://192.0.2.1',
  'http://localhost:4000',
  'ws://127.0.0.1:4000',
])('%s is an origin that pages may use', (origin) => {
  expect(v.is(OriginSchema, origin)).toBe(true)
})

test.each([
  "https://evil.example'; script-src *",
  'https://evil.example;script-src',
  'https://evil.example https://other.example',
  'https://evil.example\nx: y',
  'https://*',
  'https://*.example',
  '*',
  'https:',
  "'self'",
  "'unsafe-inline'",
  'data:',
  'blob:https://a.example',
  'http://a.example',
  'ftp://a.example',
  'https://a.example/',
  'https://a.example/path',
  'https://a.example?q',
  'https://user:password@a.example',
  'https://user@a.example',
  'https://A.example',
  'https://münchen.example',
  'https://a.example.',
  'https://a..example',
  'https://.example',
  'https://a.example:443',
  'https://a.example:0443',
  'https://a.example:65536',
  'https://a.example:*',
  'https://a.example:',
  'https://[::1]',
  'https://[2001:db8::1]:8443',
  'https://intranet',
  'https://1.2',
  'https://0x7f.0.0.1',
  'https://a_b.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  '',
])('%j is none', (origin) => {
  expect(v.is(OriginSchema, origin)).toBe(false)
})

const create = (count: number) => Array.from({ length: count }, (_, n) => `https://a${n}.example`)

test.each([
  [{ connect: create(20) }, true],
  [{ connect: create(21) }, false],
  [{ image: create(10_000) }, false],
  [{ connect: create(15), image: create(15), media: create(15), frame: create(15) }, false],
  [{ connect: [`https://${'a'.repeat(60)}.example`, `https://${'a.'.repeat(500)}example`] }, false],
  [{ script: ['https://a.example'] }, false],
  [{ run: ['wasm'] }, true],
  [{ run: ['https://a.example'] }, false],
  [{}, true],
])('%#: the origins of a remote are bounded', (origins, isValid) => {
  expect(v.is(RemoteOriginsSchema, origins)).toBe(isValid)
})
