import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Only for what never appears: on a busy machine a render can take seconds.
configure({ asyncUtilTimeout: 20_000 })

// An error on the console fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  cleanup()
  expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

// happy-dom has no popovers; end-to-end tests cover them in a browser. Tests that run in Node have no elements at all.
if (typeof HTMLElement !== 'undefined') HTMLElement.prototype.hidePopover ??= () => {}
