import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { expect, vi } from 'vitest'

/** What a browser has and the build has not. */
const browserGlobals = [
  'window',
  'self',
  'document',
  'location',
  'history',
  'navigator',
  'screen',
  'visualViewport',
  'localStorage',
  'sessionStorage',
  'matchMedia',
  'getComputedStyle',
  'getSelection',
  'scrollTo',
  'requestAnimationFrame',
  'requestIdleCallback',
  'Element',
  'HTMLElement',
  'Image',
  'DOMParser',
  'IntersectionObserver',
  'MutationObserver',
  'ResizeObserver',
  'CSS',
  'innerWidth',
  'innerHeight',
]

/** Renders `createNode()` to HTML as the build does: without a browser, and long before it is read. */
export async function renderAsBuild(createNode: () => ReactNode, identifierPrefix = ''): Promise<string> {
  const browser = new Map(
    browserGlobals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  )
  for (const name of browserGlobals)
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-31T23:30:00Z') })
  try {
    const failures: unknown[] = []
    const onError = (error: unknown) => void failures.push(error)
    const { prelude } = await prerender(createNode(), { identifierPrefix, onError })
    const html = await new Response(prelude).text()
    await prerender(null) // The renderer leaves the contexts of its last tree set, for every renderer in this process.
    if (failures.length > 0) throw failures[0]
    return html.replace(/^(?:<link [^>]*\/>)+/, '') // hints, which the build leaves out
  } finally {
    vi.useRealTimers()
    for (const [name, property] of browser) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, property)
    }
  }
}

/** The page in the document, hydrated. */
export interface HydratedPage {
  readonly container: HTMLElement
  /** The elements of the prerendered page that hydration has replaced or removed, except what is for HTML alone (`data-until-hydration`). */
  readonly lost: readonly Element[]
  readonly unmount: () => Promise<void>
}

/**
 * Hydrates `html` in the document. Whatever the browser renders differently fails the test: React reports it, on the
 * console if it is an attribute. `beforeHydration` stands for what the visitor does until the scripts have loaded.
 */
export async function hydrateInBrowser(
  html: string,
  node: ReactNode,
  beforeHydration: (container: HTMLElement) => void = () => {},
): Promise<HydratedPage> {
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const elements = [...container.querySelectorAll('*')].filter(
    (element) => element.closest('[data-until-hydration]') === null,
  )
  beforeHydration(container)
  const recovered: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, node, { onRecoverableError: (error) => void recovered.push(error) }),
  )
  expect(recovered).toEqual([])
  const unmount = async () => {
    await act(async () => root.unmount())
    container.remove()
  }
  const lost = elements.filter((element) => !element.isConnected)
  return { container, lost, unmount }
}
