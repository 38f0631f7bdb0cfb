import { expect, test } from 'vitest'
import { isLocalRequest } from './local-request.ts'

const site = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000' }
const request = { hostname: 'localhost', ip: '127.0.0.1', headers: {} }

test.each([
  [site, request, true],
  [{ host: '::1', publicUrl: 'http://localhost:3000' }, { ...request, hostname: '[::1]', ip: '::1' }, true],
  [site, { ...request, ip: '::ffff:127.0.0.1' }, true],
  [{ ...site, host: '0.0.0.0' }, request, false],
  [{ ...site, publicUrl: 'https://ada.example' }, request, false],
  [site, { ...request, hostname: 'ada.example' }, false],
  [site, { ...request, ip: '192.0.2.7' }, false],
  [site, { ...request, headers: { 'sec-fetch-site': 'none', 'accept-language': 'en' } }, true],
])('on the site %j the request %j is local: %s', (configuration, sent, expected) => {
  expect(isLocalRequest(sent, configuration)).toBe(expected)
})

test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'x-client-ip',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'cdn-loop',
  'client-ip',
  'forwarded-for',
  'cf-ray',
  'cloudfront-viewer-address',
  'fly-forwarded-proto',
  'remote-addr',
])('a request with the header %s is not local', (header) => {
  expect(isLocalRequest({ ...request, headers: { [header]: '127.0.0.1' } }, site)).toBe(false)
})
