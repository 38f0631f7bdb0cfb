import './no-console-errors.ts'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { patience } from './patience.ts'

configure({ asyncUtilTimeout: patience.timeout })

// Otherwise it keeps the document of the first file of this worker.
Object.assign(screen, within(document.body))

// Runs before the check for errors on the console: unmounting may log some.
afterEach(cleanup)

// happy-dom has no popovers; end-to-end tests cover them in a browser.
HTMLElement.prototype.hidePopover ??= () => {}
