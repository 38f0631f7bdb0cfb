import './no-console-errors.ts'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'

// Only for what never appears: on a busy machine a render can take seconds.
configure({ asyncUtilTimeout: 20_000 })

// Otherwise it keeps the document of the first file of this worker.
Object.assign(screen, within(document.body))

// Runs before the check for errors on the console: unmounting may log some.
afterEach(cleanup)

// happy-dom has no popovers; end-to-end tests cover them in a browser.
HTMLElement.prototype.hidePopover ??= () => {}
