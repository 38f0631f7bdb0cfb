import { type BrowserContext, expect } from '@playwright/test'

/** What browsers complain of while a test runs: errors on the console, uncaught errors, policy violations. */
export interface ConsoleErrors {
  /** Declares messages that this test brings about: each has to come, and no other may. */
  expect(...messages: readonly RegExp[]): void
  /** Begins to listen to every page of a browser. */
  watch(browser: BrowserContext): Promise<void>
  /** Fails the test where something else came than was declared. */
  check(): void
}

/** Begins with nothing heard and nothing expected. */
export function recordConsoleErrors(): ConsoleErrors {
  const expected: RegExp[] = []
  const heard: string[] = []
  return {
    expect: (...messages) => void expected.push(...messages),
    async watch(browser) {
      browser.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`)
      })
      browser.on('weberror', (webError) => heard.push(`uncaught: ${textOf(webError.error())}`))
      await browser.addInitScript(sayPolicyViolations)
    },
    check() {
      const isExpected = (message: string) => expected.some((pattern) => pattern.test(message))
      expect(
        heard.filter((message) => !isExpected(message)),
        'consoleErrors of the browser',
      ).toEqual([])
      const missing = expected.filter((pattern) => !heard.some((message) => pattern.test(message)))
      expect(missing, 'consoleErrors that were declared, but did not come').toEqual([])
    },
  }
}

// Chromium prints most violations by itself, but not those in report-only or in workers.
function sayPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`)
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message} ${error.stack}` : String(error)
}
