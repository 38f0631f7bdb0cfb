import { patience } from '@portico/kit/testing/patience.ts'
import { createPath } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { createTestWindow } from '../testing/test-window.ts'
import { createBrowserHistory } from './browser-history.ts'
import { createNavigation, type NavigateOptions } from './create-navigation.ts'
import type { LoadedPage, NewDocument, PageRequest, Redirect, SiteRoute } from './route.ts'

type Outcome = LoadedPage | Redirect | NewDocument | Error

const pageOf = (path: string): LoadedPage => ({ page: () => null, title: path })

interface Visit {
  /** Paths whose load waits until `finish`. */
  readonly slow?: readonly string[]
  /** Paths whose load redirects or fails. */
  readonly outcomes?: Readonly<Record<string, Outcome>>
  /** Whether the page is prerendered, or the route for which it is. */
  readonly prerendered?: string
  readonly needsDocument?: () => boolean
}

/** Opens a site with the pages /a, /b, /c and /items/:id. */
function openSite(at: string, { slow = [], outcomes = {}, prerendered, needsDocument }: Visit = {}) {
  const window = createTestWindow(at)
  const requests: string[] = []
  const running: { path: string; finish: (outcome?: Outcome) => void }[] = []
  const results = new Map(Object.entries(outcomes))
  const load = ({ location, isFirst }: PageRequest) => {
    const { pathname } = location
    requests.push(createPath(location) + (isFirst ? ' first' : ''))
    return new Promise<LoadedPage | Redirect | NewDocument>((resolve, reject) => {
      const finish = (outcome: Outcome = results.get(pathname) ?? pageOf(pathname)) =>
        outcome instanceof Error ? reject(outcome) : resolve(outcome)
      if (slow.includes(pathname)) running.push({ path: pathname, finish })
      else finish()
    })
  }
  const routes: SiteRoute[] = ['/a', '/b', '/c', '/items/:id', '*'].map((path) => ({
    id: path,
    path,
    element: null,
    load,
  }))
  const navigation = createNavigation({
    routes,
    history: createBrowserHistory(window),
    prerendered: prerendered === undefined ? null : { id: prerendered, loaded: pageOf(at) },
    needsDocument,
  })
  const shown = () => createPath(navigation.getState().page.location)
  return {
    window,
    navigation,
    requests,
    results,
    shown,
    content: () => navigation.getState().page.content,
    pending: () => navigation.getState().pending?.pathname ?? null,
    paths: () => window.entries.map(({ url }) => url.slice('https://site.example'.length)),
    /** Ends the oldest load of a slow page. */
    async finish(path: string, outcome?: Outcome) {
      const index = running.findIndex((load) => load.path === path)
      expect(index, `${path} is loading`).not.toBe(-1)
      for (const { finish } of running.splice(index, 1)) finish(outcome)
      await settle()
    },
    go: (to: string, options?: NavigateOptions) => navigation.navigate(to, options),
    async start(to: string, options?: NavigateOptions) {
      void navigation.navigate(to, options)
      await settle()
    },
  }
}

/** Lets loads that are not slow end. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function openLoadedSite(at: string, visit?: Visit) {
  const site = openSite(at, visit)
  await settle()
  site.requests.length = 0
  return site
}

describe('a page that needs a new document', () => {
  const needsDocument = { needsDocument: true } as const
  const visit = { outcomes: { '/b': needsDocument, '/c': { redirect: '/b?next=/c' } } }

  test.each([
    ['a link to it', '/b', {}, 'https://site.example/b'],
    ['a redirect to it', '/c', {}, 'https://site.example/b?next=/c'],
    ['a navigation that replaces the entry', '/b', { replace: true }, 'https://site.example/b'],
  ])('%s loads it, and this document stays as it is', async (_what, to, options, loaded) => {
    const site = await openLoadedSite('/a', visit)
    await site.go(to, options)
    expect(site.window.loaded).toEqual([loaded])
    expect([site.shown(), site.pending(), site.paths()]).toEqual(['/a', null, ['/a']])
  })

  test('Back to it loads the document of its entry', async () => {
    const site = await openLoadedSite('/b?c')
    await site.go('/a')
    site.results.set('/b', needsDocument)
    await site.window.move(-1)
    await settle()
    expect(site.window.loaded).toEqual(['https://site.example/b?c'])
    expect(site.paths()).toEqual(['/b?c', '/a'])
  })

  test('while it opens, its route is listed with that of the open page', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b')
    expect(site.navigation.listRoutes().map(({ id }) => id)).toEqual(['/a', '/b'])
    await site.finish('/b')
    expect(site.navigation.listRoutes().map(({ id }) => id)).toEqual(['/b'])
  })
})

test('while the document is outdated, another page needs a new one, but the open page stays', async () => {
  let isOutdated = false
  const site = await openLoadedSite('/a', { needsDocument: () => isOutdated })
  await site.go('/b')
  isOutdated = true
  await site.go('/b?row=1')
  await site.navigation.revalidate()
  expect(site.window.loaded).toEqual([])
  await site.go('/c')
  await site.window.move(-2)
  await settle()
  expect(site.window.loaded).toEqual(['https://site.example/c', 'https://site.example/a'])
})

describe('the first page', () => {
  test('the first page is requested at once', async () => {
    const site = openSite('/a?b#c')
    expect(site.content()).toEqual({ status: 'loading' })
    expect(site.pending()).toBeNull()
    await settle()
    expect(site.requests).toEqual(['/a?b#c first'])
    expect(site.content()).toMatchObject({ status: 'loaded', loaded: { title: '/a' } })
    expect(site.paths()).toEqual(['/a?b#c'])
  })

  test('a prerendered page is open from the start, and not requested', async () => {
    const site = openSite('/a', { prerendered: '/a' })
    expect(site.content()).toMatchObject({ status: 'loaded', loaded: { title: '/a' } })
    expect(site.navigation.getState().page.arrival).toBeNull()
    await settle()
    expect(site.requests).toEqual([])
  })

  test.each([
    ['/a', '/a'],
    ['/A', '/a'],
    ['/a/', '/a'],
    ['/%61', '/a'],
    ['/items/1', '/items/:id'],
    ['/items/:id', '/items/:id'],
    ['/items/1/', '/items/:id'],
    ['/a/b', '*'],
  ])('%s opens the route of %s', (address, route) => {
    expect(openSite(address).navigation.getState().page.route.id).toBe(route)
  })

  test('a page that is prerendered for another route is not used', async () => {
    const site = openSite('/a', { prerendered: '/b' })
    expect(site.content()).toEqual({ status: 'loading' })
    await settle()
    expect(site.requests).toEqual(['/a first'])
  })
})

describe('a navigation', () => {
  test('a navigation keeps page and address until the next page has loaded', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    const { page } = site.navigation.getState()
    await site.start('/b?c')
    expect(site.navigation.getState().page).toBe(page)
    expect(site.pending()).toBe('/b')
    expect(site.window.address()).toBe('/a')
    await site.finish('/b')
    expect(site.shown()).toBe('/b?c')
    expect(site.pending()).toBeNull()
    expect(site.paths()).toEqual(['/a', '/b?c'])
  })

  test('a newer navigation wins over an older one that is slow', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b')
    await site.go('/c')
    expect(site.shown()).toBe('/c')
    await site.finish('/b')
    expect(site.shown()).toBe('/c')
    expect(site.paths()).toEqual(['/a', '/c'])
  })

  test('an older navigation to the same page does not end the newer one', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b?old')
    await site.start('/b?new')
    await site.finish('/b')
    expect([site.shown(), site.pending()]).toEqual(['/a', '/b'])
    await site.finish('/b')
    expect(site.paths()).toEqual(['/a', '/b?new'])
  })

  test('the failure or redirect of a navigation that has been superseded is ignored', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b')
    await site.start('/b')
    await site.go('/c')
    await site.finish('/b', new Error('too late'))
    await site.finish('/b', { redirect: '/a' })
    expect(site.shown()).toBe('/c')
    expect(site.content()).toMatchObject({ status: 'loaded' })
    expect(site.paths()).toEqual(['/a', '/c'])
  })

  test('replace replaces the entry', async () => {
    const site = await openLoadedSite('/a')
    await site.go('/b', { replace: true, state: { from: 'a' } })
    expect(site.paths()).toEqual(['/b'])
    expect(site.navigation.getState().page.location.state).toEqual({ from: 'a' })
  })

  test('a state that the browser cannot store is an error, and nothing changes', async () => {
    const site = await openLoadedSite('/a')
    await expect(site.go('/b', { state: () => {} })).rejects.toThrow(DOMException)
    expect([site.shown(), site.pending()]).toEqual(['/a', null])
    expect(site.requests).toEqual([])
  })

  test('if the browser refuses to write its history, it loads the page', async () => {
    const site = await openLoadedSite('/a')
    site.window.refuseWrites()
    await site.go('/b?c')
    expect(site.window.loaded).toEqual(['https://site.example/b?c'])
  })

  test('a page that fails to load is open, with its error', async () => {
    const error = new Error('no such file')
    const site = await openLoadedSite('/a', { outcomes: { '/b': error } })
    await site.go('/b')
    expect(site.content()).toEqual({ status: 'failed', error })
    expect(site.window.address()).toBe('/b')
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '\\\\evil.example'])(
    'another site is not opened: %s',
    async (to) => {
      const site = await openLoadedSite('/a')
      await expect(site.go(to)).rejects.toThrow(`${to} is not a path of this site.`)
      expect(site.paths()).toEqual(['/a'])
      expect(site.requests).toEqual([])
    },
  )

  test('a path that looks like another host stays on this site', async () => {
    const site = await openLoadedSite('//evil.example/x')
    await site.go('?a=b')
    expect(site.window.address()).toBe('//evil.example/x?a=b')
    expect(site.window.loaded).toEqual([])
  })

  test('listeners are told of every change until they unsubscribe', async () => {
    const site = await openLoadedSite('/a')
    const seen: string[] = []
    const stop = site.navigation.subscribe(() => seen.push(`${site.shown()} ${site.pending()}`))
    await site.go('/b')
    stop()
    await site.go('/c')
    expect(seen).toEqual(['/a /b', '/b null'])
  })
})

describe('the open page', () => {
  test.each(['/a?q=1', '/a?q=1#d', '/a#d', '/a', '?q=1', '#d'])(
    'another query or hash is in the address immediately, without a load: %s',
    async (to) => {
      const site = await openLoadedSite('/a?q=0#c')
      const content = site.content()
      void site.go(to)
      expect(site.window.address()).toBe(to.startsWith('/') ? to : `/a${to}`)
      expect(site.content()).toBe(content)
      expect(site.pending()).toBeNull()
      expect(site.requests).toEqual([])
    },
  )

  test('another query ends a navigation that is under way', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b')
    await site.go('?q=1')
    expect(site.pending()).toBeNull()
    await site.finish('/b')
    expect(site.paths()).toEqual(['/a', '/a?q=1'])
  })

  test('another parameter of the same route is another page', async () => {
    const site = await openLoadedSite('/items/1')
    await site.go('/items/2')
    expect(site.requests).toEqual(['/items/2'])
  })

  test('a page that has failed is loaded again by a link to it', async () => {
    const site = await openLoadedSite('/a', { outcomes: { '/a': new Error('no such file') } })
    site.results.delete('/a')
    await site.go('/a?q=1', { replace: true })
    expect(site.content()).toMatchObject({ status: 'loaded' })
  })
})

describe('Back and Forward', () => {
  test('Back and Forward load their page while the address is already theirs', async () => {
    const site = await openLoadedSite('/a')
    await site.go('/b')
    await site.window.move(-1)
    expect(site.window.address()).toBe('/a')
    expect(site.pending()).toBe('/a')
    await settle()
    expect(site.shown()).toBe('/a')
    await site.window.move(1)
    await settle()
    expect(site.shown()).toBe('/b')
    expect(site.paths()).toEqual(['/a', '/b'])
  })

  test('Back restores key and state of its entry', async () => {
    const site = await openLoadedSite('/a')
    await site.go('/a?q', { state: 'kept' })
    const { key } = site.navigation.getState().page.location
    await site.go('/b')
    await site.window.move(-1)
    await settle()
    expect(site.navigation.getState().page.location).toMatchObject({ key, state: 'kept' })
  })

  test('Back and Forward at once show the page of the last one', async () => {
    const site = await openLoadedSite('/a', { slow: ['/a', '/b'] })
    await site.finish('/a')
    await site.go('/c')
    await site.start('/b')
    await site.finish('/b')
    site.requests.length = 0
    await Promise.all([site.window.move(-1), site.window.move(-1), site.window.move(1)])
    await settle()
    expect(site.window.address()).toBe('/c')
    expect(site.shown()).toBe('/c')
    await site.finish('/a')
    expect(site.shown()).toBe('/c')
    expect(site.paths()).toEqual(['/a', '/c', '/b'])
  })

  test('Forward to the page that is still shown ends Back, without a load', async () => {
    const site = await openLoadedSite('/a', { slow: ['/a'] })
    await site.finish('/a')
    await site.go('/b')
    const content = site.content()
    await site.window.move(-1)
    expect(site.pending()).toBe('/a')
    site.requests.length = 0
    await site.window.move(1)
    expect([site.shown(), site.pending()]).toEqual(['/b', null])
    expect(site.content()).toBe(content)
    expect(site.requests).toEqual([])
    await site.finish('/a')
    expect(site.shown()).toBe('/b')
  })

  test('Back wins over a slow link, and a link over a slow Back', async () => {
    const site = await openLoadedSite('/a', { slow: ['/c', '/a'] })
    await site.finish('/a')
    await site.go('/b')
    await site.start('/c')
    await site.window.move(-1)
    await site.finish('/c')
    expect([site.shown(), site.pending()]).toEqual(['/b', '/a'])
    await site.go('/items/1')
    await site.finish('/a')
    expect(site.shown()).toBe('/items/1')
    expect(site.paths(), 'the entry after /a is replaced').toEqual(['/a', '/items/1'])
  })

  test('an anchor that the browser itself follows loads nothing', async () => {
    const site = await openLoadedSite('/a')
    site.window.followAnchor('content')
    expect(site.shown()).toBe('/a#content')
    expect(site.requests).toEqual([])
  })
})

describe('a redirect', () => {
  const outcomes = { '/b': { redirect: '/c?next=%2Fb' } }

  test('a redirect of a link adds the entry that the link would have, so that Back returns', async () => {
    const site = await openLoadedSite('/a', { outcomes })
    await site.go('/b')
    expect(site.shown()).toBe('/c?next=%2Fb')
    expect(site.paths()).toEqual(['/a', '/c?next=%2Fb'])
    expect(site.requests).toEqual(['/b', '/c?next=%2Fb'])
  })

  test('a redirect replaces an address that is already in the browser’s own', async () => {
    const first = openSite('/b', { outcomes })
    await settle()
    expect(first.paths()).toEqual(['/c?next=%2Fb'])

    const replaced = await openLoadedSite('/a', { outcomes })
    await replaced.go('/b', { replace: true })
    expect(replaced.paths()).toEqual(['/c?next=%2Fb'])

    const back = await openLoadedSite('/b')
    await back.go('/a')
    back.results.set('/b', outcomes['/b'])
    await back.window.move(-1)
    await settle()
    expect(back.paths()).toEqual(['/c?next=%2Fb', '/a'])

    const closed = await openLoadedSite('/b')
    closed.results.set('/b', outcomes['/b'])
    await closed.navigation.revalidate()
    expect(closed.paths()).toEqual(['/c?next=%2Fb'])
  })

  test('a redirect can lead to another one', async () => {
    const site = await openLoadedSite('/a', { outcomes: { ...outcomes, '/c': { redirect: '/items/1' } } })
    await site.go('/b')
    expect(site.paths()).toEqual(['/a', '/items/1'])
  })

  test('a redirect is pending where it leads', async () => {
    const site = await openLoadedSite('/a', { outcomes, slow: ['/c'] })
    await site.start('/b')
    expect([site.shown(), site.pending()]).toEqual(['/a', '/c'])
    await site.finish('/c')
    expect(site.shown()).toBe('/c?next=%2Fb')
  })
})

describe('revalidation', () => {
  test('revalidation loads the open page again and stays there', async () => {
    const site = await openLoadedSite('/a?q#c', { slow: ['/a'] })
    await site.finish('/a')
    const before = site.navigation.getState().page
    const done = site.navigation.revalidate()
    expect(site.navigation.getState()).toEqual({ page: before, pending: null, isRevalidating: true })
    await settle()
    await site.finish('/a')
    await done
    const { page, isRevalidating } = site.navigation.getState()
    expect(isRevalidating).toBe(false)
    expect(page).not.toBe(before)
    expect(page.location).toBe(before.location)
    expect(page.arrival, 'the scroll position stays').toBe(before.arrival)
    expect(site.paths()).toEqual(['/a?q#c'])
  })

  test('revalidation shows a page that had failed, or its new failure', async () => {
    const site = await openLoadedSite('/a', { outcomes: { '/a': new Error('one') } })
    site.results.set('/a', new Error('two'))
    await site.navigation.revalidate()
    expect(site.content()).toEqual({ status: 'failed', error: new Error('two') })
    site.results.delete('/a')
    await site.navigation.revalidate()
    expect(site.content()).toMatchObject({ status: 'loaded' })
  })

  test('revalidation during a navigation asks the guard of the next page again', async () => {
    const site = await openLoadedSite('/a', { slow: ['/b'] })
    await site.start('/b')
    void site.navigation.revalidate()
    expect(site.pending()).toBe('/b')
    expect(site.requests).toEqual(['/b', '/b'])
    await site.finish('/b')
    expect(site.shown(), 'the guard had decided for another visitor').toBe('/a')
    await site.finish('/b', { redirect: '/c' })
    expect(site.paths()).toEqual(['/a', '/c'])
  })

  test('revalidation while the first page loads asks its guard again', async () => {
    const site = openSite('/a', { slow: ['/a'] })
    void site.navigation.revalidate()
    expect(site.requests).toEqual(['/a first', '/a first'])
    await site.finish('/a', { redirect: '/b' })
    expect(site.content()).toEqual({ status: 'loading' })
    await site.finish('/a')
    expect(site.shown()).toBe('/a')
    expect(site.navigation.getState().page.arrival).not.toBeNull()
  })

  test('a navigation ends revalidation, and does not trust the page that it would have checked', async () => {
    const site = await openLoadedSite('/a', { slow: ['/a'] })
    await site.finish('/a')
    site.requests.length = 0
    void site.navigation.revalidate()
    await site.start('/a?q=1')
    expect(site.requests).toEqual(['/a', '/a?q=1'])
    expect(site.window.address(), 'the guard has not decided').toBe('/a')
    await site.finish('/a')
    expect(site.window.address(), 'that was the check before').toBe('/a')
    await site.finish('/a')
    expect(site.window.address()).toBe('/a?q=1')
    expect(site.navigation.getState().isRevalidating).toBe(false)
    site.requests.length = 0
    await site.go('?q=2')
    expect(site.requests).toEqual([])
  })
})

describe('a blocker', () => {
  async function openBlockedSite() {
    const site = await openLoadedSite('/a')
    await site.go('/b')
    await site.go('/c')
    const proceeds: (() => void)[] = []
    const unblock = site.navigation.block((from, to, proceed) => {
      if (from.pathname === to.pathname) return false
      proceeds.push(proceed)
      return true
    })
    return { ...site, proceeds, unblock }
  }

  test('a link is blocked until the visitor decides', async () => {
    const site = await openBlockedSite()
    await site.go('/items/1')
    expect([site.shown(), site.pending(), site.proceeds.length]).toEqual(['/c', null, 1])
    site.proceeds[0]?.()
    await settle()
    expect(site.paths()).toEqual(['/a', '/b', '/c', '/items/1'])
  })

  test('Back is undone until the visitor decides, and then leads where it would have', async () => {
    const site = await openBlockedSite()
    await site.window.move(-2)
    await vi.waitFor(() => expect(site.window.address()).toBe('/c'), patience)
    expect([site.shown(), site.pending(), site.proceeds.length]).toEqual(['/c', null, 1])
    site.proceeds[0]?.()
    await vi.waitFor(() => expect(site.shown()).toBe('/a'), patience)
    expect(site.window.address()).toBe('/a')
    expect(site.paths()).toEqual(['/a', '/b', '/c'])
    expect(site.proceeds).toHaveLength(1)
  })

  test('a link that follows Back is asked about itself', async () => {
    const site = await openBlockedSite()
    await site.window.move(-1)
    await vi.waitFor(() => expect(site.window.address()).toBe('/c'), patience)
    await site.go('/items/1')
    site.proceeds[1]?.()
    await settle()
    expect(site.paths()).toEqual(['/a', '/b', '/c', '/items/1'])
  })

  test('the blocker decides by location: another query of the page is allowed', async () => {
    const site = await openBlockedSite()
    await site.go('?q=1')
    expect(site.shown()).toBe('/c?q=1')
    await site.window.move(-1)
    expect(site.shown()).toBe('/c')
    expect(site.proceeds).toEqual([])
  })

  test('a redirect by the guard is not asked about', async () => {
    const site = await openBlockedSite()
    site.results.set('/c', { redirect: '/a' })
    await site.navigation.revalidate()
    expect(site.shown()).toBe('/a')
    expect(site.proceeds).toEqual([])
  })

  test('a blocker that has ended is not asked', async () => {
    const site = await openBlockedSite()
    site.unblock()
    await site.window.move(-1)
    await settle()
    expect(site.shown()).toBe('/b')
    expect(site.proceeds).toEqual([])
  })
})

test('React Router’s hooks navigate through the navigator', async () => {
  const site = await openLoadedSite('/a')
  const { navigator } = site.navigation
  expect(navigator.createHref({ pathname: '/b', search: '?c', hash: '#d' })).toBe('/b?c#d')
  expect(navigator.encodeLocation?.('/ä b').pathname).toBe('/%C3%A4%20b')
  navigator.push('/b', 'one', { preventScrollReset: true })
  await settle()
  expect(site.navigation.getState().page).toMatchObject({
    location: { state: 'one' },
    arrival: { preventScrollReset: true },
  })
  navigator.replace('/c')
  await settle()
  expect(site.paths()).toEqual(['/a', '/c'])
  navigator.go(-1)
  await vi.waitFor(() => expect(site.shown()).toBe('/a'), patience)
})
