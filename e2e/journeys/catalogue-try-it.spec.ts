import { expect, type Locator, type Page } from '@playwright/test'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { createAccount, createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { rowToggle } from '../steps/rows.ts'
import { createVisitor } from '../steps/visitor.ts'

const key = 'e2e-secret-key'

/** A PNG of two pixels side by side. */
const twoByOne = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==',
  'base64',
)

/** Mocks the API. Returns the URLs of the requests. */
async function mockApi(page: Page, response: { json: object }) {
  const requests: URL[] = []
  await page.route('**/-/sandbox/**', async (route) => {
    requests.push(new URL(route.request().url()))
    await route.fulfill(response)
  })
  return requests
}

const openKey = (page: Page) => page.getByText(/^API key: /).click()

async function openEndpoint(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await openKey(page)
  await page.getByLabel('Your API key', { exact: true }).fill(key)
}

const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send' }).click()

test('the API key never reaches the URL, storage, page text or print, and is remembered in this tab until the visitor forgets it', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const requests = await mockApi(page, { json: { title: 'An article' } })
  const field = page.getByLabel('Your API key', { exact: true })
  const value = page.getByRole('cell', { name: 'An article' })
  await openEndpoint(page, '/api/news?row=esana_news')

  await test.step('Send shows the response, and the key is nowhere', async () => {
    await send(page)
    await expect(value).toBeVisible()
    expect(requests.map((url) => [url.searchParams.get('code'), url.searchParams.get('api')])).toEqual([
      ['esana_news', key],
    ])
    expect(page.url()).not.toContain(key)
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(key)
    expect(await page.locator('body').textContent()).not.toContain(key)
    await page.getByText('History (1)').click()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  })

  await test.step('forced colours show which view of the response and which sample are chosen', async () => {
    const getOutline = (locator: Locator) =>
      locator.evaluate((element) => getComputedStyle(element).outlineStyle)
    await page.emulateMedia({ forcedColors: 'active' })
    for (const [role, chosen, other] of [
      ['button', 'Table', 'Tree'],
      ['tab', 'curl', 'Python'],
    ] as const) {
      expect(await getOutline(page.getByRole(role, { name: chosen }).first())).toBe('solid')
      expect(await getOutline(page.getByRole(role, { name: other }).first())).toBe('none')
    }
    await page.emulateMedia({ forcedColors: null })
  })

  await test.step('a printed category lists its endpoints without requests and responses', async () => {
    await page.getByRole('button', { name: 'Show' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(field).toBeHidden()
    await expect(value).toBeHidden()
    const rows = page.getByRole('main').locator('summary[data-entry]')
    await expect(rows).toHaveCount(5)
    for (const row of await rows.all()) await expect(row).toBeVisible()
    await expect(page.getByText('How to call these endpoints')).toBeHidden()
    // Wider content makes browsers shrink the whole sheet.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.emulateMedia({ media: null })
  })

  await test.step('the tab remembers the key until the visitor forgets it', async () => {
    await page.getByLabel('in this tab').check()
    await page.reload()
    await openKey(page)
    await expect(field).toHaveValue(key)
    await page.getByLabel('on this page only').check()
    await page.reload()
    await openKey(page)
    await expect(field).toHaveValue(sandboxKeys.free)
  })
})

test('a response of ten megabytes appears as a tree, and a value of a response prefills the next request without appearing in the URL', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, text: `article ${id} ${'x'.repeat(470)}` }))
  await mockApi(page, { json: { items } })
  await openEndpoint(page, '/api/news?row=esana_news_list')
  await send(page)
  await page.getByRole('button', { name: 'Tree' }).click()
  const tree = page.getByRole('region', { name: 'Response as a tree' })
  await tree.getByRole('button', { name: /^items: \[20000\]/ }).click()
  await tree.getByRole('button', { name: '10000 … 19999' }).click()
  await tree.getByRole('button', { name: '19900 … 19999' }).click()
  await tree.getByRole('button', { name: /^19999: / }).click()
  await expect(tree.getByText(/^"article 19999 /)).toBeVisible()

  await page.unrouteAll()
  const requests = await mockApi(page, { json: [{ id: '98966', title: 'A headline' }] })
  await send(page)
  await page.getByRole('link', { name: 'Use this value in News article (98966)' }).click()
  const field = page.getByLabel('news_id (required)')
  await expect(field).toHaveValue('98966')
  await expect(rowToggle(page, 'News article')).toBeFocused()
  expect(page.url()).toMatch(/\/api\/news\?row=esana_news$/)
  await page.reload()
  await expect(field).toHaveValue('98966')
  expect(requests).toHaveLength(1)
})

test('a shared request opens filled in after login and is not sent, and the URL of a variant opens it', async ({
  playwright,
  site,
  page,
}) => {
  const ada = createPerson()
  await createAccount(playwright, site.origin, { person: ada, isVerified: true })
  const requests = await mockApi(page, { json: {} })
  const visitor = createVisitor(page)
  await visitor.opens(
    '/api/fancy?row=fancy&value.font=5&value.text=Ol%C3%A1%20%26%20hi&value.api=x&value.q=x',
  )
  await visitor.logsIn(ada.username, ada.password)
  await expect(page.getByLabel('text (required)')).toHaveValue('Olá & hi')
  await expect(page.getByLabel('font (required)')).toHaveValue('5')
  await expect(page.getByRole('main').getByRole('button', { name: 'Send' })).toBeVisible()
  expect(requests).toEqual([])
  await visitor.opens('/api/rgb?row=rgb.381')
  await expect(page.getByRole('region', { name: 'Zen Tokyo Zoo', exact: true })).toBeInViewport()
})

// Clicks after the page has loaded; typing, and choosing a file in the browser's dialog, are not counted.

test('a newcomer makes a photo grey, copies a Python sample, finds the operation for a caller and shares a request in four clicks', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', {
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce', // it changes between pages often
  })
  await page.goto('/api')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const search = async (text: string, name: string) => {
    await createVisitor(page).followsHeaderLink('Api')
    await createVisitor(page).isAt('/api', 'Api')
    clicks = 0
    await page.getByRole('searchbox').fill(text)
    // The link of a category may have the same name, and is there until the results are.
    await click(page.getByRole('main').locator('[data-result]').filter({ hasText: name }).first())
  }
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await search('grey', 'Grey scale')
  const chooser = page.waitForEvent('filechooser')
  await click(page.getByLabel('Use my own image'))
  await (await chooser).setFiles({ name: 'mine.png', mimeType: 'image/png', buffer: twoByOne })
  await expect(page.getByText('mine.png', { exact: true })).toBeVisible()
  await click(page.getByRole('main').getByRole('button', { name: 'Send' }))
  const response = page.getByRole('img', { name: 'Response of Grey scale' })
  await expect(response).toBeVisible()
  await expect
    .poll(() => response.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBe(2)
  expect(clicks).toBeLessThanOrEqual(4)

  await search('tiktok', 'TikTok video')
  await page.getByLabel('url (required)').fill('https://www.tiktok.com/@me/video/1')
  await click(page.getByRole('tab', { name: 'Python' }))
  await click(page.getByRole('button', { name: /^Copy the Python sample/ }))
  await expect.poll(readClipboard).toContain('https://www.tiktok.com/@me/video/1')
  expect(clicks).toBeLessThanOrEqual(4)

  await search('who is calling me', 'Caller lookup')
  await expect(page).toHaveURL('/api/search?row=truecaller')
  await expect(page.getByRole('region', { name: 'Caller lookup', exact: true })).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(4)

  await search('fancy text', 'Fancy text')
  await page.getByLabel('text (required)').fill('Party')
  await click(page.getByRole('button', { name: 'Copy link to this request' }))
  await expect.poll(readClipboard).toMatch(/\/api\/fancy\?row=fancy&value\.font=\d+&value\.text=Party$/)
  expect(clicks).toBeLessThanOrEqual(4)
})

test('a photo of too many pixels is scaled in the browser before it is sent', { tag: '@soak' }, async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.goto('/api/imageEdit?row=image_sepia')
  const photo = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(6_000, 4_000)
    canvas.getContext('2d')
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const files = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) }
  await page.getByLabel('Use my own image').setInputFiles(files)
  await expect(page.getByText('photo.jpg', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  const response = page.getByRole('img', { name: 'Response of Sepia' })
  await expect
    .poll(() =>
      response.evaluate((img) => img instanceof HTMLImageElement && [img.naturalWidth, img.naturalHeight]),
    )
    .toEqual([480, 320])
})
