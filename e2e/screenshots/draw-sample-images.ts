import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Images of the sample projects that show a page of this site. The others are drawn by `drawings/<name>.html`. */
const shownPages = { 'api-catalogue': '/api', 'bot-qr': '/projects/bot-qr/qr' }
const drawings = ['portico-shell', 'staged-rollouts']
const size = { width: 1600, height: 1000 }
const quality = 82 // the build compresses it again

test('the images of the sample projects', async ({ newSite }) => {
  const { openPageAs } = await newSite({ env: { SITE_CONFIG: 'site.config.json' } })
  const page = await openPageAs('signed in', { colorScheme: 'light', reducedMotion: 'reduce' })
  for (const [name, address] of Object.entries(shownPages)) {
    const screenshot = await takeScreenshot(page, address)
    const source = `data:image/png;base64,${screenshot.toString('base64')}`
    await draw(page, name, `<div class="window"><img src="${source}" alt=""></div>`)
  }
  for (const name of drawings)
    await draw(page, name, await readFile(join(import.meta.dirname, 'drawings', `${name}.html`), 'utf8'))
})

async function takeScreenshot(page: Page, address: string): Promise<Buffer> {
  await page.setViewportSize({ width: 1292, height: 779 })
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  await page.waitForLoadState('networkidle')
  return page.screenshot({ animations: 'disabled' })
}

/** Draws `html` on the common background and writes it as the image `name`. */
async function draw(page: Page, name: string, html: string): Promise<void> {
  await page.goto('about:blank')
  await page.setViewportSize(size)
  await page.setContent(`<style>${await readFrame()}</style>${html}`, { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  const image = sharp(await page.screenshot()).webp({ quality, effort: 6 })
  await writeFile(join(root, 'content', 'images', `${name}.webp`), await image.toBuffer())
}

async function readFrame(): Promise<string> {
  const { resolve } = createRequire(join(root, 'shell', 'package.json'))
  const font = await readFile(resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'))
  const css = await readFile(join(import.meta.dirname, 'drawings', 'frame.css'), 'utf8')
  return css.replace('FONT', `data:font/woff2;base64,${font.toString('base64')}`)
}
