import { expect, test } from 'vitest'
import { formatVerification } from './formatted-profile.ts'

const ada = { username: 'ada', done: true, isVerify: false, github: false, gmail: false }

test.each([
  [{ isVerify: true }, 'email'],
  [{ gmail: true }, 'Google'],
  [{ isVerify: true, gmail: true, github: true }, 'email, Google and GitHub'],
  [{}, 'not verified yet'],
])('a visitor verified by %j is shown as: %s', (ways, text) => {
  expect(formatVerification({ ...ada, ...ways })).toBe(text)
})
