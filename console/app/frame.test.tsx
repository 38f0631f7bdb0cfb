import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession } from '../testing/overview-apps.ts'
import { createProblem, stubServer } from '../testing/stub-server.ts'
import { Frame } from './frame.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { RequireSession } from './require-session.tsx'
import { setSession } from './session-store.ts'
import { useResource } from './use-resource.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  constructor() {
    super()
    FakeEventSource.opened.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 0, 1, 12, 4, 10), shouldAdvanceTime: true })
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.opened = []
  setSession(createSession('read'))
})
afterEach(() => vi.useRealTimers())

const CountSchema = v.object({ count: v.number() })

function Count() {
  return <p>Count: {useResource('/-/count', CountSchema).data?.count}</p>
}

const emit = (type: string) => act(() => void FakeEventSource.opened.at(-1)?.dispatchEvent(new Event(type)))

function openConsole() {
  render(
    <MemoryRouter initialEntries={['/log?by=ci']}>
      <Routes>
        <Route path="/sign-in" element={<p>Sign in</p>} />
        <Route
          path="*"
          element={
            <RequireSession>
              <LiveUpdates>
                <Frame />
              </LiveUpdates>
            </RequireSession>
          }
        >
          <Route path="*" element={<Count />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}

const notice = 'Live updates stopped at 12:04:10. What you see is from then. Reconnecting …'

test('a change fetches what the page shows again', async () => {
  const body = { count: 1 }
  stubServer({ 'GET /-/count': { body } })
  openConsole()
  await screen.findByText('Count: 1')
  body.count = 2
  emit('change')
  await screen.findByText('Count: 2')
})

test('after 30 s without an event the page says since when it is old, until the server is back', async () => {
  stubServer({ 'GET /-/count': { body: { count: 1 } } })
  openConsole()
  emit('heartbeat')
  act(() => vi.advanceTimersByTime(29_000))
  expect(screen.queryByText(notice)).toBeNull()
  act(() => vi.advanceTimersByTime(1_500))
  expect(screen.getByText(notice)).toBeDefined()
  expect(screen.getByRole('main').hasAttribute('data-stale')).toBe(true)
  emit('open')
  expect(screen.queryByText(notice)).toBeNull()
})

test('a hidden page takes no connection, and is current again once it is visible', () => {
  stubServer({ 'GET /-/count': { body: { count: 1 } } })
  openConsole()
  const show = (visibilityState: string) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  show('hidden')
  act(() => vi.advanceTimersByTime(60_000))
  expect(FakeEventSource.opened.map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED])
  expect(screen.queryByText(notice)).toBeNull()
  show('visible')
  expect(FakeEventSource.opened.at(1)?.readyState).toBe(1)
  emit('error') // the server is away
  expect(screen.getByText(notice)).toBeDefined()
  emit('open')
  expect(screen.queryByText(notice)).toBeNull()
})

test('without a network it says so at once', () => {
  stubServer({ 'GET /-/count': { body: { count: 1 } } })
  openConsole()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText(notice)).toBeDefined()
})

test('when the session ends, the page leads to signing in', async () => {
  stubServer({
    'GET /-/count': { body: { count: 1 } },
    'GET /session': createProblem('not-signed-in', 401),
  })
  openConsole()
  await screen.findByText('Count: 1')
  FakeEventSource.opened.at(-1)?.close()
  emit('error')
  await screen.findByText('Sign in')
})

test('whoever has no scope reads how to get one', () => {
  setSession(createSession())
  openConsole()
  expect(screen.getByRole('heading', { name: 'anna has no access yet' })).toBeDefined()
  expect(screen.getByText(/npm run release -- grant anna/)).toBeDefined()
})
