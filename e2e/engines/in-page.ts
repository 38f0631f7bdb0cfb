// Functions that run in the page: each is sent as text, so it uses nothing from outside.
import type { Point } from './engine.ts'

/** Which element is meant: by its role and accessible name (or the start of that), by its label, or by its text. */
export type Query =
  | { readonly role: string; readonly name?: string; readonly start?: string; readonly within?: Query }
  | { readonly label: string; readonly within?: Query }
  | { readonly text: string; readonly within?: Query }

/** An element that a visitor sees. */
export interface Found {
  readonly text: string
  readonly value: string
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Its centre, if nothing covers it there. */
  readonly target: Point | null
  readonly isFocused: boolean
}

declare global {
  interface Window {
    TestingLibraryDom?: typeof import('@testing-library/dom')
    recordedErrors?: string[]
  }
}

/** Finds the visible elements of a query, as JSON. Scrolls the only one into view. */
export function findElements(query: Query): string {
  const library = window.TestingLibraryDom
  if (library === undefined) return 'library missing'
  const find = (asked: Query): HTMLElement[] => {
    const scopes = asked.within === undefined ? [document.body] : find(asked.within)
    return scopes.flatMap((scope) => {
      if ('label' in asked) return library.queryAllByLabelText(scope, asked.label)
      if ('text' in asked) return library.queryAllByText(scope, asked.text)
      const { role, name, start } = asked
      return library.queryAllByRole(scope, role, {
        ...(name !== undefined && { name }),
        ...(start !== undefined && { name: (text: string) => text.startsWith(start) }),
      })
    })
  }
  const elements = find(query).filter((element) => element.checkVisibility({ visibilityProperty: true }))
  if (elements.length === 1) elements[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const found = elements.map((element): Found => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const centre = { x: x + width / 2, y: y + height / 2 }
    const top = document.elementFromPoint(centre.x, centre.y)
    const isHit = top !== null && (element.contains(top) || top.closest('label')?.contains(element) === true)
    return {
      text: element.textContent ?? '',
      value: 'value' in element ? String(element.value) : '',
      box: { x, y, width, height },
      target: isHit ? centre : null,
      isFocused: document.activeElement === element,
    }
  })
  return JSON.stringify(found)
}

/** Records errors from now on, for drivers that do not report them. */
export function recordErrors(): string {
  if (window.recordedErrors !== undefined) return 'recording'
  const errors: string[] = []
  window.recordedErrors = errors
  const { error } = console
  console.error = (...values: unknown[]) => {
    errors.push(values.map(String).join(' '))
    error.apply(console, values)
  }
  addEventListener('error', ({ message }) => errors.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(`uncaught: ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    errors.push(`policy violation: ${violatedDirective} ${blockedURI}`),
  )
  return 'recording'
}
