import { expect, test } from 'vitest'
import { getAuthState, type SessionRecord } from './session-record.ts'

const started: SessionRecord = { username: 'ada', done: true, isVerify: false, github: false, gmail: false }

test.each([
  { who: 'confirmed by mail', record: { ...started, isVerify: true } },
  { who: 'confirmed by GitHub', record: { ...started, github: true } },
  { who: 'confirmed by Google', record: { ...started, gmail: true } },
])('a visitor $who is signed in', ({ record }) => {
  expect(getAuthState(record)).toBe(true)
})

test('a visitor without any confirmation is unverified', () => {
  expect(getAuthState(started)).toBeNull()
})

test.each([
  { what: 'no record', record: null },
  { what: 'a sign-in that is not completed', record: { ...started, done: false, gmail: true } },
  { what: 'no username', record: { ...started, username: '', isVerify: true } },
])('$what is signed out', ({ record }) => {
  expect(getAuthState(record)).toBe(false)
})
