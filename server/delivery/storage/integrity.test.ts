import { expect, test } from 'vitest'
import { computeIntegrity } from './integrity.ts'

// printf hello | openssl dgst -<algorithm> -binary | base64
const sha256 = 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='
const sha384 = 'sha384-WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP'

test.each([sha256, sha384])('the algorithm of the expected hash is used: %s', (expected) => {
  expect(computeIntegrity(Buffer.from('hello'), expected)).toBe(expected)
})

test('an invalid expected hash never matches', () => {
  expect(computeIntegrity(Buffer.from('hello'), '')).toBe(sha256)
})
