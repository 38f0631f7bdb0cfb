import { useHost } from '@portico/kit/contract/contract.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSite } from '../testing/open-site.tsx'

/** The places that wait to come into view. */
const waiting = new Map<Element, () => void>()

// The test decides what is in view.
beforeEach(() => {
  class TestObserver {
    readonly notify: (entries: readonly { isIntersecting: boolean }[]) => void
    constructor(notify: TestObserver['notify']) {
      this.notify = notify
    }
    observe(element: Element) {
      waiting.set(element, () => this.notify([{ isIntersecting: true }]))
    }
    disconnect() {
      waiting.clear()
    }
  }
  vi.stubGlobal('IntersectionObserver', TestObserver)
})
afterEach(() => {
  vi.unstubAllGlobals()
  waiting.clear()
})

function createHome(path = '/secret') {
  return function Home() {
    const { Showcase } = useHost()
    return (
      <>
        <h1 tabIndex={-1}>HomePage</h1>
        {Showcase && (
          <Showcase path={path}>
            <p>Instead</p>
          </Showcase>
        )}
      </>
    )
  }
}

function Working() {
  return <p>It works for {String(useHost().session.read().authenticated)}</p>
}

function Broken(): never {
  throw new Error('broken')
}

async function openHome(options: Partial<Parameters<typeof openSite>[0]>, path?: string) {
  const Home = createHome(path)
  const site = openSite({ at: '/', visitor: null, load: () => Home, ...options })
  await screen.findByText('Instead')
  return site
}

const enterView = () => act(async () => [...waiting.values()].map((notify) => notify()))

async function scrollTo() {
  await waitFor(() => expect(waiting.size).toBe(1)) // An effect observes the place, after it is in the document.
  await enterView()
}

test('the showcase of a private page is shown to a visitor who is signed out, once it comes into view', async () => {
  const showcase = vi.fn(async () => ({ Component: Working }))
  await openHome({ showcase })
  expect(showcase).not.toHaveBeenCalled()
  await scrollTo()
  expect(await screen.findByText('It works for false')).toBeTruthy()
  expect(screen.queryByText('Instead')).toBeNull()
})

test('a page without a showcase in any remote leaves its children', async () => {
  await openHome({ showcase: async () => ({ Component: Working }) }, '/nowhere')
  expect(waiting.size).toBe(0)
  expect(screen.getByText('Instead')).toBeTruthy()
})

test.each([
  ['fails to load', () => Promise.reject(new Error('Loading chunk 1 failed'))],
  ['is no component', async () => ({ Component: 'no' })],
  ['throws while rendering', async () => ({ Component: Broken })],
])('a showcase that %s leaves the place as it was, and the page works', async (_, showcase) => {
  await openHome({ showcase })
  await scrollTo()
  expect(await screen.findByText('Instead')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('HomePage')
})

test.each([
  ['fails to load', () => Promise.reject(new Error('Loading chunk 1 failed'))],
  ['throws while rendering', async () => ({ Component: Broken })],
])('the showcase of a canary that %s is replaced by that of the stable release', async (_, showcase) => {
  const Home = createHome()
  openSite({ at: '/', visitor: null, load: () => Home, isCanary: true, showcase })
  await screen.findByText('Instead')
  await scrollTo()
  // The stable release is loaded once the place is in view again.
  await waitFor(async () => {
    await enterView()
    expect(screen.getByText('Stable showcase')).toBeTruthy()
  })
})
