import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Only for what never comes: on a busy machine a render may take seconds.
configure({ asyncUtilTimeout: 20_000 })

// An error on the console is a fault like any other.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  cleanup()
  expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

// happy-dom has no popovers; the journeys test them in a browser. A test that runs in Node has no elements at all.
if (typeof HTMLElement !== 'undefined') HTMLElement.prototype.hidePopover ??= () => {}
