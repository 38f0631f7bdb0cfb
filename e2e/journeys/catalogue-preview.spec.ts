import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** Returns the colour in the centre of a canvas. */
function getCentreColor(page: Page, name: string): Promise<number[]> {
  return preview(page)
    .getByRole('img', { name, exact: true })
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('expected a canvas')
      const pixel = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
      return [...(pixel?.data ?? [])]
    })
}

test('an image effect is previewed without a request', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/imageEdit?row=image_invert')
  await expect(preview(page)).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await getCentreColor(page, 'Before')
  expect(await getCentreColor(page, 'After Invert')).toEqual([255 - red, 255 - green, 255 - blue, 255])
})

test('text is previewed in all forty letter styles as the visitor types', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/fancy?row=fancy')
  await page.getByLabel('text (required)').fill('Hey')
  await expect(preview(page).getByRole('listitem')).toHaveCount(40)
  await expect(preview(page).getByText('𝐇𝐞𝐲')).toBeVisible()
})

const previewed = [
  '/api/fancy?row=fancy',
  '/api/imageEdit?row=image_sepia',
  '/api/attp_i?row=attp_i.3',
  '/api/converter?row=color_to_png',
]

test('previews are accessible', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', {
    reducedMotion: 'reduce',
    viewport: { width: 320, height: 900 },
  })
  for (const address of previewed) {
    await page.goto(address)
    await expect(preview(page)).toBeVisible()
    await injectAxe(page)
    await expectNoViolationsInBothThemes(page, address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320)
  }
})

const gallery = (page: Page) => page.getByRole('region', { name: 'Styles at a glance' })

test('the letter styles are on their page, in the text of the visitor', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/fancy')
  await page.getByLabel('Your text').fill('Hey')
  await expect(gallery(page).getByText('𝐇𝐞𝐲')).toBeVisible()
  await expect(gallery(page).getByRole('button', { name: /^Copy the text in / })).toHaveCount(40)
})

test('from the overview, a neon image of a word takes three clicks', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api')
  await page
    .locator('main')
    .getByRole('link', { name: /^Text Effect 1/ })
    .click()
  await page.getByLabel('Your text').fill('Ada')
  await gallery(page).getByRole('link', { name: 'Electric blue tube' }).click()
  await expect(page.getByLabel('text (required)')).toHaveValue('Ada')
  await expect(page).toHaveURL(/row=text_effect_i-1\.1$/)
  await gallery(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(gallery(page).getByRole('img', { name: /^Response/ })).toBeVisible()
})

test('effects and frames are drawn, and the table alone is remembered', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/image_frame')
  const canvas = gallery(page).locator('canvas').first()
  const countColors = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('expected a canvas')
      const { width, height } = element
      const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      return new Set(pixels).size
    })
  await expect.poll(countColors).toBeGreaterThan(50)
  await page.getByRole('button', { name: 'Table only' }).click()
  await page.goto('/api/attp_i')
  await expect(page.getByRole('button', { name: 'Table only', pressed: true })).toBeVisible()
  await expect(gallery(page)).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()
})

test('the catalogue is exported as OpenAPI with the URL of the API', async ({ openPageAs, site }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'OpenAPI 3.1' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const shape = v.object({ openapi: v.literal('3.1.0'), servers: v.array(v.object({ url: v.string() })) })
  expect(v.parse(shape, JSON.parse(text)).servers[0]?.url).toBe(`${site.origin}/-/sandbox`)
})
