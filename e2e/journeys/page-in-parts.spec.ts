import { expect } from '@playwright/test'
import { fontCookie } from '@portico/protocol/release/prerender.ts'
import { test } from '../site/fixtures.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 800 }

const cuts = [
  ['/', desktop, /^.*?<header.*?<a [^>]*title="GitHub"/s],
  ['/about', desktop, /^.*?<button [^>]*title="Search the site".*?<\/svg>/s],
  ['/projects', desktop, /^.*?<article.*?<article/s],
  ['/api/download', desktop, /^.*?<a [^>]*data-try="[^>]*>/s],
  ['/contact', phone, /^.*?<header.*?<nav/s],
  ['/projects', phone, /^.*?<form [^>]*role="search".*?<\/svg>/s],
  ['/projects/portico-shell', phone, /^.*?<article/s],
  ['/projects/staged-rollouts', phone, /^.*?<article/s],
  ['/projects/api-catalogue', phone, /^.*?<article/s],
] as const

test('nothing moves while a page arrives in two parts', async ({ site, openPageAs }) => {
  const proxy = await startHangingProxy(site.origin)
  const page = await openPageAs('signed in', { baseURL: proxy.origin, reducedMotion: 'reduce' })
  await recordStability(page.context())
  for (const [address, viewport, first] of cuts)
    await test.step(`${address} at ${viewport.width} px`, async () => {
      await page.setViewportSize(viewport)
      await page.context().clearCookies({ name: fontCookie.name }) // as on a first page, which contains its font
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
      const missing = page.getByRole('definition').filter({ hasText: '–' })
      await expect(missing, 'every figure has come').toHaveCount(0)
      expect(await getStability(page)).toEqual(steady)
    })
  await page.close() // what it still requests would fail
  proxy.stop()
})

test('nothing moves when the results of a search arrive after the page, or it is opened at an endpoint', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: phone, reducedMotion: 'reduce' })
  await recordStability(page.context())
  const main = page.getByRole('main')
  const list = (name: string) => main.getByRole('list', { name })
  /** Lets requests for a file wait until the result is called. */
  const delay = async (file: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**/${file}`, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }

  await test.step('results', async () => {
    const send = await delay('download-json.js')
    await page.goto('/api?q=youtube')
    await expect(main.getByRole('searchbox')).toBeInViewport()
    await expect(main.getByText('Loading...')).toBeInViewport()
    send()
    await expect(list('Endpoints')).toBeInViewport()
    await expect(main.getByRole('heading', { name: 'Get a key' })).toBeVisible()
    expect(await getStability(page)).toEqual(steady)
  })

  await test.step('a page of another remote, after the results', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    const send = await delay('destinations.js')
    await page.goto('/api?q=cat')
    await expect(list('Endpoints')).toBeInViewport()
    send()
    await expect(list('Pages and actions')).toBeInViewport()
    await expect(main.getByRole('heading', { name: 'Get a key' })).toBeInViewport()
    expect(await getStability(page)).toEqual(steady)
    await page.setViewportSize(phone)
  })

  await test.step('at an endpoint', async () => {
    // So far down that the footer of the loading screen is outside the viewport after scrolling, too.
    await page.goto('/api/download?row=super_hero')
    await expect(main.getByRole('heading', { name: 'Samples' })).toBeVisible()
    await waitForHydrationOf(main)
    expect(await getStability(page)).toEqual(steady)
  })
})
