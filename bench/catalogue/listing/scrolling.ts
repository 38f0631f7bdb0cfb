import type { Page } from '@playwright/test'
import { getFrameTime, traceMainThread } from './main-thread.ts'

/** How smoothly a page scrolls with the mouse wheel. */
export interface Scrolling {
  readonly frames: number
  /** Frames that were more than half a frame late, so that one was skipped. */
  readonly late: number
  /** CPU time of the main thread within which 99 of 100 frames stay, in milliseconds. */
  readonly frameMs: number
}

declare global {
  interface Window {
    gaps: number[]
  }
}

const notches = 240
/** One and a half notches of a mouse wheel, or one and a half rows. */
const notchPixels = 240
const notchPauseMs = 16
/** At 60 Hz, which a headless browser uses as well. */
export const screenFrameMs = 1000 / 60
const lateAfterMs = screenFrameMs * 1.5

/** Scrolls a page from the top. */
export async function scroll(page: Page): Promise<Scrolling> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(640, 600)
  // Counted and traced in separate passes, because tracing takes time.
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

/** Scrolls an empty page of the same height, as a baseline of what the machine and the browser cost. */
export async function scrollEmptyPage(page: Page): Promise<Scrolling> {
  await page.evaluate(() => {
    const height = document.documentElement.scrollHeight
    document.body.replaceChildren(Object.assign(document.createElement('div'), { textContent: 'Empty' }))
    document.body.style.height = `${height}px`
  })
  return scroll(page)
}

async function turnWheel(page: Page): Promise<void> {
  for (let turn = 0; turn < notches; turn += 1) {
    await page.mouse.wheel(0, notchPixels)
    await page.waitForTimeout(notchPauseMs)
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
