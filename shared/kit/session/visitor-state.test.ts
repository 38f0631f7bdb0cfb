import { expect, test } from 'vitest'
import type { SessionRecord } from './session-record.ts'
import { getAuthenticated, getVisitorState } from './visitor-state.ts'

const eve: SessionRecord = { username: 'eve', done: true, isVerify: false, github: false, gmail: false }

test.each([
  { who: 'nobody', record: null, state: 'signed-out', authenticated: false },
  {
    who: 'someone in the middle of a sign-in',
    record: { ...eve, done: false },
    state: 'signed-out',
    authenticated: false,
  },
  { who: 'someone without a confirmed address', record: eve, state: 'unverified', authenticated: null },
  { who: 'someone with one', record: { ...eve, gmail: true }, state: 'signed-in', authenticated: true },
] as const)('$who is $state', ({ record, state, authenticated }) => {
  expect(getVisitorState(record)).toBe(state)
  expect(getAuthenticated(state)).toBe(authenticated)
})
