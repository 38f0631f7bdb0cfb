import { expect, type Page } from '@playwright/test'
import { themes } from '@portico/shared/theme.ts'
import axe from 'axe-core'

declare global {
  interface Window {
    /** Set by `injectAxe`. */
    readonly axe: typeof axe
  }
}

const height = 900

/** Widths in CSS pixels: a small phone, a tablet, a desktop. */
export const widths = [320, 768, 1440] as const

/** The default text size of a browser in CSS pixels, and twice that. */
const defaultText = 16
const doubleText = 32

/** The only rules whose result can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The only rules whose result can differ although the same elements are visible in the same theme. */
const layoutRules = ['target-size', 'scrollable-region-focusable']

// Header, footer and the structure of a page stay the same between most screens and widths: each is analysed once.
const analysedStructures = new Set<string>()
const analysedFrames = new Set<string>()
// No width and no text size changes a color: the same elements have the same contrast.
const analysedColors = new Set<string>()

/** Injects axe into the current page. Uses the debugger, so the page's policy stays as strict. */
export async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** Expects the page to pass axe in both themes at every width and with double text size, and to never overflow. */
export async function expectAccessible(page: Page): Promise<void> {
  await injectAxe(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page, `${width} px`)
    await expectNoViolationsInBothThemes(page, `${width} px`)
  }
  await setTextSize(page, doubleText)
  await expectNoViolationsInBothThemes(page, 'double text size')
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page, `${width} px with double text size`)
  }
  await setTextSize(page, defaultText)
}

/** Expects no axe violations: every rule in one theme, the colour rules in the other. Call `injectAxe` first. */
export async function expectNoViolationsInBothThemes(page: Page, state: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await expectNoViolations(page, theme, state)
  }
}

async function expectNoViolations(page: Page, theme: string, state: string): Promise<void> {
  const { whole, frame } = await getVisibleStructure(page)
  const colors = `${theme} ${whole}`
  const rules = [
    ...(theme === themes[0] ? layoutRules : []),
    ...(analysedColors.has(colors) ? [] : colorRules),
  ]
  if (rules.length === 0) return
  const { width } = page.viewportSize() ?? {}
  const frameInState = `${frame} ${width} ${theme} ${state}`
  const isKnown = theme !== themes[0] || analysedStructures.has(whole)
  const context = isKnown && analysedFrames.has(frameInState) ? 'main' : 'html'
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(isKnown && { runOnly: rules }) }
  const violations = await page.evaluate(
    async (run) => {
      const results = await window.axe.run(run.context, run.options)
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { context, options },
  )
  expect.soft(violations, `axe, ${state}, ${theme}, ${page.url()}`).toEqual([])
  analysedStructures.add(whole)
  analysedFrames.add(frameInState)
  analysedColors.add(colors)
}

/** Returns the markup of what is visible: of the whole page, and of its header and footer. */
function getVisibleStructure(page: Page): Promise<{ whole: string; frame: string }> {
  return page.evaluate(() => {
    const toMarkup = (element: Element): string => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return ''
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
      const children = [...element.childNodes].map((node) =>
        node instanceof Element ? toMarkup(node) : node.textContent,
      )
      return `<${element.tagName} ${attributes.join(' ')}>${children.join('')}`
    }
    const whole = toMarkup(document.documentElement)
    const main = document.querySelector('main')
    // Without the title: it differs between pages whose header and footer are the same.
    const body = toMarkup(document.body)
    return { whole, frame: main === null ? body : body.replace(toMarkup(main), '') }
  })
}

async function expectNoOverflow(page: Page, state: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(excess, `horizontal overflow at ${state}, ${page.url()}`).toBeLessThanOrEqual(0)
}

/** Sets the text size as the browser's settings do: it affects everything in rem, including media queries. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await session.detach()
}
