import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 800 }

for (const [address, viewport, first] of [
  ['/', desktop, /^.*?<header.*?<a [^>]*title="GitHub"/s],
  ['/about', desktop, /^.*?<button [^>]*title="Search the site".*?<\/svg>/s],
  ['/contact', phone, /^.*?<header.*?<nav/s],
  ['/projects', desktop, /^.*?<article.*?<article/s],
  ['/projects', phone, /^.*?<form [^>]*role="search".*?<\/svg>/s],
  ['/projects/portico-shell', phone, /^.*?<article/s],
  ['/projects/staged-rollouts', phone, /^.*?<article/s],
  ['/projects/api-catalogue', phone, /^.*?<article/s],
  ['/api/download', desktop, /^.*?<button [^>]*data-try="[^>]*>/s],
] as const) {
  test(`nothing moves while ${address} arrives in two parts at ${viewport.width} px`, async ({
    site,
    openPageAs,
  }) => {
    const proxy = await startHangingProxy(site.origin)
    const page = await openPageAs('signed in', { baseURL: proxy.origin, viewport, reducedMotion: 'reduce' })
    await recordStability(page.context())
    const sendRest = proxy.cut(address, (body) => {
      const [part = ''] = first.exec(body) ?? []
      expect(part, 'the first part').not.toBe('')
      return [part, body.slice(part.length)]
    })
    const loaded = page.goto(address, { waitUntil: 'load' })
    // Its first frame shows the first part.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    sendRest()
    await loaded
    await waitForHydrationOf(page.getByRole('main'))
    await expect(page.getByRole('definition').filter({ hasText: '–' }), 'every figure has come').toHaveCount(
      0,
    )
    expect(await getStability(page)).toEqual(steady)
    await page.close() // what it still requests would fail
    proxy.stop()
  })
}

test('nothing moves when the results of a search arrive after the page', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: phone, reducedMotion: 'reduce' })
  await recordStability(page.context())
  const results = Promise.withResolvers<void>()
  await page.route('**/download-json.js', async (route) => {
    await results.promise
    await route.continue()
  })
  const main = page.getByRole('main')
  await page.goto('/api?q=youtube')
  await expect(main.getByRole('searchbox')).toBeInViewport()
  await expect(main.getByText('Loading...')).toBeInViewport()
  results.resolve()
  await expect(main.getByRole('list', { name: 'Endpoints' })).toBeInViewport()
  await expect(main.getByRole('heading', { name: 'Get a key' })).toBeVisible()
  expect(await getStability(page)).toEqual(steady)
})

test('nothing moves when a search finds a page of another remote after its own results', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', {
    viewport: { width: 320, height: 800 },
    reducedMotion: 'reduce',
  })
  await recordStability(page.context())
  const destinations = Promise.withResolvers<void>()
  await page.route('**/destinations.js', async (route) => {
    await destinations.promise
    await route.continue()
  })
  const main = page.getByRole('main')
  await page.goto('/api?q=cat')
  await expect(main.getByRole('list', { name: 'Endpoints' })).toBeInViewport()
  destinations.resolve()
  await expect(main.getByRole('list', { name: 'Pages and actions' })).toBeInViewport()
  await expect(main.getByRole('heading', { name: 'Get a key' })).toBeInViewport()
  expect(await getStability(page)).toEqual(steady)
})

test('a page that is opened at an endpoint does not grow', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: phone, reducedMotion: 'reduce' })
  await recordStability(page.context())
  // So far down that the footer of the loading screen is outside the viewport after scrolling, too.
  await page.goto('/api/download?row=super_hero')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Samples' })).toBeVisible()
  await waitForHydrationOf(page.getByRole('main'))
  expect(await getStability(page)).toEqual(steady)
})
