import { expect, test } from 'vitest'
import { isAddressOf } from './is-address-of.ts'

test.each([
  ['/', '/', true],
  ['/about', '/about', true],
  ['/about', '/about/us', false],
  ['/about', '/', false],
  ['/projects/:name', '/projects/portico', true],
  ['/projects/:name', '/projects/portico/qr', false],
  ['/projects/:name', '/projects', false],
  ['/docs/*', '/docs/a/b', true],
  ['/docs/*', '/about', false],
])('%s at %s: %s', (path, pathname, expected) => {
  expect(isAddressOf(path, pathname)).toBe(expected)
})
