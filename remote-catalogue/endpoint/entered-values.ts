import type { Values } from '@portico/kit/api/validate-values.ts'
import { storeApiKey } from '../try-it/api-key/api-key-store.ts'

/** What a visitor has entered into a form, and where they are in it. */
export interface EnteredValues {
  readonly values: Values
  /** The name of the focused field, '' if it has none, and the end of its selection; null: nothing in the form has the focus. */
  readonly focused: { readonly name: string; readonly end: number | null } | null
}

export const nothingEntered: EnteredValues = { values: {}, focused: null }

/** Reads what the visitor has entered into the form of an instant panel. A new key is stored, as in the details. */
export function readEnteredValues(form: HTMLFormElement | null): EnteredValues {
  if (form === null) return nothingEntered
  const fields = [...form.querySelectorAll('input')]
  const changed = fields.filter(({ value, defaultValue }) => value !== defaultValue)
  const { api, ...values } = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
  if (api) storeApiKey(api.trim())
  const { activeElement } = document
  const field = fields.find((candidate) => candidate === activeElement)
  const focused = form.contains(activeElement)
    ? { name: field?.name ?? '', end: field?.selectionEnd ?? null }
    : null
  return { values, focused }
}

/** Moves the focus to the field in `details` where the visitor was; to their heading if there is none. */
export function restoreFocus(
  details: HTMLElement,
  { name, end }: NonNullable<EnteredValues['focused']>,
): void {
  const field = details.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  const target = field ?? details.querySelector<HTMLElement>('[tabindex="-1"]')
  target?.focus({ preventScroll: true })
  if (field instanceof HTMLInputElement)
    field.setSelectionRange(end ?? field.value.length, end ?? field.value.length)
}
