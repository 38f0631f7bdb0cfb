import { type BrowserContext, expect } from '@playwright/test'

/** What browsers report while a test runs: console errors, uncaught errors and policy violations. */
export interface ConsoleErrors {
  /** Declares messages that this test provokes: each must occur, and no others may. */
  expect(...messages: readonly RegExp[]): void
  /** Records the errors of every page of a browser from now on. */
  watch(browser: BrowserContext): Promise<void>
  /** Waits for the declared messages. Call it before closing a browser: it reports a message a moment after its cause. */
  settle(): Promise<void>
  /** Fails the test unless exactly the declared messages have occurred since the last check. */
  check(): Promise<void>
}

/** A test has waited for the causes of its messages, so this is only for those that never occur, and for a busy machine. */
const settleTimeoutMs = 10_000

export function recordConsoleErrors(): ConsoleErrors {
  const expected: RegExp[] = []
  const recorded: string[] = []
  const open = new Set<BrowserContext>()
  const listMissing = () =>
    expected.filter((pattern) => !recorded.some((message) => pattern.test(message))).map(String)
  const settle = () =>
    expect
      .poll(() => open.size === 0 || listMissing().length === 0, { timeout: settleTimeoutMs })
      .toBe(true)
      .catch(() => {}) // `check` names what is missing
  return {
    expect: (...messages) => void expected.push(...messages),
    async watch(browser) {
      open.add(browser)
      browser.on('close', () => open.delete(browser))
      browser.on('console', (message) => {
        if (message.type() === 'error') recorded.push(`${message.text()} (${message.location().url})`)
      })
      browser.on('weberror', (webError) => recorded.push(`uncaught: ${toText(webError.error())}`))
      await browser.addInitScript(logPolicyViolations)
    },
    settle,
    async check() {
      await settle()
      const isExpected = (message: string) => expected.some((pattern) => pattern.test(message))
      expect(
        recorded.filter((message) => !isExpected(message)),
        'unexpected console errors',
      ).toEqual([])
      expect(listMissing(), 'expected console errors that did not occur').toEqual([])
      expected.length = 0
      recorded.length = 0
    },
  }
}

/** For the page: browsers log most violations themselves, but not report-only ones or those in workers. */
export function logPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`)
  })
}

function toText(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message} ${error.stack}` : String(error)
}
