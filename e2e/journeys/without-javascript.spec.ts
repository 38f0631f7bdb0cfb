import { expect, type Locator } from '@playwright/test'
import { socialNetworks } from '@portico/kit/site/site.ts'
import { visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { readOwner } from '../site/owner.ts'
import { readablePages } from '../site/readable-pages.ts'
import { getFolder, getRelease } from '../site/released-pages.ts'
import { rowToggle } from '../steps/rows.ts'

test.use({ javaScriptEnabled: false })

const owner = readOwner()
const links = ['Home', 'Projects', 'Api', 'Contact', 'About']
/** With the text of `noscript`. */
const inner = { useInnerText: true } as const

test('the home page is complete without JavaScript, at both of its addresses', async ({ page, request }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(`HomePage | ${owner.name}`)
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(links)
  await expect(banner.getByRole('list', { name: 'Social networks' }).getByRole('link')).toHaveCount(
    socialNetworks.length,
  )
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(owner.name)
  await expect(main).toContainText(owner.headline)
  await expect(main.getByRole('region', { name: 'More projects' }).getByRole('link').first()).toBeVisible()
  for (const skill of owner.skills) await expect(main.getByText(skill, { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(owner.about)
  await expect(page.locator('noscript')).toHaveCount(0)

  await test.step('its images load', async () => {
    const image = main.getByRole('group').locator('img').first()
    await image.scrollIntoViewIfNeeded()
    const response = await page.request.get((await image.getAttribute('src')) ?? '')
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/webp'])
  })

  await test.step('its menus work, and no other control is shown', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const navigation = banner.getByRole('navigation', { name: 'Main' })
    await expect(page.getByRole('button')).toHaveText(['', 'Get Start'])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(navigation.getByRole('link')).toHaveText(links)
    for (const link of await navigation.getByRole('link').all()) await expect(link).toBeVisible()
    await banner.getByRole('button', { name: 'Get Start' }).click()
    await expect(banner.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
  })

  const read = async (address: string) => (await request.get(address)).text()
  const toPath = (path: string) => `&#34;path&#34;:&#34;${path}&#34;`
  expect((await read('/home')).replace(toPath('/home'), toPath('/'))).toBe(await read('/'))
})

for (const state of visitorStates) {
  test(`the pages of a visitor who is ${state} are complete without JavaScript, and no control is dead`, async ({
    openPageAs,
  }) => {
    const page = await openPageAs(state, { viewport: { width: 320, height: 740 } })
    const main = page.getByRole('main')
    for (const shown of readablePages.filter((page) => (page.state ?? 'signed out') === state)) {
      const { address, from = address, title, heading, text, buttons = [], hasSearch = false } = shown
      await test.step(address, async () => {
        await page.goto(from)
        await expect(page).toHaveURL(address)
        await expect(page).toHaveTitle(`${title} | ${owner.name}`)
        await expect(main.getByRole('heading', { level: 1 })).toContainText(heading)
        await expect(main).toContainText(text, inner)
        await expect(page.getByRole('contentinfo')).toContainText(`© `)
        await expect(main.getByRole('button')).toHaveText(buttons)
        await expect(main.getByRole('searchbox')).toHaveCount(hasSearch ? 1 : 0)
        if (!hasSearch) await expect(main.getByRole('combobox')).toHaveCount(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      })
    }
  })
}

test('a category is searched and filtered without JavaScript, and an address with a query shows what it asks for', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
  const main = page.getByRole('main')
  const rows = main
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  const search = () => main.getByRole('button', { name: 'Search' }).click()
  await page.goto('/api/download')
  const all = await rows.count()
  await main.getByRole('searchbox', { name: 'Search in Download' }).fill('TikTok')
  await search()
  await expect(page).toHaveURL(/\/api\/download\?q=TikTok/)
  await expect(main).toContainText('endpoints match.', inner) // the rows are there, too
  const found = await rows.count()
  expect(found).toBeGreaterThan(1)
  expect(found).toBeLessThan(all)
  for (const row of await rows.all()) await expect(row).toContainText(/TikTok/i)
  await expect(main).toContainText(`${found} of ${all} endpoints match.`, inner)
  await expect(main.getByRole('searchbox')).toHaveValue('TikTok')

  await main.getByLabel('Takes').selectOption('Person')
  await search()
  await expect(main.getByLabel('Takes')).toHaveValue('person')
  const people = await rows.count()
  expect(people).toBeLessThan(found)
  await page.goto('/api/download')
  await rowToggle(main, 'APK by package').click()
  await main.getByRole('link', { name: 'Link to this endpoint' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/api/download?row=apk')
  await expect(rows.first()).toContainText('APK by package')
  await expect(main.getByLabel('pkg (required)'), 'the row is open').toBeVisible()
  await expect(rows).toHaveCount(1)
  await main.getByRole('link', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(all)

  await page.goto('/api/text_effect_i?row=text_effect_i-1.3') // a variant
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Neon glow')

  await page.goto('/api/download?q=nothing+of+the+kind')
  await expect(main).toContainText(`0 of ${all} endpoints match.`, inner)
  await expect(rows).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto('/projects?tag=react')
  await expect(main).toContainText('Bot QR', inner)
})

test('a sample in a gallery leads to its request without JavaScript, and a row to all its variants', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
  const main = page.getByRole('main')
  const gallery = main.getByRole('region', { name: 'Styles at a glance' })
  for (const { from, category, address, tile, row, style, request, count } of [
    {
      from: '/api/news',
      category: 'Text Effect 1 8',
      address: '/api/text_effect_i',
      tile: 'Electric blue halo',
      row: 'Neon glow',
      style: 'Violet halo',
      request: '&index=1&type=15&',
      count: 36,
    },
    {
      from: '/api/text_effect_i',
      category: 'Attp Effect 1 1',
      address: '/api/attp_i', // one row, so there is nothing to search
      tile: 'Rainbow wave',
      row: 'Animated text',
      style: 'Mono sweep',
      request: '&type=110&',
      count: 110,
    },
  ])
    await test.step(address, async () => {
      await page.goto(from)
      await main.getByRole('button', { name: /^Category: / }).click()
      const categories = main.getByRole('navigation', { name: 'Categories' })
      await categories.getByRole('link', { name: category, exact: true }).click()
      await expect(page).toHaveURL(address)
      await gallery.getByText(tile, { exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`${address}\\?row=[\\w.-]+\\.3$`))
      await expect(main.getByRole('heading', { name: tile, exact: true })).toBeVisible()
      await expect(main).toContainText('&type=3&', inner)
      await expect(gallery).toHaveCount(0)
      await page.goBack()
      await expect(gallery).toBeVisible()

      await main.getByRole('link', { name: new RegExp(`^\\d+ .* of ${row}$`) }).press('Enter')
      const variants = main.getByRole('list', { name: new RegExp(` of ${row}$`) })
      await expect(variants.getByRole('listitem')).toHaveCount(count)
      await variants.getByRole('link', { name: style, exact: true }).click()
      await expect(main.getByRole('heading', { name: style, exact: true })).toBeVisible()
      await expect(main).toContainText(request, inner)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await main.getByRole('link', { name: 'Show all' }).click()
      await expect(page).toHaveURL(address)
      await expect(gallery).toBeVisible()
    })

  await page.goto('/api/attp_i?row=%22%3E%3Cb%3E,attp_i.3%00')
  await expect(gallery).toBeVisible()
  await expect(main.locator('b')).toHaveCount(0)
})

test('all categories are searched without JavaScript, and a result leads to its row', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
  const main = page.getByRole('main')
  const field = main.getByRole('searchbox', { name: 'Search all categories' })
  const results = main.getByRole('list', { name: 'Endpoints' }).getByRole('listitem')
  const search = async (text: string) => {
    await field.fill(text)
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/api?${new URLSearchParams({ q: text })}`)
    await expect(field).toHaveValue(text)
  }
  await page.goto('/api')
  await expect(main.getByRole('article')).not.toHaveCount(0)
  expect(await page.content()).not.toContain('data-filter') // nor for visitors with JavaScript, who get the same page

  await test.step('a few results', async () => {
    await search('wikipedia')
    await expect(main).toContainText(/1 of \d+ endpoints match\./, inner)
    await expect(results).toHaveText(['Wikipedia article Search'])
    await results.getByRole('link').click()
    await expect(page).toHaveURL('/api/search?row=wikipedia')
    await expect(main.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(1)
  })

  await test.step('more than are listed', async () => {
    await page.goto('/api')
    await search('image')
    await expect(main).toContainText('The first 30 are listed, in the order of the categories.', inner)
    await expect(results).toHaveCount(30)
  })

  await test.step('a variant', async () => {
    await search('Rainbow blink')
    await results.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/api\/attp_i\?row=/)
  })

  await test.step('none, with markup as text', async () => {
    await page.goto('/api')
    await search('"><b>nothing</b>')
    await expect(main).toContainText(/0 of \d+ endpoints match\./, inner)
    await expect(main).toContainText('Try fewer or shorter ones, or choose a category below.', inner)
    await expect(results).toHaveCount(0)
    await expect(main.locator('b')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await main.getByRole('link', { name: 'Clear the search' }).click()
    await expect(page).toHaveURL('/api')
    await expect(main).not.toContainText('endpoints match', inner)
  })

  await test.step('a filter in a link', async () => {
    await page.goto('/api?method=POST')
    await expect(results).toHaveText(['ChatGPT Education'])
  })
})

test('an address with a query has the header and footer of its page without JavaScript, around its content', {
  tag: '@soak',
}, async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const main = page.getByRole('main')
  const banner = page.getByRole('banner')
  const readFrame = () =>
    page.evaluate(() => ({
      header: document.querySelector('header')?.outerHTML,
      footer: document.querySelector('footer')?.outerHTML,
      places: [...document.querySelectorAll('body, header, main, footer, h1')].map((element) => {
        const { x, width } = element.getBoundingClientRect()
        const { color, backgroundColor } = getComputedStyle(element)
        return [element.tagName, x, width, color, backgroundColor]
      }),
    }))
  /** Opens a page, and returns its frame at each width. The markup is the same in each theme. */
  const openEverywhere = async (address: string, check: (width: number) => Promise<void>) => {
    const frames = []
    await page.goto(address)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      frames.push({ width, ...(await readFrame()) })
      await check(width)
    }
    return frames
  }
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
  for (const { path, queries } of [
    { path: '/api/text_effect_i', queries: ['row=text_effect_i-1.4'] },
    { path: '/api', queries: ['q=wikipedia'] },
    { path: '/projects', queries: ['tag=react'] },
  ]) {
    const frames = await openEverywhere(path, async () => {})
    for (const { places } of frames)
      expect(places.map(([name]) => name)).toEqual(['BODY', 'HEADER', 'MAIN', 'H1', 'FOOTER'])
    for (const query of queries)
      await test.step(`${path}?${query}`, async () => {
        const withQuery = await openEverywhere(`${path}?${query}`, async (width) => {
          await expect(page.getByText('Loading...')).toBeHidden()
          const [top, content, bottom] = [
            await boxOf(banner),
            await boxOf(main),
            await boxOf(page.getByRole('contentinfo')),
          ]
          expect(content.y).toBe(top.y + top.height)
          expect(bottom.y).toBeGreaterThanOrEqual(content.y + content.height)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        })
        expect(withQuery).toEqual(frames)
      })
  }
  await test.step('keyboard and menus', async () => {
    await page.goto('/api?q=wikipedia')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(main.getByRole('searchbox')).toBeFocused()
    await expect(banner.getByRole('link', { name: 'Api' })).toHaveAttribute('aria-current', 'page')
    await banner.getByRole('button', { name: 'Profile' }).click()
    await expect(banner.getByRole('link', { name: 'Logout' })).toBeVisible()
  })
})

test('browsers get no code of the searches without JavaScript', async ({ request, site }) => {
  const { pages, entry } = getRelease(site.releases, 'catalogue')
  const files = new Set([entry, ...pages.flatMap(({ js }) => js)].map(({ file }) => file))
  expect(files.size).toBeGreaterThan(5)
  for (const file of files) {
    const response = await request.get(getFolder(site.releases, 'catalogue') + file)
    expect(response.ok(), file).toBe(true)
    expect(await response.text(), file).not.toMatch(/data-filter|no-script/)
  }
})

test('pages that need JavaScript have the site’s look, their title and the main links without it', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const main = page.getByRole('main')
  const mainLinks = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const { address, title, text } of [
    { address: '/no/such-page', title: 'Page Not Found', text: 'Go to the home page' },
  ]) {
    await page.goto(address)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(main).toContainText(text)
    await expect(page.getByRole('banner').getByRole('link', { name: owner.name })).toBeVisible()
    await expect(mainLinks).toHaveText(links)
    await expect(page.getByRole('contentinfo')).toContainText(`© `)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const font = await main.evaluate((element) => getComputedStyle(element).fontFamily)
    expect(font).toMatch(/^Figtree/)
  }
  await mainLinks.filter({ hasText: 'Home' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(owner.name)
})

test('a prerendered page has its styles while no style sheet and no script can be loaded', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await page.route(/\.(?:css|js)$/, (route) => route.abort())
  await page.goto('/about')
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await main.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^Figtree/)
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
})

test('the site is searched from the header of every page without JavaScript', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { viewport: { width: 320, height: 740 } })
  const field = page.getByRole('searchbox', { name: 'Search the site' })
  await page.goto('/about')
  await expect(field).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Search the site' }).click()
  await expect(field).toBeFocused()
  await page.keyboard.type('wikipedia')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/api?q=wikipedia')
  await expect(page.getByRole('main')).toContainText(/1 of \d+ endpoints match\./, inner)
})
