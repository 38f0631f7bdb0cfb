import { previewBannerId } from '../layout/preview-banner/banner-id.ts'

/** Keeps an element at the bottom of the window above the preview banner, if there is one. */
export interface Placement {
  /** Call it when the page has changed: the banner appears after hydration. */
  update(): void
  stop(): void
}

/** See `Placement`. The element's styles use `--banner-height`. */
export function stayAboveBanner(page: Document, element: HTMLElement): Placement {
  let banner: HTMLElement | null = null
  let observer: ResizeObserver | undefined
  return {
    update() {
      const current = page.getElementById(previewBannerId)
      if (current === banner) return
      banner = current
      observer?.disconnect()
      element.style.setProperty('--banner-height', '0px')
      if (current === null) return
      observer = new ResizeObserver(() =>
        element.style.setProperty('--banner-height', `${current.offsetHeight}px`),
      )
      observer.observe(current)
    },
    stop() {
      observer?.disconnect()
    },
  }
}
