import { expect, test } from 'vitest'
import {
  FormattedProfileSchema,
  fillProfileSlots,
  formatVerification,
  profileSlots,
  wholeProfileSlot,
} from './formatted-profile.ts'

const ada = { username: 'ada', done: true, isVerify: false, github: false, gmail: false }

test.each([
  [{ isVerify: true }, 'email'],
  [{ gmail: true }, 'Google'],
  [{ isVerify: true, gmail: true, github: true }, 'email, Google and GitHub'],
  [{}, 'not verified yet'],
])('a visitor verified by %j is shown as: %s', (ways, text) => {
  expect(formatVerification({ ...ada, ...ways })).toBe(text)
})

test('every text has its slot, and a text that looks like a slot stays', () => {
  const fields = Object.keys(FormattedProfileSchema.entries)
  expect(Object.keys(profileSlots)).toEqual(fields)
  const profile = { ...profileSlots, username: profileSlots.email, email: 'ada@example.com' }
  const text = `${profileSlots.username} ${profileSlots.email} ${wholeProfileSlot}`
  expect(fillProfileSlots(text, profile, (value) => `“${value}”`)).toBe(
    `“${profileSlots.email}” “ada@example.com” “${JSON.stringify(profile)}”`,
  )
})
