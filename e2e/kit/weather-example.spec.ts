import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import { root } from '@portico/tools/system/run-command.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { startApi } from '../steps/start-api.ts'
import { createTeamRepository } from './team-repository.ts'

const example = join(root, 'docs/examples/weather')
const onePercent = 100 // in basis points

// What a policy blocks is a console error, which fails the test.
test('the realistic remote works from an empty folder to 1 % of visitors', async ({ newSite }) => {
  await packKit()
  const api = await startApi({ '/stations/lisbon': ['application/json', '{ "temperature": 14 }'] })
  const { site, openPageAs } = await newSite({ env: { REMOTE_ACCESS: `weather=${api.origin}` } })
  const team = createTeamRepository(site)
  const started = Date.now()
  const report = (step: string) => console.log(`${step}: ${Math.round((Date.now() - started) / 1_000)} s`)

  await test.step('creates the repository, and gives everyone a first version', async () => {
    await team.create('weather')
    await team.portico('publish', '--no-browser', '--reason', 'it is replaced')
    await team.portico('start', '1.0.0', '--plan', 'now')
    report('everyone has 1.0.0')
  })

  await test.step('lays the example over it, tests it and gives it to 1 % of visitors', async () => {
    cpSync(example, team.folder, { recursive: true })
    team.edit('api.ts', 'https://api.weather.example', api.origin)
    team.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    const [install = ''] =
      /npm install --save-exact .+/.exec(readFileSync(join(example, 'README.md'), 'utf8')) ?? []
    await team.run({}, 'npm', ...install.split(' ').slice(1), '--no-audit', '--no-fund')
    report('installed')
    expect(await team.portico('test')).toContain('ok    browser: opened 2 pages')
    report('tested')
    await team.portico('publish')
    await team.portico('start', '1.1.0', '--plan', 'standard')
    await team.portico('advance')
    const response = await fetch(site.origin + paths.discovery)
    const { weather } = v.parse(DiscoveryDocumentSchema, await response.json()).remotes
    expect(weather?.canary).toMatchObject({ share: onePercent, release: { version: '1.1.0' } })
    report('1 % have 1.1.0')
    console.log(`packages: ${Math.round((await team.measurePackages()) / 1_000_000)} MB`)
  })

  const page = await openPageAs('signed out', { timezoneId: 'Asia/Kolkata', locale: 'de-DE' })
  const [link = ''] = (await team.portico('preview', '1.1.0')).split('\n')
  await page.goto(link)
  await page.getByRole('button', { name: 'Show preview' }).click()

  await test.step('a visitor sees times of three places, a font, an image and a date picker', async () => {
    await page.goto('/weather')
    const items = page.locator('main li')
    await expect(items).toContainText([/Sat 07:00, now/, /Fri 18:00, now/, /Fri 11:00, now/])
    expect(
      await page.evaluate(() =>
        document.fonts.load("500 1rem 'Weather figures'").then(({ length }) => length),
      ),
    ).toBe(1)
    const sky = page.locator('main h1').locator('xpath=../..')
    await expect(sky).toHaveCSS('background-image', /^url\(/)
    await page.getByRole('button', { name: 'Plan a trip' }).click()
    await expect(page.locator('.rdp-day').first()).toHaveCSS('width', '44px')
    await page.getByRole('gridcell', { name: '15' }).getByRole('button').click()
    await expect(page.getByText(/^Usually -?\d+ °C in Auckland/)).toBeVisible()
  })

  await test.step('a visitor sees what the worker and the API say, hears the sound and uses the key', async () => {
    await page.getByRole('link', { name: 'Lisbon' }).click()
    await expect(page.getByText('Measured: 14 °C')).toBeVisible()
    await expect(page.getByText('Trend: 0.13 °C per hour')).toBeVisible()
    await page.getByRole('button', { name: 'Hear the storm signal' }).click()
    await expect(page.getByText('Played 1 time')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { level: 1, name: 'Denver' })).toBeVisible()
  })

  await test.step('nothing of it stays on the page of another remote', async () => {
    await page.goto('/about')
    await waitForHydrationOf(page.getByRole('heading', { level: 1 }))
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.append(Object.assign(document.createElement('i'), { className: 'rdp-day' }))
    })
    await expect(page.locator('.rdp-day')).not.toHaveCSS('width', '44px')
  })
  team.remove()
  await api.stop()
})
