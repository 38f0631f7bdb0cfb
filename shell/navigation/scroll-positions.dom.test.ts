import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NavigationState, OpenPage } from './navigation-state.ts'
import { createScrollPositions } from './scroll-positions.ts'

const storageKey = 'react-router-scroll-positions'
const scrolled = vi.fn<(x: number, y: number) => void>()
let scrollY = 0

beforeEach(() => {
  sessionStorage.clear()
  scrolled.mockClear()
  scrollY = 0
  history.scrollRestoration = 'auto'
  document.body.innerHTML = '<h2 id="über">Anchor</h2>'
})

let stop = () => {}
afterEach(() => stop())

/** The window, whose position the test sets. */
function createScrollWindow(storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage) {
  return {
    document,
    history,
    get scrollY() {
      return scrollY
    },
    get sessionStorage() {
      return storage as Storage
    },
    scrollTo: scrolled as (...to: never) => void,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  }
}

function createPage(key: string, { hash = '', preventScrollReset = false } = {}): OpenPage {
  return {
    location: { pathname: '/', search: '', hash, state: null, key },
    route: { path: '/', element: null, load: () => Promise.reject(new Error('It is not loaded.')) },
    content: { status: 'loading' },
    arrival: { preventScrollReset },
  }
}

/** Follows a visitor who is at the entry `one`. */
function start(window = createScrollWindow()) {
  const positions = createScrollPositions(window)
  let state: NavigationState = { page: createPage('one'), pending: null, isRevalidating: false }
  let notify = () => {}
  stop = positions.start({
    getState: () => state,
    subscribe(listener) {
      notify = listener
      return () => {
        notify = () => {}
      }
    },
  })
  const set = (changes: Partial<NavigationState>) => {
    state = { ...state, ...changes }
    notify()
  }
  return {
    positions,
    /** Begins to load the entry's page. */
    begin: (key: string) => set({ pending: createPage(key).location }),
    end: (key: string) => set({ page: createPage(key), pending: null }),
    revalidate: () => set({ page: { ...state.page }, isRevalidating: false }),
  }
}

const leave = () => window.dispatchEvent(new Event('pagehide'))
const restore = (page: OpenPage, from = createScrollPositions(createScrollWindow())) => from.restore(page)

test('a new page begins at its top', () => {
  restore(createPage('new'))
  expect(scrolled.mock.calls).toEqual([[0, 0]])
})

test('a page that asks for it keeps the position', () => {
  restore(createPage('new', { preventScrollReset: true }))
  expect(scrolled).not.toHaveBeenCalled()
})

test('an anchor in the address is scrolled to', () => {
  const into = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  restore(createPage('new', { hash: '#%C3%BCber', preventScrollReset: true }))
  expect(into).toHaveBeenCalledOnce()
  expect(scrolled).not.toHaveBeenCalled()
})

test.each(['#missing', '#%', '#'])('without the anchor %s the page begins at its top', (hash) => {
  restore(createPage('new', { hash }))
  expect(scrolled.mock.calls).toEqual([[0, 0]])
})

test('each entry has the position at which the visitor left it', () => {
  const { positions, begin, end } = start()
  scrollY = 300
  begin('two')
  scrollY = 0
  end('two')
  scrollY = 200
  end('three')
  positions.restore(createPage('one', { hash: '#%C3%BCber' }))
  positions.restore(createPage('two'))
  expect(scrolled.mock.calls).toEqual([
    [0, 300],
    [0, 200],
  ])
})

test('while the next page loads, the position of the open page is not its own', () => {
  const { positions, begin, end } = start()
  scrollY = 300
  begin('two')
  scrollY = 10
  begin('three')
  leave()
  end('one')
  positions.restore(createPage('one'))
  expect(scrolled.mock.calls).toEqual([[0, 300]])
})

test('a revalidation saves nothing', () => {
  const { positions, revalidate } = start()
  scrollY = 300
  revalidate()
  positions.restore(createPage('one'))
  expect(scrolled.mock.calls).toEqual([[0, 0]])
})

test('positions survive a reload, and the browser restores the page until the script has started', () => {
  start()
  expect(history.scrollRestoration).toBe('manual')
  scrollY = 900
  leave()
  expect(history.scrollRestoration).toBe('auto')
  restore(createPage('one'))
  expect(scrolled.mock.calls).toEqual([[0, 900]])
  window.dispatchEvent(new Event('pageshow'))
  expect(history.scrollRestoration, 'the page has come back as it was').toBe('manual')
  stop()
  expect(history.scrollRestoration).toBe('auto')
  scrollY = 1
  leave()
  expect(sessionStorage.getItem(storageKey)).toBe('{"one":900}')
})

test.each(['not JSON', '[]', '{"one":"900"}', 'null'])(
  'positions of another shape are ignored: %s',
  (stored) => {
    sessionStorage.setItem(storageKey, stored)
    restore(createPage('one'))
    expect(scrolled.mock.calls).toEqual([[0, 0]])
  },
)

test('where storage is blocked, positions last until the page is left', () => {
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  const { positions, end } = start(createScrollWindow({ getItem: forbid, setItem: forbid }))
  scrollY = 300
  end('two')
  expect(leave).not.toThrow()
  positions.restore(createPage('one'))
  expect(scrolled.mock.calls).toEqual([[0, 300]])
})
