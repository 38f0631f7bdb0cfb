import { expect, type Locator, type Request } from '@playwright/test'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { addRemotes } from '../site/add-remotes.ts'
import { test as base } from '../site/fixtures.ts'
import { getConsoleOrigin, type Site, startSite } from '../site/start-site.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { listQuestions } from '../steps/console-questions.ts'
import { type ConsoleUser, createConsoleUser, listConsolePages } from '../steps/console-user.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { brokenPlace, networksEnvironment, prepareRollouts } from '../steps/rollout-states.ts'

let site: Site
let people: Awaited<ReturnType<typeof prepareRollouts>>

const test = base.extend<{ openConsole: (token: string, next?: string) => Promise<ConsoleUser> }>({
  openConsole: async ({ forSite }, use) => {
    const open = forSite(site, async () => ({ cookies: [], origins: [] }))
    await use(async (token, next) => {
      const page = await open('signed out', {
        baseURL: getConsoleOrigin(site.origin),
        reducedMotion: 'reduce',
      })
      const user = createConsoleUser(page)
      await user.signsIn(token, next)
      return user
    })
  },
})

// One site for all: each journey continues where the one before has ended.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  site = await startSite({ env: networksEnvironment })
  people = await prepareRollouts(site)
})
test.afterAll(async () => {
  expect(await site.stop()).toMatchObject({ exitCode: 0 })
})

test('whoever is on call finds the answer to each question in the console with two clicks at most', async ({
  openConsole,
}) => {
  const user = await openConsole(readAdminToken(site))
  const visitor = (await createReleaseTeam(site).findsVisitor('in', 'weather')).split('.')[0] ?? ''
  for (const { question, actions, answer, text } of listQuestions(user, visitor))
    await test.step(question, async () => {
      await user.page.goto('/')
      await expect(user.row('weather')).toBeVisible()
      const start = performance.now()
      for (const action of actions)
        if ('field' in action) await action.field.fill(action.text)
        else await action.first().click()
      await expect(answer.filter({ hasText: text }).first()).toBeVisible()
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      const clicks = actions.filter((action) => !('field' in action)).length
      expect(clicks).toBeLessThanOrEqual(2)
      console.log(`${question} ${clicks} clicks, ${seconds} s`)
    })
})

test('no page of the console fails axe, is too wide, or breaks its policy', async ({ openConsole }) => {
  const { page, main } = await openConsole(readAdminToken(site))
  const pages = await listConsolePages(createReleaseTeam(site))
  for (const [name, address] of Object.entries(pages))
    await test.step(name, async () => {
      await page.goto(address)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, { isDense: true })
    })
  await test.step('printed for a post-mortem', async () => {
    await page.goto(pages['rollout-paused'] ?? '')
    await page.setViewportSize({ width: 794, height: 1_123 }) // A4
    await page.emulateMedia({ media: 'print' })
    await expect(main.getByText('Evidence of each signal')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Console', includeHidden: true })).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('signing in again', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(main.getByText('Your session has ended.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('a canary that throws is seen, explained and rolled back while the shell of the site is broken', async ({
  openConsole,
  consoleErrors,
}) => {
  const ana = await openConsole(people.ana.secret)
  const { page, row, first, main, dialog } = ana
  await page.context().route('**/r/shell/**/*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  consoleErrors.expect(/status of 404/)
  const visited = await page.context().newPage()
  await visited.goto(`${site.origin}/about`)
  await expect(visited.getByText('The script of this page hasn’t loaded')).toBeVisible()
  await visited.close()

  await page.goto('/')
  await expect(main.getByRole('heading', { level: 1 })).toContainText('weather worse')
  await expect(row('weather')).toContainText('worse')
  await row('weather').getByRole('link', { name: '2.1.0' }).click()
  await expect(first).toHaveText(
    new RegExp(`^Errors rose from 0 % to \\d+ % of visits .* RangeError in .*${brokenPlace}`),
  )
  await ana.confirms('Roll back weather', 'no forecast is shown')
  await expect(dialog).toContainText('New page views get 1.0.0 now. Open pages switch within 75 s')
  const { remotes } = await createReleaseTeam(site).document()
  expect(remotes.weather).toMatchObject({ stable: { version: '1.0.0' } })
  expect(remotes.weather?.canary).toBeUndefined()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(first).toHaveText('Weather 2.1.0 was rolled back at 20 % by ana: no forecast is shown.')
})

test('two people act at once, and one of them loses access', async ({ openConsole, consoleErrors }) => {
  const ana = await openConsole(people.ana.secret, '/remotes/catalogue')
  const ben = await openConsole(people.ben.secret, '/remotes/catalogue')
  await ana.confirms('Resume catalogue', 'the API is back')
  await expect(ana.dialog).toContainText('The rollout is running.')
  await ana.dialog.getByRole('button', { name: 'Close' }).click()

  await ben.main.getByRole('button', { name: 'Advance catalogue' }).click()
  await ana.confirms('Pause catalogue', 'the API fails again')
  await expect(ben.dialog).toContainText('99.0.0 is paused at 20 %: the API fails again.')
  await ben.dialog.getByLabel(/^Reason/).fill('it looks good')
  await ben.page.keyboard.press('Enter')
  await expect(ben.dialog.getByRole('alert')).toContainText('Something changed while this dialog was open.')
  await ben.page.keyboard.press('Escape')
  await ben.confirms('Cancel catalogue', 'ana is right')
  await expect(ben.dialog).toContainText('The rollout is cancelled.')
  await ana.page.goto('/log?remote=catalogue')
  await expect(ana.row('rollout.pause').first()).toContainText('ana')
  await expect(ana.row('rollout.cancel')).toContainText(/ben.*ana is right/)

  await test.step('a token is revoked while its console is open', async () => {
    consoleErrors.expect(/status of 401/)
    const isStream = (request: Request) => request.url().endsWith('/changes')
    // The server or the page ends it.
    const ended = Promise.race([
      ben.page.waitForEvent('requestfinished', isStream),
      ben.page.waitForEvent('requestfailed', isStream),
    ])
    await createReleaseTeam(site).release('token', 'revoke', people.ben.id)
    await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console')
    await expect(ben.page.getByText('Your session has ended.')).toBeVisible()
    await expect(ben.page.locator('body')).not.toContainText('catalogue')
    await ended
    await ben.page.goto('/remotes/catalogue')
    await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the console')
    expect((await ben.page.request.get(consolePaths.overview)).status()).toBe(401)
  })
})

test('300 remotes: problems come first, and everything works by keyboard', async ({ openConsole }) => {
  addRemotes(site, { count: 300, paused: ['team-150', 'team-299'] })
  const { page, main, dialog } = await openConsole(people.ana.secret)
  const names = main.getByRole('rowheader')
  await expect(names).toHaveCount(305)
  await expect(main.getByRole('heading', { level: 1 })).toContainText('5 of 305 apps need attention')
  expect((await names.allTextContents()).slice(0, 5).map((text) => text.split(' ')[0])).toEqual([
    'account',
    'weather',
    'team-150',
    'team-299',
    'portfolio',
  ])
  const press = async (key: string, target: Locator) => {
    for (let count = 0; count < 40; count += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    await expect(target).toBeFocused()
  }
  const filter = main.getByRole('searchbox', { name: 'Filter' })
  await press('Tab', filter)
  await page.keyboard.type('team-299')
  await expect(names).toHaveCount(1)
  await filter.fill('weather')
  await press('Tab', main.getByRole('row').getByRole('link', { name: '2.1.0' }))
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { level: 1, name: 'Rollout of weather 2.1.0' })).toBeFocused()
  const rollBack = main.getByRole('button', { name: 'Roll back weather' })
  await press('Tab', rollBack)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rollBack).toBeFocused()
  await page.goBack()
  await expect(names).toHaveCount(305)
})
