import { expect, test } from 'vitest'
import { isUsernameAllowed, requireAllowedUsername } from './reserved-usernames.ts'

test.each([
  'admin',
  'Root',
  'SUPPORT',
  'null',
  'undefined',
  'a.d.m.i.n',
  '_admin_',
  'no_reply',
  'web.master',
])('the username %j is reserved', (username) => {
  expect(() => requireAllowedUsername(username)).toThrow(
    expect.objectContaining({
      details: { fields: { username: 'This username is reserved. Choose another one.' } },
    }),
  )
})

test.each(['...', '___', 'a..', '._.'])('the username %j has too few letters', (username) => {
  expect(() => requireAllowedUsername(username)).toThrow(
    expect.objectContaining({ details: { fields: { username: 'Use at least 3 letters or digits.' } } }),
  )
})

test.each(['ada', 'ada.lovelace', 'Grace_Hopper', 'admiral', 'rooted', 'r2d2', '1815'])(
  'the username %j is allowed',
  (username) => {
    expect(isUsernameAllowed(username)).toBe(true)
  },
)
