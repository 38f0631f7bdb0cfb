import { type SignalName, SignalNameSchema } from '@portico/protocol/discovery/load-report.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { SignalEventSchema, signalEvent } from '@portico/protocol/release/page-event.ts'
import { signals } from '@portico/protocol/rollout/signals.ts'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { failed } from '../findings.ts'

/**
 * The signals that a check looks for, and the checks whose findings tell more. It has its own budget for blocked pages and shifts, which a
 * busy machine doesn't exceed, and answers requests itself.
 */
const checks: Partial<Record<SignalName, readonly string[]>> = {
  error: ['browser-console', 'browser-policy', 'browser-mount'],
  failure: ['browser-console'],
  measure: [],
}

/** Records what the shell would report of a remote's release in a rollout: a check notices what visitors would. */
export async function recordSignals(
  tab: Page,
  remote: string,
): Promise<{ getFindings(address: string, known: readonly Finding[]): Finding[] }> {
  const found = new Set<SignalName>()
  await tab.exposeFunction('releaseCheckSignal', (detail: unknown) => {
    const event = v.parse(SignalEventSchema, detail)
    const signal = v.parse(SignalNameSchema, event.signal)
    if (event.remote === remote && signal in checks) found.add(signal)
  })
  await tab.addInitScript({
    content: `document.addEventListener('${signalEvent}', ({ detail }) => releaseCheckSignal(detail))`,
  })
  return {
    getFindings: (address, known) =>
      [...found]
        .filter((signal) => !known.some(({ check }) => checks[signal]?.includes(check)))
        .map((signal) =>
          failed(
            `signal-${signal}`,
            `${address} would count against the release: its visitors ${signals[signal].visitors}.`,
            'Correct it. The browser’s console and network log tell more.',
          ),
        ),
  }
}
