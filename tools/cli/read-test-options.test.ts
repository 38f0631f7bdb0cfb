import { expect, test } from 'vitest'
import { readTestOptions } from './read-test-options.ts'

test.each([
  [[], { changedSince: null, hasCoverage: false }],
  [['--coverage'], { changedSince: null, hasCoverage: true }],
  [['--changed'], { changedSince: 'HEAD', hasCoverage: false }],
  [['--changed=main', '--coverage'], { changedSince: 'main', hasCoverage: true }],
])('npm test with %j', (args, options) => {
  expect(readTestOptions(args)).toEqual(options)
})

test.each(['--change', '--changed=', '--coverage=yes', 'sign-up', ''])('%j is refused', (arg) => {
  expect(() => readTestOptions(['--coverage', arg])).toThrow(
    `Expected --changed, --changed=<commit> or --coverage, got "${arg}".`,
  )
})
