import type { BrowserContext, Page } from '@playwright/test'

/** What has moved on a page since it was opened. */
export interface Stability {
  /** The sum of the layout shifts. */
  readonly shift: number
  /** What moved, a line for each part, such as `p.lead "Builds web ..." 16,200 358x48 -> 16,224 358x48`. */
  readonly moved: readonly string[]
  /** The frames that had lost the heading. */
  readonly bareFrames: number
}

/** A page on which nothing has moved. */
export const steady: Stability = { shift: 0, moved: [], bareFrames: 0 }

/** Records every layout shift, and every frame that has lost its heading. */
export async function recordStability(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[], hadHeading: false, bareFrames: 0 }
    Reflect.set(window, 'stability', seen)
    const toText = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = node?.textContent?.trim().slice(0, 30)
      return `${element?.localName}.${element?.classList.value.replaceAll(' ', '.')} "${text}"`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        seen.shift += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.push(`${describe(node)} ${toText(previousRect)} -> ${toText(currentRect)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const checkHeading = () => {
      const hasHeading = document.querySelector('main h1')?.checkVisibility() === true
      if (seen.hadHeading && !hasHeading) seen.bareFrames += 1
      seen.hadHeading ||= hasHeading
      requestAnimationFrame(checkHeading)
    }
    requestAnimationFrame(checkHeading)
  })
}

/** Returns what has moved since the page was opened. */
export function getStability(page: Page): Promise<Stability> {
  return page.evaluate(() => {
    const { shift, moved, bareFrames }: Stability = Reflect.get(window, 'stability')
    return { shift, moved, bareFrames }
  })
}

/** A layout shift as Chromium reports it; TypeScript's library doesn't have it. Source: https://wicg.github.io/layout-instability/ */
interface LayoutShift {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}
