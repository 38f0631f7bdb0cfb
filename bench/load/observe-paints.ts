/** The first frame that shows an element, and the middle of it in the window. */
export interface Paint {
  readonly ms: number
  readonly x: number
  readonly y: number
}

declare global {
  interface Window {
    paints: Readonly<Record<string, Promise<Paint>>>
  }
}

/** Runs in the page before its own scripts: `window.paints` has the first frame that shows a match of each selector, by name. */
export function observePaints(selectors: Readonly<Record<string, string>>): void {
  const whenShown = (selector: string) =>
    new Promise<Paint>((resolve) => {
      const find = () => [...document.querySelectorAll(selector)].find((element) => element.checkVisibility())
      let isChecking = false
      const checkInFrame = () => {
        if (isChecking || document.querySelector(selector) === null) return
        isChecking = true
        requestAnimationFrame(() => {
          isChecking = false
          const shown = find()
          if (shown === undefined) return
          observer.disconnect()
          document.removeEventListener('toggle', checkInFrame, true)
          const { left, top, width, height } = shown.getBoundingClientRect()
          resolve({ ms: performance.now(), x: left + width / 2, y: top + height / 2 })
        })
      }
      const observer = new MutationObserver(checkInFrame)
      observer.observe(document, { childList: true, subtree: true, attributes: true })
      document.addEventListener('toggle', checkInFrame, true) // a `details` or a popover
    })
  window.paints = Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [name, whenShown(selector)]),
  )
}
