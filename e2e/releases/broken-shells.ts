import type { Route } from '@playwright/test'

/** A shell that doesn't start. */
export interface BrokenShell {
  /** As it ends "a shell that …". */
  readonly name: string
  /** Its script; the built one by default. */
  readonly change?: (script: string) => string
  /** Answers the request for its script. */
  readonly answer?: (route: Route) => unknown
  /** Whether the page goes on with the other shell in the same view; otherwise it is loaded again. */
  readonly staysInView: boolean
  /** Whether the page notices only after a while. */
  readonly isSilent?: true
  /** Whether another one has the same way out: only the soak lane opens it. */
  readonly isAnotherCause?: true
  readonly outcome: string
  readonly consoleErrors: readonly RegExp[]
}

/** Runs once the shell has begun to change the document. */
const whenStarted = (code: string) => `{
const { watchShell } = window
const own = new URL('.', document.currentScript.src).pathname
window.watchShell = (folder) => {
  const result = watchShell?.(folder)
  if (result && folder === own) { document.documentElement.dataset.hasStarted = ''; ${code} }
  return result
}
};`

/** The shell waits for the answer to its next message. */
const hang = `const { MessageChannel } = window
window.MessageChannel = class {
  port1 = {}
  port2 = { postMessage() { window.MessageChannel = MessageChannel } }
}`

/** Ways in which the script of a shell is broken. */
export const brokenShells: readonly BrokenShell[] = [
  {
    name: 'is missing',
    answer: (route) => route.fulfill({ status: 404 }),
    staysInView: true,
    isAnotherCause: true,
    outcome: 'network',
    consoleErrors: [/status of 404/],
  },
  {
    name: 'is not what was published',
    answer: (route) => route.fulfill({ body: 'tampered()', contentType: 'text/javascript' }),
    staysInView: true,
    outcome: 'network',
    consoleErrors: [/integrity/],
  },
  {
    name: 'never arrives',
    answer: () => {},
    staysInView: true,
    isSilent: true,
    isAnotherCause: true,
    outcome: 'timeout',
    consoleErrors: [],
  },
  {
    name: 'throws as soon as it runs',
    change: (script) => `throw new Error('requested');\n${script}`,
    staysInView: true,
    outcome: 'init',
    consoleErrors: [/uncaught: Error requested/],
  },
  {
    name: 'mounts nothing',
    change: () => '// nothing',
    staysInView: true,
    isSilent: true,
    outcome: 'timeout',
    consoleErrors: [],
  },
  {
    name: 'throws while it starts, and has emptied the page',
    change: (script) =>
      `${whenStarted("document.getElementById('root').replaceChildren(); console.error('requested'); throw new Error('requested')")}\n${script}`,
    staysInView: false,
    outcome: 'init',
    // The page is left before the browser has reported the uncaught error to the test.
    consoleErrors: [/requested/],
  },
  {
    name: 'waits forever once it has started',
    change: (script) => `${whenStarted(hang)}\n${script}`,
    staysInView: false,
    isSilent: true,
    outcome: 'timeout',
    consoleErrors: [],
  },
]
