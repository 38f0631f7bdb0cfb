import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'
import { startEventStream } from '../site/event-stream.ts'
import { test } from '../site/fixtures.ts'
import { buildRobinsContent, tideName, writeRobinsContent } from '../site/robins-content.ts'
import { root } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { readQrCode } from '../steps/read-qr-code.ts'
import { createVisitor } from '../steps/visitor.ts'

const texts: Readonly<Record<string, RegExp>> = {
  '/': /Lisbon.*Robin Sample.*Tide "table" & <b>'co'<\/b> <\/script>.*Harbour bot.*Progressive delivery/s,
  '/about': /I’m Robin Sample.*I sail.*Lisbon.*Projects2.*Harbour master.*Progressive delivery/s,
  '/contact': /12 Apr 1994.*robin@example\.com/s,
  '/cv': /Lisbon.*github\.com\/robin-sample.*Kept the log.*tides\.example/s,
  '/projects': /2 projects.*sea salt.*Answers when the bridge opens/s,
  '/projects/tide-table':
    /When the water comes.*Why the table was made, <script> and all.*It works.*Harbour bot/s,
  '/api': /two free keys/,
}

test('two sites run the same releases, each with the pages, texts and images of its owner', {
  tag: '@soak',
}, async ({ newSite, site: ofAda }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  const { sample: _, ...robin } = v.parse(
    SiteSchema,
    JSON.parse(await readFile(join(root, 'site.config.json'), 'utf8')),
  )
  const config = join(folder, 'site.config.json')
  const bot = await startEventStream()
  await writeFile(config, JSON.stringify({ ...robin, pairingStreams: { 'harbour-bot': bot.address } }))
  await writeRobinsContent(folder)
  const env = { SITE_CONFIG: config, CONTENT_DIR: await buildRobinsContent(folder) }
  const { site, openPageAs } = await newSite({ env })
  const getHashes = ({ shell, remotes }: typeof site.releases) => [
    shell?.hash,
    ...Object.values(remotes).map(({ stable }) => stable.hash),
  ]
  expect(getHashes(site.releases)).toEqual(getHashes(ofAda.releases))
  const page = await openPageAs('signed in')
  await recordStability(page.context())
  const reader = await page.context().newPage()

  for (const [address, text] of Object.entries(texts))
    await test.step(`${address} is prerendered with the values of its owner, and hydration keeps them`, async () => {
      const response = await page.goto(address)
      const prerendered = await response?.text()
      expect(prerendered).not.toMatch(/Ada Example|Portico shell|sample content|[\uE000\uE001]/)
      const plain = await readPage(reader, prerendered ?? '')
      expect(plain.main).toMatch(text)
      expect(plain.footer.join(' ')).toMatch(/live in Lisbon.*Robin Sample/s)
      await waitForHydrationOf(createVisitor(page).heading())
      await expect(page.getByRole('main')).toContainText(text)
      expect(await getStability(page), address).toEqual(steady)
      expect(await page.getByRole('contentinfo').getByRole('paragraph').allTextContents()).toEqual(
        plain.footer,
      )
    })

  await test.step('pages of the other owner do not exist, and images, metadata and search are those of this one', async () => {
    for (const address of ['/projects/portico-shell', '/projects/tide-table/qr', '/first-run'])
      expect((await page.request.get(address)).status(), address).toBe(404)
    await page.goto('/projects/tide-table')
    await expect(page).toHaveTitle(`${tideName} | Robin Sample`)
    const image = page.getByRole('img', { name: 'A chart of the tide' })
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const preview = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(new URL(preview ?? '').pathname)).headers()['content-type']).toBe(
      'image/png',
    )
    await createVisitor(page).heading().waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search the site' })
    await dialog.getByRole('searchbox').fill('harbour')
    await dialog.locator('a[href="/projects/harbour-bot"]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour bot')
    await expect(page.getByRole('main')).toContainText('Why the bot was made')
  })

  await test.step('what the owner changes shows while the site runs', async () => {
    await writeRobinsContent(folder, { 'about.md': 'I row now.\n' })
    await buildRobinsContent(folder)
    await expect(async () => {
      await page.goto('/about')
      await expect(page.getByText('I row now.')).toBeVisible()
    }).toPass()
  })

  await test.step('a pairing code updates live and shows the seconds left', async () => {
    const code = page.getByRole('img', { name: /^QR code/ })
    const readCode = async () => readQrCode(await code.screenshot())
    await page.clock.install()
    await createVisitor(page).opens('/projects/harbour-bot/qr')
    await expect(page.getByText('Waiting for a pairing code…')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)

    await bot.send('data: {"code":"2@first,code","seconds":60}\n\n')
    await expect(page.getByText('60 seconds left')).toBeVisible()
    expect(await readCode()).toBe('2@first,code')
    await page.clock.runFor(10_000)
    await expect(page.getByText('50 seconds left')).toBeVisible()

    await bot.send('data: {"code":"2@second,code","seconds":20}\n\n')
    await expect(page.getByText('20 seconds left')).toBeVisible()
    expect(await readCode()).toBe('2@second,code')
    await page.clock.runFor(21_000)
    await expect(page.getByText('Code expired. Waiting for the next one…')).toBeVisible()

    await bot.disconnect()
    await expect(page.getByText('The bot isn’t responding. Trying again in a few seconds.')).toBeVisible()
    await page.clock.runFor(3_000)
    await bot.send('data: {"code":"2@third,code"}\n\n')
    await expect(page.getByText('20 seconds left')).toBeVisible()
    expect(await readCode()).toBe('2@third,code')

    await bot.send('event: paired\ndata: {}\n\n')
    await expect(page.getByText('Paired. The bot is connected to your phone.')).toBeVisible()
    await expect(code).toBeHidden()
  })

  await test.step('without JavaScript, the page shows the current pairing code', async () => {
    await bot.disconnect()
    const plain = await openPageAs('signed in', { javaScriptEnabled: false })
    const opened = plain.goto('/projects/harbour-bot/qr')
    await bot.send('data: {"code":"2@plain,code"}\n\n')
    await opened
    const code = plain.getByRole('img', { name: /^QR code that pairs/ })
    expect(await readQrCode(await code.screenshot())).toBe('2@plain,code')

    await bot.disconnect()
    await plain.getByRole('link', { name: 'show the current one' }).click()
    await bot.send('data: {"code":"2@next,code"}\n\n')
    await plain.waitForLoadState()
    expect(await readQrCode(await code.screenshot())).toBe('2@next,code')
  })
  await bot.stop()
  await rm(folder, { recursive: true })
})

/** Returns the text of a page's main part and the paragraphs of its footer, before any script. The reader is an empty page. */
function readPage(reader: Page, html: string): Promise<{ main: string; footer: string[] }> {
  return reader.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html')
    return {
      main: parsed.querySelector('main')?.textContent ?? '',
      footer: [...parsed.querySelectorAll('body footer p')].map(({ textContent }) => textContent),
    }
  }, html)
}
