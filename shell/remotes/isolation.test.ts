import { expect, test } from 'vitest'
import { createIsolation } from './isolation.ts'

const account = { name: 'account', release: {} }
const other = { name: 'other', release: {} }
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

const weather = { name: 'weather', release: { origins: { connect: ['https://api.example'] } } }

test('a page whose remote uses other origins opens only in a document whose policy allows them', () => {
  const isolation = createIsolation()
  expect([isolation.mayOpen(weather, {}), isolation.mayOpen(other, {})]).toEqual([false, true])
})

test('a document whose policy allows the origins of a remote shows no page of another one', () => {
  const isolation = createIsolation(weather)
  const images = { ...weather, release: { origins: { image: ['https://api.example'] } } } // selected since
  const map = { ...weather, name: 'map' }
  const pages = [weather, { ...weather, release: {} }, images, map, other]
  expect(pages.map((remote) => isolation.mayOpen(remote, {}))).toEqual([true, true, false, false, false])
})
