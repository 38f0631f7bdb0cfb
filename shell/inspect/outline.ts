/** Draws a box around parts of the page. */
export interface Outline {
  /** Shows the boxes of these elements, and only those; none hides all. */
  show(elements: readonly Element[]): void
  stop(): void
}

/** Creates an outline whose boxes are in `root` and follow the page. */
export function createOutline(root: ShadowRoot): Outline {
  let shown: readonly Element[] = []
  const place = () => {
    for (const box of root.querySelectorAll('.outline')) box.remove()
    for (const element of shown) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const box = document.createElement('div')
      box.className = 'outline'
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      root.append(box)
    }
  }
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)
  return {
    show(elements) {
      shown = elements
      place()
    },
    stop() {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    },
  }
}
