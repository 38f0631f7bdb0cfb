import { expect, test } from 'vitest'
import { startScriptPolicy, type TrustedTypes } from './script-policy.ts'

/** A browser that enforces Trusted Types; `src` returns the URL that a script gets. */
function enforcing() {
  let src = (_url: string, _type: string, _sink: string): string => {
    throw new Error('There is no policy.')
  }
  const trustedTypes: TrustedTypes = {
    createPolicy: (_name, { createScriptURL }) => {
      src = createScriptURL
    },
  }
  const policy = startScriptPolicy({ trustedTypes })
  policy.allow(new URL('/r/catalogue/1.0.0-0a1b2c3d/', location.origin))
  return {
    trustedTypes,
    src: (url: string, sink = 'HTMLScriptElement src') => src(url, 'TrustedScriptURL', sink),
  }
}

test.each(['remote.js', 'listing.js', '~2/remote.js'])(
  'a script of an allowed folder can run: %s',
  (file) => {
    const url = `${location.origin}/r/catalogue/1.0.0-0a1b2c3d/${file}`
    expect(enforcing().src(url)).toBe(url)
  },
)

test.each([
  '/r/catalogue/1.0.0-0a1b2c3dx/remote.js',
  '/r/catalogue/1.0.0-0a1b2c3d/../1.0.0-ffffffff/remote.js',
  '/r/catalogue/1.0.0-0a1b2c3d/%2e%2e/1.0.0-ffffffff/remote.js',
  '/r/account/1.0.0-0a1b2c3d/remote.js',
  'https://elsewhere.example/r/catalogue/1.0.0-0a1b2c3d/remote.js',
  'data:text/javascript,alert(1)',
])('no other script can run: %s', (url) => {
  expect(() => enforcing().src(url)).toThrow(/belongs to no release that this page has requested/)
})

test('the policy of a framework doesn’t reach the browser, and changes no rule', () => {
  const { trustedTypes, src } = enforcing()
  const rules = { createScriptURL: (url: string) => url }
  expect(trustedTypes.createPolicy('vue', rules)).toBe(rules)
  expect(() => src('https://elsewhere.example/x.js')).toThrow(/belongs to no release/)
})

test('a worker that is no file of a release is told how to be', () => {
  expect(() => enforcing().src('blob:x', 'Worker constructor')).toThrow('Write new Worker(new URL(')
})

test('the policy does nothing without Trusted Types', () => {
  expect(() => startScriptPolicy({}).allow(new URL('/r/a/1/', location.origin))).not.toThrow()
})
