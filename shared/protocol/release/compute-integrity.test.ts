import { expect, test } from 'vitest'
import { computeIntegrity, hasIntegrity } from './compute-integrity.ts'

// printf hello | openssl dgst -<algorithm> -binary | base64
const sha256 = 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='
const sha384 = 'sha384-WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP'

test('the integrity hash is a SHA-256 hash by default', () => {
  expect(computeIntegrity('hello')).toBe(sha256)
  expect(computeIntegrity(Buffer.from('hello'))).toBe(sha256)
})

test.each([sha256, sha384])('data is verified with the algorithm of the expected hash: %s', (expected) => {
  expect(computeIntegrity('hello', expected)).toBe(expected)
  expect(hasIntegrity('hello', expected)).toBe(true)
  expect(hasIntegrity('hello!', expected)).toBe(false)
})
