import { expect, test } from 'vitest'
import { isUsernameAllowed, requireAllowedUsername } from './reserved-usernames.ts'

const owner = 'Róbin Sample'

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
  'Robin_Sample',
  'robinsample',
  'sample.robin',
  'r.sample',
  'r0bin.samp1e',
  'the_real_robin.sample_2',
])('the username %j is reserved', (username) => {
  expect(() => requireAllowedUsername(username, owner)).toThrow(
    expect.objectContaining({
      details: { fields: { username: 'This username is reserved. Choose another one.' } },
    }),
  )
})

test.each(['...', '___', 'a..', '._.'])('the username %j has too few letters', (username) => {
  expect(() => requireAllowedUsername(username, owner)).toThrow(
    expect.objectContaining({ details: { fields: { username: 'Use at least 3 letters or digits.' } } }),
  )
})

test.each(['ada', 'ada.lovelace', 'Grace_Hopper', 'admiral', 'rooted', 'r2d2', '1815', 'robin', 'sampler'])(
  'the username %j is allowed',
  (username) => {
    expect(isUsernameAllowed(username, owner)).toBe(true)
  },
)

test.each([
  ['Ann', 'a.n.n', false],
  ['Ann', 'hannah', true],
  ['Li Wu', 'liwu', false],
  ['Li Wu', 'cliwuff', true],
  ['Łukasz Sørensen', 'lukasz_sorensen', false],
  ['小林', 'kobayashi', true],
  ['', 'ada', true],
])('on the site of %j, the username %j is allowed: %j', (ownerName, username, isAllowed) => {
  expect(isUsernameAllowed(username, ownerName)).toBe(isAllowed)
})
