import { expect } from '@playwright/test'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { createPageCheck } from '@portico/tools/release-cli/browser/check-page.ts'
import { loadInBrowser } from '@portico/tools/release-cli/browser/load-in-browser.ts'
import type { BuiltRelease } from '@portico/tools/release-cli/built-release.ts'
import { repositoryProject } from '@portico/tools/release-cli/repository-project.ts'
import { buildApp } from '../releases/build-app.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

const tickets: RemoteManifest = {
  name: 'tickets',
  team: 'Support team',
  kind: 'app',
  contractVersion: 2,
  pages: [{ path: '/tickets/*', access: 'open', title: 'Tickets', example: '/tickets/1' }],
}
const planner: RemoteManifest = {
  name: 'planner',
  team: 'Planning team',
  kind: 'app',
  contractVersion: 2,
  pages: [{ path: '/planner', access: 'private', title: 'Planner' }],
}

const ticketsApp = { manifest: tickets, source: 'tickets.ts' }
const buildApps = async () => ({
  tickets: await buildApp({
    ...ticketsApp,
    version: '1.0.0',
    container: 'tickets_1',
    define: { isBroken: 'false', isLeaky: 'false' },
  }),
  planner: await buildApp({ manifest: planner, source: 'planner.ts', version: '1.0.0', isModule: true }),
})

test('applications of React 18 and Vue are pages of the site, with guards and fallback', {
  tag: '@soak',
}, async ({ newSite, consoleErrors }) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const release = async (...args: string[]) => {
    const { exitCode, output } = await team.release(...args)
    expect(exitCode, JSON.stringify(output)).toBe(0)
  }
  const builds = await buildApps()
  for (const [name, build] of Object.entries(builds)) {
    await release('publish', name, ...build.options, '--no-browser', '--reason', 'a test')
    await release('start', name, '1.0.0', '--plan', 'now')
  }
  const page = await openPageAs('signed out')
  const visitor = createVisitor(page)

  await test.step('React 18 works in the shell, whose React is newer', async () => {
    await page.goto('/tickets/1')
    await visitor.isAt('/tickets/1', 'Tickets')
    await expect(visitor.heading()).toHaveText('Tickets of React 18.3.1')
    await expect(page.locator('.tickets')).toHaveCSS('padding-top', '7px')
    await page.getByRole('link', { name: 'Second ticket' }).click()
    await expect(page.getByText('At /tickets/2')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('At /tickets/1')).toBeVisible()
  })

  await test.step('a link out of it opens in the same document, without its styles', async () => {
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await visitor.isAt('/', 'HomePage')
    await expect(page.getByRole('banner')).toHaveCSS('letter-spacing', 'normal')
    await page.goBack()
    await expect(visitor.heading()).toHaveText('Tickets of React 18.3.1')
    await expect(page.getByRole('banner')).toHaveCSS('letter-spacing', '3px')
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  })

  await test.step('only visitors who are signed in get the Vue application', async () => {
    await page.goto('/planner')
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fplanner$/)
    const member = await openPageAs('signed in')
    await member.goto('/planner')
    await expect(createVisitor(member).heading()).toHaveText('Planner of Vue 3.5.45')
    await member.getByRole('button', { name: '1 planned' }).click()
    await expect(member.getByRole('button', { name: '2 planned' })).toBeVisible()
  })

  await test.step('a release that breaks while rendering is replaced in the same page view', async () => {
    const broken = await buildApp({
      ...ticketsApp,
      version: '2.0.0',
      container: 'tickets_2',
      define: { isBroken: 'true', isLeaky: 'false' },
    })
    await release('publish', 'tickets', ...broken.options, '--no-browser', '--reason', 'a test')
    await release('start', 'tickets', '2.0.0', '--plan', 'now')
    consoleErrors.expect(/The tickets are broken/)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) requests.push(request.url())
    })
    await page.goto('/tickets/1')
    await expect(visitor.heading()).toHaveText('Tickets of React 18.3.1')
    expect(requests).toHaveLength(1)
  })
})

test('twenty visits of each page of an application leave nothing behind, or say what', {
  tag: '@soak',
}, async ({ site }) => {
  const visitTwentyTimes = (built: BuiltRelease) => {
    const check = createPageCheck(built, repositoryProject.readPageScripts())
    return loadInBrowser({ built, address: site.origin, check })
  }
  for (const build of Object.values(await buildApps()))
    expect(await visitTwentyTimes(build)).toMatchObject({ isOk: true, findings: [] })
  const define = { isBroken: 'false', isLeaky: 'true' }
  const leaky = await buildApp({ ...ticketsApp, version: '1.1.0', container: 'tickets_leaky', define })
  expect(await visitTwentyTimes(leaky)).toMatchObject({
    isOk: false,
    message: expect.stringContaining('leaks every time a visitor leaves it: setInterval'),
  })
})
