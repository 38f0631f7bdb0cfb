import { expect, test } from 'vitest'
import { computeIntegrity } from './integrity.ts'

// printf hello | openssl dgst -<algorithm> -binary | base64
const sha256 = 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='
const sha384 = 'sha384-WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP'

test.each([sha256, sha384])('bytes are hashed as they are expected to be: %s', (expected) => {
  expect(computeIntegrity(Buffer.from('hello'), expected)).toBe(expected)
})

test('what is no hash at all is answered with one', () => {
  expect(computeIntegrity(Buffer.from('hello'), '')).toBe(sha256)
})
