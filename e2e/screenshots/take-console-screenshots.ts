import { join } from 'node:path'
import { themes } from '@portico/protocol/theme.ts'
import { readAdminToken } from '@portico/tools/testing/read-admin-token.ts'
import { test } from '../site/fixtures.ts'
import { getConsoleOrigin, root } from '../site/start-site.ts'
import { createConsoleUser, listConsolePages } from '../steps/console-user.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { networksEnvironment, prepareRollouts } from '../steps/rollout-states.ts'

const widths = [390, 1440]
const height = 900

test('every page of the console', async ({ newSite }) => {
  const { site, openPageAs } = await newSite({ env: networksEnvironment })
  await prepareRollouts(site)
  const team = createReleaseTeam(site)
  const pages = Object.entries(await listConsolePages(team))
  const baseURL = getConsoleOrigin(site.origin)
  const ana = createConsoleUser(await openPageAs('signed out', { baseURL, reducedMotion: 'reduce' }))
  const take = async (name: string) => {
    for (const colorScheme of themes)
      for (const width of widths) {
        await ana.page.emulateMedia({ colorScheme })
        await ana.page.setViewportSize({ width, height })
        await ana.page.screenshot({
          path: join(root, 'shots', colorScheme, `console-${name}-${width}.png`),
          fullPage: true,
        })
      }
  }
  const open = async (address: string) => {
    await ana.page.goto(address)
    await ana.main.getByRole('heading', { level: 1 }).waitFor()
    await ana.page.waitForTimeout(500) // a chart is drawn once it has its width
  }
  await open('/sign-in')
  await take('sign-in')
  await ana.signsIn(readAdminToken(site))
  for (const [name, address] of pages) {
    await open(address)
    await take(name)
  }
  await open('/remotes/weather')
  await ana.main.getByRole('button', { name: 'Roll back weather' }).click()
  await take('dialog')
  await ana.dialog.getByLabel('Reason').fill('it throws')
  await ana.page.keyboard.press('Enter')
  await ana.dialog.getByText('Rolled back at').waitFor()
  await take('dialog-result')
  await open(pages[1]?.[1] ?? '/')
  await take('rollout-rolled-back')
})
