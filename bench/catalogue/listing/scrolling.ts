import type { Page } from '@playwright/test'
import { getFrameTime, traceMainThread } from './main-thread.ts'

/** How a page scrolls by the wheel. */
export interface Scrolling {
  readonly frames: number
  /** Frames that came more than half a frame late: what was to be seen was skipped. */
  readonly late: number
  /** Processor time of the main thread that 99 of 100 frames stay within, in milliseconds. */
  readonly frameMs: number
}

declare global {
  interface Window {
    gaps: number[]
  }
}

const turns = 240
/** A notch and a half of a mouse: a row and a half at every turn. */
const turnPixels = 240
const turnPauseMs = 16
/** Of a screen of 60 Hz, which a browser without a screen keeps to as well. */
export const screenFrameMs = 1000 / 60
const lateAfterMs = screenFrameMs * 1.5

/** Scrolls a page from its top. */
export async function scroll(page: Page): Promise<Scrolling> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(640, 600)
  // Counted and traced one after the other: a trace takes time of its own.
  await page.evaluate(countFrames)
  await turnWheel(page)
  const gaps = await page.evaluate(() => window.gaps)
  const thread = await traceMainThread(page, () => turnWheel(page))
  return {
    frames: gaps.length,
    late: gaps.filter((gap) => gap > lateAfterMs).length,
    frameMs: getFrameTime(thread),
  }
}

/** Empties the page, keeps its height, and scrolls it: what the machine and the browser do by themselves. */
export async function scrollEmptyPage(page: Page): Promise<Scrolling> {
  await page.evaluate(() => {
    const height = document.documentElement.scrollHeight
    document.body.replaceChildren(Object.assign(document.createElement('div'), { textContent: 'Empty' }))
    document.body.style.height = `${height}px`
  })
  return scroll(page)
}

async function turnWheel(page: Page): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, turnPixels)
    await page.waitForTimeout(turnPauseMs)
  }
}

// Runs in the page.
function countFrames(): void {
  const gaps: number[] = []
  window.gaps = gaps
  let last: number | null = null
  const count = (now: number) => {
    if (last !== null) gaps.push(now - last)
    last = now
    if (window.gaps === gaps) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}
