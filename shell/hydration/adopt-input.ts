import type {} from '@portico/protocol/await-shell.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement
type Control = TextControl | HTMLSelectElement

/** A text and the selection in it; null: this type of control exposes none. */
type Text = Pick<TextControl, 'value' | 'selectionStart' | 'selectionEnd'>
type Texts = ReadonlyMap<Control, Text>

/** Reads the texts in the document. Call it before hydration, during which React sets some again. */
export function readTexts(): Texts {
  const controls = document.querySelectorAll<TextControl>('input, textarea')
  return new Map([...controls].map((control) => [control, readText(control)]))
}

interface AdoptionOptions {
  /** A part that is hydrated later. */
  readonly except?: Node | null
  /** From before hydration. */
  readonly texts?: Texts
}

/**
 * Tells React what visitors or their browser have entered in the controls of `root` before hydration, which keeps that
 * but doesn't notice it, and which button they have clicked last. Call it right after hydration, in a layout effect: rendering overwrites the controls.
 */
export function adoptInput(root: ParentNode & Node, { except, texts }: AdoptionOptions = {}): void {
  const changes = listControls(root)
    .filter((control) => !except?.contains(control))
    .flatMap((control) => prepareChange(control, texts?.get(control)) ?? [])
  const button = takeClicked(root, except)
  // React is still committing, and would reset a control once its event has been handled.
  queueMicrotask(() => {
    for (const change of changes) change()
    button?.click()
  })
}

/** Takes the button that waits for a click to be repeated. A visitor who has clicked several times wants one click. */
function takeClicked(root: Node, except: Node | null | undefined): HTMLButtonElement | null {
  const { clickedButton = null } = window
  if (!root.contains(clickedButton) || except?.contains(clickedButton)) return null
  delete window.clickedButton
  return clickedButton
}

/**
 * Keeps what was entered in `root` while that is rendered anew instead of hydrated. Call the returned function afterwards: it
 * enters that in the controls of the same names.
 */
export function keepInput(root: ParentNode & Node): () => void {
  const before = nameControls(root)
  const { activeElement } = document
  return () => {
    for (const [name, control] of nameControls(root)) {
      const old = before.get(name)
      if (old === undefined) continue
      if (old === activeElement) control.focus({ preventScroll: true })
      if (old.type === 'file' || !isChanged(old)) continue
      if (isCheckable(control)) control.checked = isChecked(old)
      else control.value = old.value
    }
    adoptInput(root)
  }
}

function listControls(root: ParentNode): Control[] {
  return [...root.querySelectorAll<Control>('input, textarea, select')]
}

/** By type, name and, because forms may have the same, number. */
function nameControls(root: ParentNode): ReadonlyMap<string, Control> {
  const counts = new Map<string, number>()
  return new Map(
    listControls(root).map((control) => {
      const name = `${control.type} ${control.name}`
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      return [`${name} ${count}`, control]
    }),
  )
}

/** By its defaults, which hydration sets to what React knows. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  if (isCheckable(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

/** React ignores an event if the control's state equals the one that it last saw. null: nothing has changed. */
function prepareChange(control: Control, text: Text | undefined): (() => void) | null {
  if (!(control instanceof HTMLSelectElement) && !/^(?:checkbox|radio|file)$/.test(control.type))
    return prepareTyping(control, text ?? readText(control))
  // The radio button that was chosen undoes the default one.
  if (!isChanged(control) || (control.type === 'radio' && !isChecked(control))) return null
  const { value } = control
  const checked = isChecked(control)
  return () => {
    if (isCheckable(control)) {
      control.checked = !checked
      control.click()
      return
    }
    if (control instanceof HTMLSelectElement) control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function prepareTyping(control: TextControl, before: Text): (() => void) | null {
  const { selectionStart, selectionEnd } = before
  // In others than a `textarea`, the visitor may have typed more since.
  const { value } = control instanceof HTMLTextAreaElement ? before : control
  const select = () => {
    // Only in the focused field: in others, some browsers would move the focus there.
    if (document.activeElement === control && selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd)
  }
  select()
  if (value === control.defaultValue) return null
  return () => {
    control.value = control.defaultValue
    // The prototype's setter: React overrides the element's own, to see what scripts set.
    const prototype = Reflect.getPrototypeOf(control) ?? control
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
    select()
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function readText({ value, selectionStart, selectionEnd }: TextControl): Text {
  return { value, selectionStart, selectionEnd }
}

function isCheckable(control: Control): control is HTMLInputElement {
  return /^(?:checkbox|radio)$/.test(control.type)
}

function isChecked(control: Control): boolean {
  return isCheckable(control) && control.checked
}
