import type { PlaywrightWorkerArgs } from '@playwright/test'
import { type BrowserState, makeAccount, newPerson, type VisitorState } from './accounts.ts'
import type { Site } from './start-site.ts'

/** What a browser keeps of a visitor in a given state. */
export type BrowserStates = (state: VisitorState) => Promise<BrowserState>

/** Makes one account for each state that is asked for. */
export function browserStatesOf(
  playwright: PlaywrightWorkerArgs['playwright'],
  { origin }: Pick<Site, 'origin'>,
): BrowserStates {
  const made = new Map<VisitorState, Promise<BrowserState>>([
    ['signed out', Promise.resolve({ cookies: [], origins: [] })],
  ])
  return (state) => {
    const known = made.get(state)
    if (known) return known
    const making = makeAccount(playwright, origin, { person: newPerson(), isVerified: state === 'signed in' })
    made.set(state, making)
    return making
  }
}
