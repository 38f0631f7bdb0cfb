import { beforeEach, expect, test } from 'vitest'
import { setHistoryKey } from './history-key.ts'

beforeEach(() => history.replaceState(null, ''))

test('a first page gets a name that no other has', () => {
  setHistoryKey(history)
  const { key } = history.state
  expect(key).toMatch(/^[a-z0-9]+$/)
  history.replaceState(null, '')
  setHistoryKey(history)
  expect(history.state.key).not.toBe(key)
})

test('a page that is opened again keeps its name, and what else is kept with it', () => {
  history.replaceState({ key: 'abc', idx: 2, usr: { from: '/' } }, '')
  setHistoryKey(history)
  expect(history.state).toEqual({ key: 'abc', idx: 2, usr: { from: '/' } })
})

test('what was kept before the name stays', () => {
  history.replaceState({ usr: 'kept' }, '')
  setHistoryKey(history)
  expect(history.state).toMatchObject({ usr: 'kept' })
})
