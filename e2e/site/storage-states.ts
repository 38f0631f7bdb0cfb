import type { PlaywrightWorkerArgs } from '@playwright/test'
import { createAccount, createPerson, type StorageState, type VisitorState } from './accounts.ts'
import type { Site } from './start-site.ts'

/** Returns what the browser of a visitor in the given state stores. */
export type GetStorageState = (state: VisitorState) => Promise<StorageState>

/** Creates one account per state, when it is first requested. */
export function createStorageStates(
  playwright: PlaywrightWorkerArgs['playwright'],
  { origin }: Pick<Site, 'origin'>,
): GetStorageState {
  const states = new Map<VisitorState, Promise<StorageState>>([
    ['signed out', Promise.resolve({ cookies: [], origins: [] })],
  ])
  return (state) => {
    const known = states.get(state)
    if (known) return known
    const creating = createAccount(playwright, origin, {
      person: createPerson(),
      isVerified: state === 'signed in',
    })
    states.set(state, creating)
    return creating
  }
}
