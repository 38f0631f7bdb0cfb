import { expect, type Page } from '@playwright/test'
import { themes } from '@portico/shared/theme.ts'
import axe from 'axe-core'

declare global {
  interface Window {
    /** Put there by `injectAxe`. */
    readonly axe: typeof axe
  }
}

const height = 900

/** Widths in CSS pixels: a small phone, a tablet, a desk. */
export const widths = [320, 768, 1440] as const

/** A browser's text size, in CSS pixels, and the double of it. */
const usualText = 16
const doubleText = 32

/** What may differ between the themes; everything else is the same in both, and asked once. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Brings axe into the page that is shown. It comes by the debugger, so that the page's own policy stays as strict. */
export async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** The page in both themes at every width, and with text of twice the size: sound, and never wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await injectAxe(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await fits(page, `${width} px`)
    await expectNoViolationsInBothThemes(page, `${width} px`)
  }
  await setTextSize(page, doubleText)
  await expectNoViolationsInBothThemes(page, 'text of twice the size')
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await fits(page, `${width} px with text of twice the size`)
  }
  await setTextSize(page, usualText)
}

/** axe, which `injectAxe` has brought, finds nothing: all its rules in one theme, those of colour in the other. */
export async function expectNoViolationsInBothThemes(page: Page, about: string): Promise<void> {
  const [first, second] = themes
  await page.emulateMedia({ colorScheme: first })
  await isSound(page, { resultTypes: ['violations'] }, `${about}, ${first}`)
  await page.emulateMedia({ colorScheme: second })
  await isSound(page, { resultTypes: ['violations'], runOnly: rulesOfColour }, `${about}, ${second}`)
}

async function isSound(page: Page, options: axe.RunOptions, about: string): Promise<void> {
  const found = await page.evaluate(async (how) => {
    const { violations } = await window.axe.run(how)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, options)
  expect.soft(found, `axe, ${about}, ${page.url()}`).toEqual([])
}

async function fits(page: Page, about: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(excess, `sideways scroll at ${about}, ${page.url()}`).toBeLessThanOrEqual(0)
}

/** As a visitor sets it in the browser's settings: everything that is measured in rem follows, media queries too. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const debuggerOfPage = await page.context().newCDPSession(page)
  await debuggerOfPage.send('Page.setFontSizes', { fontSizes: { standard } })
  await debuggerOfPage.detach()
}
