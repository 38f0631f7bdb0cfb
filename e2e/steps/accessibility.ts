import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { type Theme, themes } from '@portico/shared/theme.ts'
import type axe from 'axe-core'

declare global {
  interface Window {
    /** Set by `injectAxe`. */
    readonly axe: typeof axe
  }
}

// Half the bytes of the package's main file, for every page that is analysed.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const height = 900

/** Widths in CSS pixels: a small phone, a tablet, a desktop. */
export const widths = [320, 768, 1440] as const

/** The default text size of a browser in CSS pixels, and twice that. */
const defaultText = 16
const doubleText = 32

/** The only rules whose result can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

const withoutColors = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]))

/** The only rules whose result can differ although the same elements are visible in the same theme. */
const layoutRules = ['target-size', 'scrollable-region-focusable']

// Header and footer are the same on most pages, and the content at most widths: what has been analysed is not repeated.
const analysedStructures = new Set<string>()
const analysedFrames = new Set<string>()
// No width and no text size changes a color: the same elements have the same contrast.
const analysedColors = new Set<string>()

/** Injects axe into the current page. Uses the debugger, so the page's policy stays as strict. */
export async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource)
}

/** Expects the page to pass axe in both themes at every width and with double text size, and to never overflow. */
export async function expectAccessible(page: Page): Promise<void> {
  await injectAxe(page)
  await expectNoOverflowAnd(page, (state) => expectNoViolationsInBothThemes(page, state))
}

/**
 * Expects a page to pass axe on a phone, and to never overflow: for a page of which another one with other data has passed
 * `expectAccessible`.
 */
export async function expectAccessibleData(page: Page): Promise<void> {
  await injectAxe(page)
  await expectNoOverflowAnd(page, async () => {})
  await page.setViewportSize({ width: widths[0], height })
  await expectNoViolations(page, `${widths[0]} px`, { context: 'html', options: {} })
}

/** Expects the page to never overflow, and runs another check at every width and with double text size. */
async function expectNoOverflowAnd(page: Page, check: (state: string) => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page, `${width} px`)
    await check(`${width} px`)
  }
  await setTextSize(page, doubleText)
  await check('double text size')
  for (const width of widths.toReversed()) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page, `${width} px with double text size`)
  }
  await setTextSize(page, defaultText)
}

/** Expects no axe violations: every rule in one theme, the color rules in the other. Call `injectAxe` first. */
export async function expectNoViolationsInBothThemes(page: Page, state: string): Promise<void> {
  const [first, second] = themes
  await page.emulateMedia({ colorScheme: first })
  const visible = await getVisibleStructure(page)
  const isKnown = analysedStructures.has(visible.whole)
  const colors = hasColors(visible, first) ? [] : colorRules
  await expectNoViolations(page, `${state}, ${first}`, {
    context: isKnown && colors.length === 0 && analysedFrames.has(visible.frameLayout) ? 'main' : 'html',
    options: isKnown
      ? { runOnly: [...layoutRules, ...colors] }
      : { rules: colors.length === 0 ? withoutColors : {} },
  })
  analysedStructures.add(visible.whole)
  analysedFrames.add(visible.frameLayout)
  addColors(visible, first)

  if (hasColors(visible, second)) return // Another theme would draw the page twice.
  await page.emulateMedia({ colorScheme: second })
  const context = hasFrameColors(visible, second) ? 'main' : 'html'
  await expectNoViolations(page, `${state}, ${second}`, { context, options: { runOnly: colorRules } })
  addColors(visible, second)
}

interface Analysis {
  readonly context: string
  readonly options: axe.RunOptions
}

async function expectNoViolations(page: Page, state: string, analysis: Analysis): Promise<void> {
  const violations = await page.evaluate(async ({ context, options }) => {
    const results = await window.axe.run(context, { resultTypes: ['violations'], ...options })
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, analysis)
  expect.soft(violations, `axe, ${state}, ${page.url()}`).toEqual([])
}

interface VisibleStructure {
  /** Markup of the whole page. */
  readonly whole: string
  /** Markup of the content. */
  readonly main: string
  /** Markup of everything else: header, footer and dialogs. */
  readonly frame: string
  /** The same at this width and text size. */
  readonly frameLayout: string
}

function hasColors(visible: VisibleStructure, theme: Theme): boolean {
  return hasFrameColors(visible, theme) && analysedColors.has(`${theme} ${visible.main}`)
}

function hasFrameColors({ frame }: VisibleStructure, theme: Theme): boolean {
  return analysedColors.has(`${theme} ${frame}`)
}

function addColors({ main, frame }: VisibleStructure, theme: Theme): void {
  for (const part of [main, frame]) analysedColors.add(`${theme} ${part}`)
}

/** Returns the markup of what is visible. */
function getVisibleStructure(page: Page): Promise<VisibleStructure> {
  return page.evaluate(() => {
    const toMarkup = (element: Element): string => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return ''
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
      const children = [...element.childNodes].map((node) =>
        node instanceof Element ? toMarkup(node) : node.textContent,
      )
      return `<${element.tagName} ${attributes.join(' ')}>${children.join('')}`
    }
    const content = document.querySelector('main')
    const main = content === null ? '' : toMarkup(content)
    // Without the title: it differs between pages whose header and footer are the same.
    const frame = toMarkup(document.body).replace(main, '')
    const { fontSize } = getComputedStyle(document.documentElement)
    const frameLayout = `${innerWidth} ${fontSize} ${frame}`
    return { whole: toMarkup(document.documentElement), main, frame, frameLayout }
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
