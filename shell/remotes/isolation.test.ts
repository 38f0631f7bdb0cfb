import { expect, test } from 'vitest'
import { createIsolation } from './isolation.ts'

const account = { name: 'account' }
const other = { name: 'other' }
const isolated = { isolated: true }

test('an isolated page opens in a document in which only its own remote has run', () => {
  const isolation = createIsolation()
  expect(isolation.admit(account)).toBe(true)
  expect(isolation.mayOpen(account, isolated)).toBe(true)
  expect(isolation.admit(other)).toBe(true)
  expect(isolation.mayOpen(account, isolated)).toBe(false)
  expect(isolation.mayOpen(account, {})).toBe(true)
})

test('while an isolated page is open or opening, other remotes neither run nor open in its document', () => {
  const isolation = createIsolation()
  let owners = ['account']
  isolation.follow(() => owners)
  expect([isolation.admit(other), isolation.mayOpen(other, {})]).toEqual([false, false])
  expect([isolation.admit(account), isolation.mayOpen(account, {})]).toEqual([true, true])
  owners = []
  expect([isolation.admit(other), isolation.mayOpen(other, {})]).toEqual([true, true])
})

test('another remote waits until the isolated page is no longer in the document', () => {
  const isolation = createIsolation()
  const release = isolation.hold(account)
  expect(isolation.admit(other)).toBe(false)
  release()
  expect(isolation.admit(other)).toBe(true)
})
