import { patience } from '@portico/kit/testing/patience.ts'
import { createPath } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestWindow, type TestWindow } from '../testing/test-window.ts'
import { createBrowserHistory, type MoveListener } from './browser-history.ts'

const location = (path: string) => ({
  pathname: path,
  search: '',
  hash: '',
  state: null,
  key: `key of ${path}`,
})

/** A history on which a visitor has opened /a, /b, /c and /d. */
function openHistory(mayMove: MoveListener['mayMove'] = () => true) {
  const window = createTestWindow('/a')
  const history = createBrowserHistory(window)
  for (const path of ['/b', '/c', '/d']) history.push(location(path))
  const moves: string[] = []
  const asked = vi.fn(mayMove)
  history.listen({ mayMove: asked, onMove: (to) => void moves.push(createPath(to)) })
  return { window, history, moves, asked }
}

const listStates = ({ entries }: TestWindow) => entries.map(({ state }) => state)

test('the first entry gets a position and a key of its own', () => {
  const [first, second] = [createTestWindow('/a?b#c'), createTestWindow('/a')]
  const { location } = createBrowserHistory(first)
  createBrowserHistory(second)
  expect(createPath(location)).toBe('/a?b#c')
  expect(listStates(first)).toEqual([{ usr: null, key: location.key, idx: 0 }])
  expect(location.key).toMatch(/^[a-z0-9]+$/)
  expect(listStates(second)).not.toEqual(listStates(first))
})

test('an entry that an earlier version of the shell has written keeps its key, position and state', () => {
  const state = { usr: { from: '/' }, key: 'abc', idx: 2 }
  const window = createTestWindow('/a', state)
  const history = createBrowserHistory(window)
  expect(history.location).toMatchObject({ key: 'abc', state: { from: '/' } })
  history.push(location('/b'))
  expect(listStates(window)).toEqual([state, { usr: null, key: 'key of /b', idx: 3 }])
})

test.each([
  { state: { usr: 'kept' }, usr: 'kept' },
  { state: { key: 7, idx: 'one' }, usr: null },
  { state: 'text', usr: null },
])('a state that lacks a key or a position gets both: $state', ({ state, usr }) => {
  const window = createTestWindow('/a', state)
  createBrowserHistory(window)
  expect(listStates(window)).toEqual([{ usr, key: expect.any(String), idx: 0 }])
})

test('push drops the entries after the current one, and replace keeps the position', async () => {
  const { window, history } = openHistory()
  await window.move(-2)
  history.replace(location('/e'))
  history.push(location('/f'))
  expect(window.entries.map(({ url }) => new URL(url).pathname)).toEqual(['/a', '/e', '/f'])
  expect(listStates(window)).toMatchObject([{ idx: 0 }, { idx: 1 }, { idx: 2 }])
})

test('an anchor that the browser has followed becomes an entry like any other', async () => {
  const { window, history, moves } = openHistory()
  window.followAnchor('content')
  expect(moves).toEqual(['/d#content'])
  expect(history.location).toMatchObject({ pathname: '/d', hash: '#content' })
  expect(listStates(window).at(-1)).toEqual({ usr: null, key: expect.any(String), idx: 4 })
  await window.move(-1)
  expect(moves).toEqual(['/d#content', '/d'])
})

test.each(['push', 'replace'] as const)('%s loads the page if the browser refuses to write', (method) => {
  const { window, history } = openHistory()
  window.refuseWrites()
  history[method](location('/e'))
  expect(window.loaded).toEqual(['https://site.example/e'])
})

test('a move that is not allowed is undone, and can be repeated without asking', async () => {
  const repeats: (() => void)[] = []
  const { window, moves, asked } = openHistory((_, repeat) => repeats.push(repeat) === 0)
  await window.move(-2)
  await vi.waitFor(() => expect(window.address()).toBe('/d'), patience)
  expect(moves).toEqual([])
  repeats[0]?.()
  await vi.waitFor(() => expect(moves).toEqual(['/b']), patience)
  expect(window.address()).toBe('/b')
  expect(asked).toHaveBeenCalledOnce()
  await window.move(-1)
  expect(asked, 'the next one is asked about again').toHaveBeenCalledTimes(2)
})

test('a move that is repeated before it is undone waits for that', async () => {
  const { window, moves } = openHistory((_, repeat) => {
    queueMicrotask(repeat)
    return false
  })
  window.dropMoves()
  await window.move(-1)
  await vi.waitFor(() => expect(moves).toEqual(['/c']), patience)
  expect(window.address()).toBe('/c')
})

test('the next move after an allowed one is asked for again', async () => {
  const { window, moves, asked } = openHistory(({ pathname }) => pathname !== '/b')
  await window.move(-1)
  await window.move(-1)
  await vi.waitFor(() => expect(window.address()).toBe('/c'), patience)
  expect(moves).toEqual(['/c'])
  expect(asked.mock.calls.map(([{ pathname }]) => pathname)).toEqual(['/c', '/b'])
})

test('moves that come faster than they can be undone end on the page, which asks once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { window, history, moves, asked } = openHistory(({ pathname }) => pathname === '/d')
  const move = async (...deltas: number[]) => {
    for (const delta of deltas) void window.move(delta)
    await vi.runAllTimersAsync() // until nothing is left to undo
  }
  for (const path of ['/e', '/f', '/g']) history.push(location(path))
  await move(-3)
  expect(moves).toEqual(['/d'])
  await move(-1, -1)
  expect(window.address()).toBe('/d')
  expect(moves).toEqual(['/d'])
  expect(asked.mock.calls.map(([{ pathname }]) => pathname)).toEqual(['/d', '/c'])
  await move(-1)
  expect(asked).toHaveBeenCalledTimes(3)
})
