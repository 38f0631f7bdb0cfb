import { getAuthState, type SessionRecord } from './session-record.ts'

/** The states of a visitor, which decide the pages they may open (specification, section 2). */
export const visitorStates = ['signed-out', 'unverified', 'signed-in'] as const

export type VisitorState = (typeof visitorStates)[number]

/** The state of the visitor with this record; null: nobody is signed in. */
export function getVisitorState(record: SessionRecord | null): VisitorState {
  const authenticated = getAuthState(record)
  if (authenticated === null) return 'unverified'
  return authenticated ? 'signed-in' : 'signed-out'
}

/** The state as a session's `authenticated`: true signed in, null unverified, false signed out. */
export function getAuthenticated(state: VisitorState): boolean | null {
  return state === 'unverified' ? null : state === 'signed-in'
}
