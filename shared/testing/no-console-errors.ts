import { afterEach, beforeEach, expect, vi } from 'vitest'

// An error on the console fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
