import { expect, test } from 'vitest'
import { readCookie } from './read-cookie.ts'

test.each([
  ['name=value', 'value'],
  ['a=b; name=value; c=d', 'value'],
  ['a=b;name=value', 'value'],
  ['name=a=b', 'a=b'],
  ['name=', ''],
  ['name', null],
  ['my.name=value; names=value', null],
  ['a=name', null],
  ['', null],
])('the cookie in "%s" has the value %s', (cookies, value) => {
  expect(readCookie(cookies, 'name')).toBe(value)
})
