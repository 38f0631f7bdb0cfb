import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { themes } from '@portico/protocol/theme.ts'
import type { VisitorState } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { toAddress, visibleAccess } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

const widths = [320, 390, 768, 1440]
const height = 900
/** Who sees which pages: between them, all of them. */
const visitors: readonly VisitorState[] = ['signed out', 'unverified', 'signed in']
// A path that contains this text; all pages where it is empty.
const filter = process.env.SHOTS_OF ?? ''
const missingPath = '/no-such-page'

for (const theme of themes) {
  test(`every page in the ${theme} theme`, async ({ newSite, consoleErrors }) => {
    if (missingPath.includes(filter)) consoleErrors.expect(/status of 404/)
    const { site, openPageAs } = await newSite({ env: { SITE_CONFIG: 'site.config.json' } })
    const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
    const taken = new Set<string>()
    for (const state of visitors) {
      const page = await openPageAs(state, { colorScheme: theme, reducedMotion: 'reduce' })
      const open = pages.filter(
        ({ access, path }) => visibleAccess[state].includes(access) && !taken.has(path),
      )
      for (const { path } of [...open, ...(state === 'signed in' ? [{ path: missingPath }] : [])]) {
        taken.add(path)
        if (path.includes(filter)) await takeScreenshots(page, toAddress(path), theme)
      }
    }
  })
}

async function takeScreenshots(page: Page, address: string, theme: string): Promise<void> {
  await page.setViewportSize({ width: widths[0] ?? 0, height })
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await page.waitForLoadState('networkidle')
    const name = address === '/' ? 'root' : address.slice(1).replaceAll('/', '-')
    await page.screenshot({
      path: join(root, 'shots', theme, `${name}-${width}.png`),
      fullPage: true,
      animations: 'disabled',
    })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) console.log(`${address} is ${excess} px too wide at ${width} px in the ${theme} theme.`)
  }
}
