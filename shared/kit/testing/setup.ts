import './no-console-errors.ts'
import { cleanup, configure, prettyDOM, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { patience } from './patience.ts'

/** The document is printed only when someone reads the message: a test that waits ignores most of these errors. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError' // which the library looks for
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    set: (changed: string) => {
      text = changed
    },
  })
  error.stack = (error.stack ?? '').replace(/\n.*getElementError.*/, '') // It points to the query.
  return error
}
configure({ asyncUtilTimeout: patience.timeout, getElementError })

// Otherwise it keeps the document of the first file of this worker.
Object.assign(screen, within(document.body))

// Runs before the check for errors on the console: unmounting may log some.
afterEach(cleanup)

// happy-dom has no popovers; end-to-end tests cover them in a browser.
HTMLElement.prototype.hidePopover ??= () => {}
