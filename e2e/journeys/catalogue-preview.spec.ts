import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { downloadFile } from '../steps/download.ts'
import { rowToggle } from '../steps/rows.ts'

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

test('an image effect is previewed without a request, its limit is exact, and its sample is copied with the keyboard', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/api/imageEdit?row=image_invert')
  await expect(preview(page)).toBeVisible()
  await expect
    .poll(async () => (await getCentreColor(page, 'After Invert')).at(-1), 'it is drawn after it is shown')
    .toBe(255)
  const [red = 0, green = 0, blue = 0] = await getCentreColor(page, 'Before')
  expect(await getCentreColor(page, 'After Invert')).toEqual([255 - red, 255 - green, 255 - blue, 255])

  await rowToggle(page, 'Brightness').click()
  const field = page.getByLabel('brightness (required)')
  await field.fill('200')
  await expect(page.getByText('Must be more than −200 and less than 200.')).toBeVisible()
  await field.fill('199.5')
  const copy = page.getByRole('button', { name: 'Copy the curl sample for Brightness' })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied the curl sample for Brightness')).toBeAttached()
  await expect(copy).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('brightness=199.5')
})

const gallery = (page: Page) => page.getByRole('region', { name: 'Styles at a glance' })

test('all forty text styles are shown in the text of the visitor, on their page and in their request', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/fancy')
  await page.getByLabel('Your text').fill('Hey')
  await expect(gallery(page).getByText('𝐇𝐞𝐲')).toBeVisible()
  await expect(gallery(page).getByRole('button', { name: /^Copy the text in / })).toHaveCount(40)
  await page.getByRole('link', { name: 'Try it: Fancy text' }).click()
  await page.getByLabel('text (required)').fill('Hello')
  await expect(preview(page).getByRole('listitem')).toHaveCount(40)
  await expect(preview(page).getByText('𝐇𝐞𝐥𝐥𝐨')).toBeVisible()
})

test('from the overview, the catalogue is exported as OpenAPI, and a neon image of a word takes three clicks', {
  tag: '@soak',
}, async ({ openPageAs, site }) => {
  const page = await openPageAs('signed in')
  await page.goto('/api')
  const { content } = await downloadFile(page, 'OpenAPI 3.1')
  const shape = v.object({ openapi: v.literal('3.1.0'), servers: v.array(v.object({ url: v.string() })) })
  const { servers } = v.parse(shape, JSON.parse(content.toString()))
  expect(servers[0]?.url, 'the URL of the API').toBe(`${site.origin}/-/sandbox`)

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
