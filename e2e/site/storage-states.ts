import type { PlaywrightWorkerArgs } from '@playwright/test'
import { createAccount, createPerson, type StorageState, type VisitorState } from './accounts.ts'
import type { Site } from './start-site.ts'

/** What a browser keeps of a visitor in a given state. */
export type StorageStates = (state: VisitorState) => Promise<StorageState>

/** Makes one account for each state that is asked for. */
export function createStorageStates(
  playwright: PlaywrightWorkerArgs['playwright'],
  { origin }: Pick<Site, 'origin'>,
): StorageStates {
  const made = new Map<VisitorState, Promise<StorageState>>([
    ['signed out', Promise.resolve({ cookies: [], origins: [] })],
  ])
  return (state) => {
    const known = made.get(state)
    if (known) return known
    const making = createAccount(playwright, origin, {
      person: createPerson(),
      isVerified: state === 'signed in',
    })
    made.set(state, making)
    return making
  }
}
