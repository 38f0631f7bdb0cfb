import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import * as v from 'valibot'
import { brokenShells } from '../releases/broken-shells.ts'
import { test } from '../site/fixtures.ts'
import { saveData } from '../site/save-data.ts'
import { comeBack, launchCachingBrowser, leavePage, recordRestoring } from '../steps/back-forward-cache.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { installClock } from '../steps/install-clock.ts'
import { launchWithoutCookies } from '../steps/launch-without-cookies.ts'
import { startShell } from '../steps/start-shell.ts'
import { createVisitor } from '../steps/visitor.ts'

const text = 'not sent yet'

/** What `startShell` adds to a script, so that a page says which one has run. */
const markScript = (script: string) => `document.documentElement.dataset.script = 'canary';\n${script}`

/** Waits until a page works, and returns the arm of what the server sent and of the script that has started in it. */
async function readArms(page: Page, canary: string) {
  await waitForHydrationOf(page.getByRole('banner'))
  return page.evaluate((release) => {
    const sent = document.head.querySelectorAll(
      `[href^="/r/shell/${release}/"], [src^="/r/shell/${release}/"]`,
    )
    const { script = 'stable' } = document.documentElement.dataset
    return [sent.length > 0 ? 'canary' : 'stable', script]
  }, canary)
}

const ofCanary = ['canary', 'canary']
const ofStable = ['stable', 'stable']

/** Waits until a page has learned of a rollback, for which `cause` is the reason to ask. */
async function learnRollback(page: Page, cause: () => Promise<void>): Promise<void> {
  const asked = page.waitForResponse(`**${paths.discovery}`)
  await cause()
  await (await asked).finished()
}

/** Counts the views of a page, and collects the failures that it reports of the shell. */
function observe(page: Page) {
  const seen = { loads: [] as string[], views: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.views += 1
    if (new URL(request.url()).pathname !== paths.beacon) return
    const { loads } = v.parse(ReportSchema, request.postDataJSON())
    for (const load of loads)
      if (load.remote === 'shell' && load.outcome !== 'ok')
        seen.loads.push(`${load.arm} ${load.release} ${load.outcome} -> ${load.fellBackTo}`)
  })
  return seen
}

/** Moves the clock. That never ends in a document that is left, or where the shell keeps all tasks from running. */
function passDeadline(page: Page): void {
  page.clock.runFor('00:09').catch(() => {})
}

/** Waits until the shell of a release has rendered the page. */
async function expectToWork(page: Page, release: string): Promise<void> {
  await waitForHydrationOf(page.getByRole('banner'))
  const scripts = page.locator('head script[src^="/r/shell/"]')
  await expect(scripts.last()).toHaveAttribute('src', `/r/shell/${release}/index.js`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
}

test('a shell that doesn’t start is reported and replaced, and the visitor keeps their page', async ({
  newSite,
  consoleErrors,
}) => {
  const { site, openPageAs } = await newSite({})
  const address = '/auth/login?next=%2Fabout#here'
  const shells = brokenShells.filter(({ isAnotherCause }) => !isAnotherCause || process.env.SOAK === '1')
  for (const [index, { name, change, answer, staysInView, isSilent, outcome, ...shell }] of shells.entries())
    await test.step(`a shell that ${name}`, async () => {
      consoleErrors.expect(...shell.consoleErrors)
      const { team, canary, stable } = await startShell(site, `9.${index}.0`, change)
      const page = await openPageAs('signed out')
      await team.assignsVisitor(page.context(), 'in', 'shell')
      if (isSilent) await installClock(page)
      await page.setViewportSize({ width: 1_280, height: 400 })
      const seen = observe(page)
      const { promise: typed, resolve: type } = Promise.withResolvers<void>()
      await page.route(`**/r/shell/${canary}/index.js`, async (route) => {
        await typed
        await (answer ?? (() => route.continue()))(route)
      })
      await page.goto(address, { waitUntil: 'commit' })
      const login = page.getByLabel('Username or email', { exact: true })
      const password = page.getByLabel('Password', { exact: true })
      await login.fill(text)
      await password.fill(text)
      await page.evaluate(() => scrollTo(0, 150))
      type()
      if (isSilent && !staysInView) await expect(page.locator('html[data-has-started]')).toBeAttached()
      if (isSilent) passDeadline(page)
      await expect
        .poll(() => seen.views, 'the page is loaded again only if it has to be')
        .toBe(staysInView ? 1 : 2)
      if (!staysInView) await page.waitForLoadState()
      await expectToWork(page, stable)
      await expect(page).toHaveURL(address)
      expect(seen).toEqual({
        loads: [`canary ${canary} ${outcome} -> ${stable}`],
        views: staysInView ? 1 : 2,
      })
      await expect(login).toHaveValue(text)
      await expect(password).toHaveValue(staysInView ? text : '')
      expect(await page.evaluate(() => Math.round(scrollY))).toBe(150)
      await page.goto('/')
      await expectToWork(page, stable)
      expect(seen.views, 'the next page has the other shell from the start').toBe(staysInView ? 2 : 3)
      await page.context().close()
      await team.release('rollback', 'shell', '--reason', 'a test')
      await consoleErrors.check()
    })
})

test('a page whose shell has failed is never loaded again and again, and is readable without any', {
  tag: '@soak',
}, async ({ newSite, playwright, launchOptions, consoleErrors }) => {
  const { site, openPageAs } = await newSite({})
  const hanging = brokenShells.find(({ name }) => name.startsWith('waits forever'))
  const { team, stable } = await startShell(site, '9.9.0', hanging?.change)
  const visitor = await team.findsVisitor('in', 'shell')
  const open = async (options = {}) => {
    const page = await openPageAs('signed out', options)
    await team.identifies(page.context(), visitor)
    return { page, seen: observe(page), heading: page.getByRole('main').getByRole('heading', { level: 1 }) }
  }

  await test.step('a browser that stores nothing is sent the same shell again, which then doesn’t start', async () => {
    const context = await launchWithoutCookies(playwright, { ...launchOptions, baseURL: site.origin })
    await consoleErrors.watch(context)
    const page = await context.newPage()
    await page.route('/auth/login', async (route) => {
      const headers = { ...route.request().headers(), cookie: `portico_visitor=${visitor}` }
      await route.fulfill({ response: await route.fetch({ headers }) })
    })
    const seen = observe(page)
    await installClock(page)
    await page.goto('/auth/login')
    passDeadline(page)
    await expect.poll(() => seen.views).toBe(2)
    await expectToWork(page, stable)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(seen.views).toBe(2)
    await context.close()
  })

  await test.step('a browser without JavaScript', async () => {
    const { page, heading } = await open({ javaScriptEnabled: false })
    await page.goto('/auth/login')
    await expect(heading).toBeVisible()
  })

  await test.step('neither shell arrives', async () => {
    consoleErrors.expect(/ERR_FAILED/)
    const { page, seen, heading } = await open()
    await page.route('**/r/shell/*/index.js', (route) => route.abort())
    await page.goto('/auth/login')
    await expect(
      page.getByRole('alert').filter({ hasText: 'The script of this page hasn’t loaded' }),
    ).toBeVisible()
    await expect(heading).toBeVisible()
    expect(seen.views).toBe(1)
    await page.unrouteAll()

    await page.goto('/')
    await expectToWork(page, stable)
    const tab = await page.context().newPage()
    await tab.goto(`${site.origin}/auth/login`)
    await expectToWork(tab, stable)
    await page.goBack()
    await expectToWork(page, stable)
  })
})

test('an open page learns of a rollback, and the next page is the other shell’s, once nothing typed is lost by that', async ({
  newSite,
}) => {
  const { site, openPageAs } = await newSite({})
  const { team, canary } = await startShell(site, '9.10.0', markScript)
  const page = await openPageAs('signed in')
  await team.assignsVisitor(page.context(), 'in', 'shell')
  const open = async (address: string, label: string) => {
    const tab = await page.context().newPage()
    const [visitor, seen, field] = [createVisitor(tab), observe(tab), tab.getByLabel(label, { exact: true })]
    await installClock(tab)
    await visitor.opens(address)
    expect(await readArms(tab, canary)).toEqual(ofCanary)
    await waitForHydrationOf(field)
    await field.fill(text)
    return { tab, visitor, seen, field }
  }
  const tabs = [await open('/', 'Message me on WhatsApp'), await open('/profile/update', 'Name')] as const
  await team.release('rollback', 'shell', '--reason', 'a test')
  for (const { tab, field } of tabs) {
    await learnRollback(tab, () => tab.clock.fastForward('01:15'))
    await expect(field).toHaveValue(text)
  }

  const [home, profile] = tabs
  await home.visitor.followsHeaderLink('About')
  await home.visitor.isAt('/about', 'About Us')
  expect(await readArms(home.tab, canary), 'a new document would have no message').toEqual(ofCanary)
  await expect(home.field).toHaveValue(text)
  await home.field.fill('')
  await home.visitor.followsHeaderLink('Home')
  await home.visitor.isAt('/', 'HomePage')

  const dialog = profile.tab.getByRole('dialog', { name: 'Leave without saving?' })
  await profile.visitor.followsMenuLink('Profile', 'My Profile')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(profile.field).toHaveValue(text)
  await profile.visitor.followsMenuLink('Profile', 'My Profile')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await profile.visitor.isAt('/profile', 'Profile')
  for (const { tab, seen } of tabs) {
    await expect.poll(() => readArms(tab, canary).catch(String)).toEqual(ofStable)
    expect(seen.views).toBe(2)
  }
})

test('nobody gets the frame of one shell with the script of another: with Back, in a second tab or offline, around a rollback', async ({
  newSite,
  playwright,
  launchOptions,
  consoleErrors,
}) => {
  const { site } = await newSite({})
  const { team, canary } = await startShell(site, '9.11.0', markScript)
  const visitor = await team.findsVisitor('in', 'shell')
  const caching = await launchCachingBrowser(playwright, launchOptions)
  const open = async (browser: typeof caching) => {
    const context = await browser.newContext({ baseURL: site.origin })
    await team.identifies(context, visitor)
    await consoleErrors.watch(context)
    await saveData(context)
    const page = await context.newPage()
    await recordRestoring(page)
    return page
  }
  const plain = await playwright.chromium.launch(launchOptions)
  const [restored, cached] = [await open(caching), await open(plain)]
  await restored.goto('/')
  for (const path of ['/auth/login', '/auth/register', '/']) await cached.goto(path)
  for (const page of [restored, cached]) expect(await readArms(page, canary)).toEqual(ofCanary)
  await leavePage(restored)
  await team.release('rollback', 'shell', '--reason', 'a test')
  /** Which one depends on what the browser has kept. */
  const expectOneShell = async () => {
    const [sent, script] = await readArms(cached, canary)
    expect(sent).toBe(script)
  }

  await test.step('in a second tab', async () => {
    const tab = await cached.context().newPage()
    await tab.goto('/auth/login?another')
    expect(await readArms(tab, canary)).toEqual(ofStable)
    await tab.close()
  })
  await test.step('restored by Back', async () => {
    const countPolls = () =>
      restored.evaluate(
        (path) => performance.getEntriesByName(location.origin + path).length,
        paths.discovery,
      )
    await comeBack(restored)
    await expect.poll(countPolls, 'it has asked what visitors get now').toBe(1)
    expect(await readArms(restored, canary)).toEqual(ofCanary)
    await createVisitor(restored).followsMenuLink('Get Start', 'Register')
    await createVisitor(restored).isAt('/auth/register', 'Register')
    await expect.poll(() => readArms(restored, canary).catch(String)).toEqual(ofStable)
  })
  await test.step('loaded by Back', async () => {
    await cached.goBack()
    await expectOneShell()
  })
  await test.step('offline', async () => {
    consoleErrors.expect(/ERR_INTERNET_DISCONNECTED/)
    await cached.context().setOffline(true)
    await cached.goBack()
    expect(await readArms(cached, canary), 'as when the visitor was here').toEqual(ofCanary)
    await cached.goForward()
    await expectOneShell()
    await cached.context().setOffline(false)
  })
  await caching.close()
  await plain.close()
})
