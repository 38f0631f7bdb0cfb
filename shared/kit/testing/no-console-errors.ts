import { afterEach, beforeEach, expect, vi } from 'vitest'

const log = console.error

// An error on the console fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...given) => {
    if (!isAboutRenderers(given)) log(...given)
  })
})
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls.filter((given) => !isAboutRenderers(given))).toEqual([])
  vi.restoreAllMocks()
})

/** React warns about two renderers in one process, which only happens in tests. */
function isAboutRenderers([text]: readonly unknown[]): boolean {
  return String(text).startsWith('Detected multiple renderers')
}
