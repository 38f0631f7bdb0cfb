import type { Browser, CDPSession } from '@playwright/test'
import { rowControl } from './measure-cold-load.ts'
import { observePaints, type Paint } from './observe-paints.ts'
import { type Navigation, withVisit } from './open-visit.ts'

/** When a page has answered the first input of an impatient visitor, in milliseconds from the navigation. */
export interface Answers {
  /** A word that was typed in the search of the category: the first frame with its results. */
  readonly searchMs: number
  /** A click on the menu button of a narrow screen: the first frame with the menu. */
  readonly menuMs: number
}

interface Question {
  /** What the visitor clicks as soon as it is on the screen. */
  readonly control: string
  readonly answer: string
  /** Typed after the click. */
  readonly text?: string
  readonly viewport: { readonly width: number; readonly height: number }
}

const search: Question = {
  control: '#content input[type="search"]',
  answer: '#content tr[aria-rowindex]', // only results have it
  text: 'water',
  viewport: { width: 1440, height: 1200 },
}
const menu: Question = {
  control: 'header button[aria-label="Menu"]',
  answer: 'header :popover-open',
  viewport: { width: 390, height: 844 },
}

/** Opens a page twice, each time in a new browser profile over an emulated network, to search and to open the menu. */
export async function measureAnswers(browser: Browser, visit: Navigation): Promise<Answers> {
  return {
    searchMs: await measureAnswer(browser, visit, search),
    menuMs: await measureAnswer(browser, visit, menu),
  }
}

async function measureAnswer(
  browser: Browser,
  visit: Navigation,
  { control, answer, text, viewport }: Question,
): Promise<number> {
  return withVisit(browser, visit, async ({ page, devtools }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(observePaints, { control, answer })
    await page.goto(visit.url, { waitUntil: 'commit' })
    const paint = await page.evaluate(() => window.paints.control)
    if (paint === undefined) throw new Error(`Nobody observes ${control}.`)
    await click(devtools, paint)
    if (text !== undefined) await page.keyboard.type(text)
    return (await page.evaluate(() => window.paints.answer))?.ms ?? Number.NaN
  })
}

/** How many times slower the processor is while a click is measured: a cheap phone's. */
const slowdown = 4

/** How often a click may miss because the page has just moved. */
const maxMisses = 3

/** The latency of the first click on a row, `delayMs` after its first paint with a slow processor, as Event Timing reports it. */
export async function measureClickLatency(
  browser: Browser,
  visit: Navigation,
  delayMs: number,
  misses = 0,
): Promise<number> {
  const latency = await withVisit(browser, visit, async ({ page, devtools }) => {
    const painted = Promise.withResolvers<void>()
    let place = { x: 0, y: 0 }
    await page.exposeFunction('reportPlace', (x: number, y: number) => {
      place = { x, y }
      painted.resolve()
    })
    await page.setViewportSize(search.viewport)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observeFirstClick, rowControl)
    await page.goto(visit.url, { waitUntil: 'commit' })
    await painted.promise
    await page.waitForTimeout(delayMs)
    await click(devtools, place)
    return page.evaluate(() => window.clickLatencyMs)
  })
  if (latency !== null) return latency
  if (misses === maxMisses) throw new Error(`Every click missed ${rowControl}.`)
  return measureClickLatency(browser, visit, delayMs, misses + 1)
}

declare global {
  interface Window {
    reportPlace(x: number, y: number): void
    clickLatencyMs: Promise<number | null>
  }
  /** TypeScript's library lacks what Event Timing adds. */
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
}

/**
 * Runs in the page before its own scripts: scrolls to `control` in its first frame, reports where it is from then on, and the latency of the first click;
 * null: it has missed.
 */
function observeFirstClick(control: string): void {
  const leastMs = 16 // Shorter latencies aren't reported, and count as this.
  const deadlineMs = 1_000
  let reported = ''
  const follow = () => {
    const element = document.querySelector(control)
    if (reported === '') element?.scrollIntoView({ block: 'center', behavior: 'instant' }) // a gallery is above it
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width > 0 && reported !== `${x} ${y}`) {
      reported = `${x} ${y}`
      window.reportPlace(x, y)
    }
    requestAnimationFrame(follow)
  }
  requestAnimationFrame(follow)
  window.clickLatencyMs = new Promise((resolve) => {
    let longestMs = leastMs
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (!['pointerdown', 'pointerup', 'click'].includes(name)) continue
        longestMs = Math.max(longestMs, duration)
        if (name === 'click') resolve(longestMs)
      }
    }).observe({ type: 'event', durationThreshold: leastMs })
    const handleClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest(control))
        setTimeout(() => resolve(longestMs), deadlineMs)
      else resolve(null)
    }
    addEventListener('click', handleClick, { capture: true, once: true })
  })
}

/** Clicks as a visitor does: without waiting for the page in between, which may be busy. */
async function click(devtools: CDPSession, { x, y }: Pick<Paint, 'x' | 'y'>): Promise<void> {
  const send = (type: 'mousePressed' | 'mouseReleased') =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  await Promise.all([send('mousePressed'), send('mouseReleased')])
}
