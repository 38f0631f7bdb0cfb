import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type JSHandle, type Page } from '@playwright/test'
import { themes } from '@portico/protocol/theme.ts'
import type axe from 'axe-core'
import { type ComparedElements, compareElements } from './analysed-elements.ts'

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

interface PageState {
  readonly name: string
  readonly width: number
  /** In CSS pixels; that of the state before if it is missing. */
  readonly textSize?: number
}

const double = (state: PageState): PageState => {
  return { ...state, name: `${state.name} with double text size`, textSize: doubleText }
}
const phone: PageState = { name: `${widths[0]} px`, width: widths[0] }
const tablet: PageState = { name: `${widths[1]} px`, width: widths[1] }
const desktop: PageState = { name: `${widths[2]} px`, width: widths[2] }
const doubled: PageState = double(desktop)
const doubledPhone: PageState = double(phone)
/** What double text size adds is the layout of a tablet, and what other data adds is wording: only the soak lane analyses them. */
export const isSoak = process.env.SOAK === '1'
const allStates = isSoak ? [phone, tablet, desktop, doubled, doubledPhone] : [phone, desktop, doubledPhone]
const analysedStates = isSoak ? [phone, desktop, doubled] : [phone, desktop]

interface DensePage {
  /** Its rows are as low as a line on a wide screen, so that 40 fit on it: there, its targets may be smaller than 24 px. */
  readonly isDense?: boolean
}

/** The only rules whose result can differ between the themes. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The rules that judge several elements of a page together. */
const pageRules = [
  'accesskeys',
  'bypass',
  'document-title',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'skip-link',
]

/** The only rule whose result can differ although the same elements are visible: a distance to the neighbours. */
const layoutRules = ['target-size']

const elementRules = {
  ...Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])),
  'target-size': { enabled: true }, // off by default
}

// Rows, samples, header and footer repeat on a page, between pages and between widths: what has been analysed is not repeated. No
// width and no text size changes a color.
const analysed = new Set<string>()

/** Injects axe into the current document, once. Uses the debugger, so the page's policy stays as strict. */
export async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
}

/** Expects the page to pass axe in both themes on a phone and on a desktop, and to never overflow, also with double text size. */
export async function expectAccessible(page: Page, { isDense = false }: DensePage = {}): Promise<void> {
  await injectAxe(page)
  await expectNoOverflowAnd(page, analysedStates, (state) =>
    expectNoViolationsInBothThemes(page, state, { isDense: isDense && state !== phone.name }),
  )
}

/** Expects a page to never overflow: for a page of which another one with other data has passed `expectAccessible`. */
export async function expectAccessibleData(page: Page): Promise<void> {
  await injectAxe(page)
  await expectNoOverflowAnd(page, [phone], (state) => expectNoViolationsInBothThemes(page, state))
}

/** Expects the page to never overflow, and runs another check in these states. */
async function expectNoOverflowAnd(
  page: Page,
  states: readonly PageState[],
  check: (state: string) => Promise<void>,
): Promise<void> {
  for (const state of allStates) {
    const { name, width, textSize } = state
    if (textSize !== undefined) await setTextSize(page, textSize)
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page, name)
    if (states.includes(state)) await check(name)
  }
  await setTextSize(page, defaultText)
}

/**
 * Expects no axe violations: every rule in one theme, the color rules in the other, if anything is visible that no earlier analysis
 * has seen. Elements that look the same in one theme do so in the other. Call `injectAxe` first.
 */
export async function expectNoViolationsInBothThemes(
  page: Page,
  state: string,
  { isDense = false }: DensePage = {},
): Promise<void> {
  const [first, second] = themes
  const rules = isDense ? { ...elementRules, 'target-size': { enabled: false } } : elementRules
  await page.emulateMedia({ colorScheme: first })
  const compared = await page.evaluateHandle(compareElements, [...analysed].join(' '))
  const added = await compared.evaluate((elements) => elements.added)
  if (added.length === 0) {
    if (!isDense) await expectNoneOf(page, `${state}, ${first}`, { runOnly: layoutRules })
  } else {
    await expectNoneOf(page, `${state}, ${first}`, { runOnly: pageRules })
    await expectNoneOf(page, `${state}, ${first}`, { rules }, compared)
    await page.emulateMedia({ colorScheme: second })
    await expectNoneOf(page, `${state}, ${second}`, { runOnly: colorRules }, compared)
  }
  await compared.dispose()
  for (const key of added) analysed.add(key)
}

/** Expects no violations of these rules, except in elements that repeat an analysed one if `compared` is given. */
async function expectNoneOf(
  page: Page,
  state: string,
  options: axe.RunOptions,
  compared?: JSHandle<ComparedElements>,
): Promise<void> {
  const violations = await page.evaluate(
    async ({ elements, options }) => {
      const context = { include: document.documentElement, exclude: elements?.repeated ?? [] }
      const { violations } = await window.axe.run(context, { resultTypes: ['violations'], ...options })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { elements: compared, options },
  )
  expect.soft(violations, `axe, ${state}, ${page.url()}`).toEqual([])
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
