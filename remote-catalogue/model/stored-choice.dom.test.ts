import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoredChoice } from './stored-choice.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

const create = () => createStoredChoice('test.choice', ['one', 'two'], 'one')

test('a choice is remembered on this device', () => {
  expect(create().read()).toBe('one')
  create().write('two')
  expect(create().read()).toBe('two')
})

test('a stored value that is no longer offered is ignored', () => {
  localStorage.setItem('test.choice', 'three')
  expect(create().read()).toBe('one')
})

test('blocked storage counts as empty', () => {
  const blocked = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
  create().write('two')
  expect(create().read()).toBe('one')
})
