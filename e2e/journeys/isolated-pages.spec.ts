import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { getRelease } from '../site/released-pages.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

/** What the code of a hostile remote may leave in the document: it keeps every password that it sees. */
function leaveSpy(): void {
  const read = () => {
    const field = document.querySelector<HTMLInputElement>('input[type="password"]')
    if (field?.value) localStorage.setItem('stolen', field.value)
  }
  setInterval(read, 10)
  document.addEventListener('input', read, true)
  Reflect.set(globalThis, 'hasSpy', true)
}

const hasSpy = (page: Page) => page.evaluate(() => 'hasSpy' in globalThis)
const readStolen = (page: Page) => page.evaluate(() => localStorage.getItem('stolen'))

test('what another remote has left in the document reads no password', async ({ openPageAs }) => {
  const page = await openPageAs('signed out')
  const visitor = createVisitor(page)
  await page.goto('/')
  await waitForHydrationOf(visitor.heading())
  await page.evaluate(leaveSpy)
  // Of a private page, whose guard leads to the login page.
  await page.locator('a[href="/contact"]:visible').first().click()
  await visitor.isAt('/auth/login?next=%2Fcontact', 'Login')
  await waitForHydrationOf(visitor.heading())
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  expect(await readStolen(page)).toBeNull()
  expect(await hasSpy(page)).toBe(false)
  await page.goBack()
  await visitor.isAt('/', 'HomePage')
  await page.goForward()
  await visitor.isAt('/auth/login?next=%2Fcontact', 'Login')
  expect(await hasSpy(page)).toBe(false)
})

test('while a password can be typed, no other remote runs, and the next page gets its own document', async ({
  site,
  openPageAs,
}) => {
  const page = await openPageAs('signed out')
  const visitor = createVisitor(page)
  const { global } = getRelease(site.releases, 'portfolio')
  await page.goto('/auth/login')
  await waitForHydrationOf(visitor.heading())
  await page.evaluate(() => Reflect.set(globalThis, 'isFirst', true))
  const home = page.locator('a[href="/"]:visible').first()
  await home.hover()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await page.evaluate((name) => name in globalThis, global)).toBe(false)
  await home.click()
  await visitor.isAt('/', 'HomePage')
  expect(await page.evaluate(() => 'isFirst' in globalThis)).toBe(false)
})
