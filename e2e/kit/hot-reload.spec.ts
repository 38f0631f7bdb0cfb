import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { packKit } from '@portico/tools/kit/pack/pack-kit.ts'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { createTeamRepository } from './team-repository.ts'

const route = 'pages/home/route.tsx'
const counter = '<output>{count}</output>'

test('portico dev replaces components while they keep their state, and recovers from a broken file', async ({
  newSite,
  consoleErrors,
}) => {
  await packKit()
  const { site, openPageAs } = await newSite({})
  const team = createTeamRepository(site)
  await team.create('weather')
  team.edit(route, counter, `${counter}\n        <input aria-label="Note" />`)
  const development = team.develop('--port', '0')
  const page = await openPageAs('signed out')
  const address = await development.find(/http:\S+\/weather/)
  await page.goto(address)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const isKept = async (count: string) => {
    await expect(page.locator('output')).toHaveText(count)
    await expect(page.getByLabel('Note')).toHaveValue('umbrella')
  }
  const errors = page.locator('portico-errors')

  await test.step('a counter and a typed text survive a change of the page', async () => {
    await page.getByRole('button', { name: 'Count' }).click()
    await page.getByLabel('Note').fill('umbrella')
    const saved = Date.now()
    team.edit(route, 'title="Weather"', 'title="Rain"')
    await expect(heading('Rain')).toBeVisible()
    console.log(`save to visible, with state: ${Date.now() - saved} ms`)
    await isKept('1')
    await page.getByRole('button', { name: 'Count' }).click()
    await isKept('2')
  })

  await test.step('and a change of a style', async () => {
    team.edit('pages/home/home.module.css', '.counter {', '.counter {\n  color: rgb(1, 2, 3);')
    await expect(page.locator('output')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await isKept('2')
  })

  await test.step('and saves during which the file is empty for a moment', async () => {
    const file = join(team.folder, route)
    for (const title of ['Sun', 'Wind', 'Fog', 'Frost', 'Rain']) {
      const text = readFileSync(file, 'utf8').replace(/title="\w+"/, `title="${title}"`)
      writeFileSync(file, '')
      await setTimeout(20)
      writeFileSync(file, text)
      await expect(heading(title)).toBeVisible()
    }
    await isKept('2')
  })

  await test.step('and a file that does not compile, whose error is shown until it is fixed', async () => {
    consoleErrors.expect(/Syntax Error/)
    team.edit(route, 'const [count', 'const = [count')
    await expect(errors.getByRole('alert')).toContainText(/route\.tsx[\s\S]*Syntax Error/)
    team.edit(route, 'const = [count', 'const [count')
    await expect(errors).toHaveCount(0)
    await isKept('2')
  })

  await test.step('and a file that is broken while the page gets the update before', async () => {
    const requested = Promise.withResolvers<void>()
    const broken = Promise.withResolvers<void>()
    await page.route(/\.hot-update\.json/, async (request) => {
      requested.resolve()
      await broken.promise
      await request.continue()
    })
    team.edit(route, 'title="Rain"', 'title="Mist"')
    await requested.promise
    const reported = page.waitForEvent('console', (message) => message.text().includes('Syntax Error'))
    team.edit(route, 'const [count', 'const = [count')
    await reported
    broken.resolve()
    await expect(heading('Mist')).toBeVisible()
    await page.unrouteAll()
    team.edit(route, 'const = [count', 'const [count')
    team.edit(route, 'title="Mist"', 'title="Rain"')
    await expect(heading('Rain')).toBeVisible()
    await isKept('2')
  })

  await test.step('a page that is opened while a file is broken shows the last build that worked', async () => {
    team.edit(route, 'const [count', 'const = [count')
    await expect(errors.getByRole('alert')).toBeVisible()
    await page.reload()
    await expect(errors.getByRole('alert')).toContainText('Syntax Error')
    await errors.getByRole('button', { name: 'Hide' }).click()
    await expect(heading('Rain')).toBeVisible()
    team.edit(route, 'const = [count', 'const [count')
    team.edit(route, 'title="Rain"', 'title="Snow"')
    await expect(heading('Snow')).toBeVisible()
  })

  await test.step('a save while a page loads leaves no error behind', async () => {
    const readEntry = async () => {
      const response = await fetch(new URL(paths.discovery, address))
      return v.parse(DiscoveryDocumentSchema, await response.json()).remotes.weather?.stable.entry.integrity
    }
    await page.route(/\/remote\.[^/]*js$/, async (request) => {
      const before = await readEntry()
      team.edit(route, 'title="Snow"', 'title="Sleet"')
      await expect.poll(readEntry).not.toBe(before)
      await request.continue()
    })
    await page.reload()
    await expect(heading('Sleet')).toBeVisible()
    await page.unrouteAll()
    team.edit(route, 'title="Sleet"', 'title="Snow"')
    await expect(heading('Snow')).toBeVisible()
  })

  await test.step('a page that throws shows its error, and recovers without a reload', async () => {
    consoleErrors.expect(/no forecast/)
    await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
    // In this order, because a build between the two has to work.
    team.edit(route, 'export function', "const title = 'Snow'\n\nexport function")
    team.edit(route, 'const [count', "if (title) throw new Error('no forecast')\n  const [count")
    await expect(page.getByRole('main')).toContainText('Error: no forecast')
    team.edit(route, "if (title) throw new Error('no forecast')\n  const [count", 'const [count')
    await expect(heading('Snow')).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true)
  })

  await test.step('what cannot be replaced reloads the page', async () => {
    consoleErrors.expect(/HMR update failed, performing full reload/)
    const load = page.waitForEvent('load')
    team.edit('remote.ts', '/** What', '/** All that')
    team.edit('remote.ts', 'export const remote', 'export const changed = true\n\nexport const remote')
    await load
    await expect(heading('Snow')).toBeVisible()
    await expect(page.locator('output')).toHaveText('0')
  })

  await test.step('a page gets a changed worker, also one whose import has changed, and keeps its state when the page changes', async () => {
    const answer = page.locator('main samp')
    writeFileSync(join(team.folder, 'pages/home/night.ts'), "export const night = 'calm'\n")
    writeFileSync(
      join(team.folder, 'pages/home/sky.worker.ts'),
      "import { night } from './night.ts'\npostMessage('clear, ' + night)\n",
    )
    team.edit(route, 'import { useState }', 'import { useEffect, useState }')
    team.edit(
      route,
      'const [count',
      `const [sky, setSky] = useState('')
  useEffect(() => {
    const worker = new Worker(new URL('./sky.worker.ts', import.meta.url))
    worker.onmessage = ({ data }) => setSky(data)
    return () => worker.terminate()
  }, [])
  const [count`,
    )
    team.edit(route, counter, `<samp>{sky}</samp>${counter}`)
    await expect(answer).toHaveText('clear, calm')
    team.edit('pages/home/sky.worker.ts', 'clear', 'cloudy')
    await expect(answer).toHaveText('cloudy, calm')
    team.edit('pages/home/night.ts', 'calm', 'storm')
    await expect(answer).toHaveText('cloudy, storm')
    await page.getByRole('button', { name: 'Count' }).click()
    team.edit(route, 'title="Snow"', 'title="Ice"')
    await expect(heading('Ice')).toBeVisible()
    await expect(page.locator('output')).toHaveText('1')
    team.edit(route, 'title="Ice"', 'title="Snow"')
    await expect(heading('Snow')).toBeVisible()
  })

  await test.step('a change of the manifest needs no restart', async () => {
    await page.getByRole('button', { name: 'Count' }).click()
    team.edit('manifest.ts', "path: '/weather'", "path: '/weather/today'")
    await expect(page.locator('output')).toHaveCount(0) // the page has moved
    await page.goto(`${address}/today`)
    await expect(heading('Snow')).toBeVisible()
    team.edit(route, 'title="Snow"', 'title="Hail"')
    await expect(heading('Hail')).toBeVisible()
    team.edit('manifest.ts', 'pages: [', 'pages: [[')
    await expect(errors.getByRole('alert')).toContainText('manifest.ts can’t be loaded')
    team.edit('manifest.ts', 'pages: [[', 'pages: [')
    await expect(errors).toHaveCount(0)
    await expect(heading('Hail')).toBeVisible()
  })

  await test.step('nor does a change of a file that the manifest imports', async () => {
    writeFileSync(join(team.folder, 'place.ts'), "export const place = '/weather/here'\n")
    team.edit('manifest.ts', 'import type', "import { place } from './place.ts'\nimport type")
    team.edit('manifest.ts', "path: '/weather/today'", 'path: place')
    await expect(page.locator('output')).toHaveCount(0)
    await page.goto(`${address}/here`)
    await expect(heading('Hail')).toBeVisible()
    team.edit('place.ts', '/weather/here', '/weather/there')
    await expect(page.locator('output')).toHaveCount(0)
    await page.goto(`${address}/there`)
    await expect(heading('Hail')).toBeVisible()
  })

  await test.step('`?inspect` says which part comes from this machine', async () => {
    await page.goto(new URL('/-/dev', address).href)
    await page.getByRole('link', { name: 'Inspect /weather/there' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await expect(inspector).toContainText('weather 1.0.0 · Weather teamFrom this machine.')
    await expect(inspector).toContainText('Development build.')
    await expect(inspector).toContainText(/portfolio \S+-[0-9a-f]{8} .*Stable\. Everyone gets it/)
  })

  await test.step('a mock account is signed in', async () => {
    await page.goto(new URL('/-/dev', address).href)
    await page.getByRole('radio', { name: /^Signed in, with a mock account --as signed-in/ }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.goto(`${address}/there`)
    await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible()
  })

  await page.context().close()
  await development.stop()
  team.remove()
})
