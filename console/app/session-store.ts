import type { ConsoleSession } from '@portico/protocol/tokens/console-session.ts'
import { useSyncExternalStore } from 'react'

/** undefined: not known yet; null: signed out. */
type SessionState = ConsoleSession | null | undefined

let session: SessionState
let hasEnded = false
const listeners = new Set<() => void>()

/** Who uses the console, for code outside of React. */
export function readSession(): SessionState {
  return session
}

/** Whether somebody was signed in until the session ended. */
export function hasSessionEnded(): boolean {
  return hasEnded
}

/** Replaces the session; null signs out. */
export function setSession(next: SessionState): void {
  if (next !== undefined) hasEnded = next === null && (session ? true : hasEnded)
  session = next
  for (const notify of listeners) notify()
}

/** Who uses the console; follows changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, readSession)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
