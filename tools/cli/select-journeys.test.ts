import { expect, test } from 'vitest'
import { isOpenedByJourneys, selectJourneys } from './select-journeys.ts'

test('all journeys run if nothing says what has changed', () => {
  expect(selectJourneys(null)).toEqual([])
})

test.each([
  'server/app.ts',
  'shared/kit/paths.ts',
  'shell/main.tsx',
  'remote-account/pages/login/route.tsx',
  'tools/build/build-content.ts',
  'content/about.md',
  'package-lock.json',
])('all journeys run after a change of %s', (file) => {
  expect(isOpenedByJourneys(file)).toBe(true)
})

test.each([
  'server/app.test.ts',
  'server/testing/test-server.ts',
  'shell/pages/build-routes.test.tsx',
  'e2e/journeys/home.spec.ts',
  'docs/architecture.md',
  'README.md',
])('only journeys that import it run after a change of %s', (file) => {
  expect(isOpenedByJourneys(file)).toBe(false)
})

test('a commit that does not exist is an error', () => {
  expect(() => selectJourneys('no-such-commit')).toThrow(
    'Expected a commit of this repository after --since, got "no-such-commit".',
  )
})
