import { beforeEach, expect, test } from 'vitest'
import { setHistoryKey } from './history-key.ts'

beforeEach(() => history.replaceState(null, ''))

test('a first page gets a unique key', () => {
  setHistoryKey(history)
  const { key } = history.state
  expect(key).toMatch(/^[a-z0-9]+$/)
  history.replaceState(null, '')
  setHistoryKey(history)
  expect(history.state.key).not.toBe(key)
})

test('a page that is opened again keeps its key and state', () => {
  history.replaceState({ key: 'abc', idx: 2, usr: { from: '/' } }, '')
  setHistoryKey(history)
  expect(history.state).toEqual({ key: 'abc', idx: 2, usr: { from: '/' } })
})

test('state without a key is preserved', () => {
  history.replaceState({ usr: 'kept' }, '')
  setHistoryKey(history)
  expect(history.state).toMatchObject({ usr: 'kept' })
})
