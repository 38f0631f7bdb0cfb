const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/**
 * Moves the focus between the field and the results in `box`: arrow keys go up and down, Enter in the field opens the
 * first result, and typing on a result continues in the field.
 */
export function moveFocus(event: KeyboardEvent, container: HTMLElement): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
  const field = container.querySelector<HTMLInputElement>('input[type="search"]')
  const results = [...container.querySelectorAll<HTMLElement>('[data-result]')]
  const stops = field ? [field, ...results] : results
  const target = event.target instanceof Element ? event.target : null
  const index = stops.findIndex((stop) => stop === target || stop === findResultOfButton(target))
  const step = steps.get(event.key)
  if (index !== -1 && step !== undefined) {
    event.preventDefault()
    stops[index + step]?.focus()
  } else if (target === field && event.key === 'Enter') {
    event.preventDefault()
    results[0]?.click()
  } else if (index > 0 && target === stops[index] && event.key.length === 1 && event.key !== ' ')
    field?.focus()
}

/** The link of the result whose button has the focus. */
function findResultOfButton(target: Element | null): Element | null {
  return target?.closest('li')?.querySelector('[data-result]') ?? null
}
