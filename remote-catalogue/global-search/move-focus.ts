const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/**
 * Arrows go from the field to what was found and back; Enter in the field takes the first; whoever goes on typing
 * types in the field.
 */
export function moveFocus(event: KeyboardEvent, box: HTMLElement): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
  const field = box.querySelector<HTMLInputElement>('input[type="search"]')
  const found = [...box.querySelectorAll<HTMLElement>('[data-found]')]
  const stops = field ? [field, ...found] : found
  const target = event.target instanceof Element ? event.target : null
  const at = stops.findIndex((stop) => stop === target || stop === rowOf(target))
  const step = steps.get(event.key)
  if (at !== -1 && step !== undefined) {
    event.preventDefault()
    stops[at + step]?.focus()
  } else if (target === field && event.key === 'Enter') {
    event.preventDefault()
    found[0]?.click()
  } else if (at > 0 && target === stops[at] && event.key.length === 1 && event.key !== ' ') field?.focus()
}

/** The link beside a button of the same line. */
function rowOf(target: Element | null): Element | null {
  return target?.closest('li')?.querySelector('[data-found]') ?? null
}
