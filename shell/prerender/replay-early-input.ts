import { type EarlyInput, isLinkToView, takeEarlyInput } from '@portico/shared/early-input.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const types = ['click', 'key', 'input', 'toggle', 'submit'] as const

/** Stops recording what the visitor does before hydration. */
export function stopEarlyInput(): void {
  takeEarlyInput(types)
}

/**
 * Takes what the visitor did in the layout around `main` before it was hydrated, and keeps recording for the page.
 * Returns a function that replays it.
 */
export function takeInLayout(main: Node): () => void {
  const taken = takeEarlyInput(types, (target) => !isInside(target, main)).map(withSelection)
  return () => void replay(taken)
}

/**
 * Takes what the visitor did in the page before it was hydrated, and stops recording. Returns a function that replays
 * it.
 */
export function takeInPage(main: Element): () => void {
  const taken = takeEarlyInput(types).filter(({ target }) => isInside(target, main))
  const known = new Set(taken.map(({ target }) => target))
  // What the browser itself has restored or filled in.
  const filled = [...main.querySelectorAll<TextControl>('input, textarea')]
    .filter((control) => isText(control) && control.value !== control.defaultValue && !known.has(control))
    .map((target): EarlyInput => ({ type: 'input', target, value: target.value }))
  const inputs = [...filled, ...taken].map(withSelection)
  return () => void replay(inputs)
}

/**
 * Takes input right after hydration, and replays it once the effects have run. React handles all later input itself.
 */
export function useReplay(take: () => (() => void) | undefined): void {
  const repeat = useRef<() => void>(undefined)
  const takeNow = useEffectEvent(take)
  useLayoutEffect(() => {
    repeat.current = takeNow()
  }, [])
  useEffect(() => repeat.current?.(), [])
}

function isInside(target: EventTarget | null, main: Node): boolean {
  return target instanceof Node && main.contains(target)
}

interface SelectedInput extends EarlyInput {
  /** Start and end of the selection in a text. */
  readonly selection?: readonly [number, number]
}

/** Adds the selection of a text, which the next rendering may move. */
function withSelection(input: EarlyInput): SelectedInput {
  const { target } = input
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return input
  const { selectionStart, selectionEnd } = target
  if (selectionStart === null || selectionEnd === null) return input // not every type of input exposes it
  return { ...input, selection: [selectionStart, selectionEnd] }
}

async function replay(inputs: readonly SelectedInput[]): Promise<void> {
  for (const [at, input] of inputs.entries()) {
    const { type, target } = input
    if (!(target instanceof Element) || !target.isConnected) continue
    // A choice may be what made React hydrate. Its second event is still to come, with the value that React has just set.
    if (target instanceof HTMLSelectElement) await new Promise((resolve) => setTimeout(resolve))
    const subject = findSubject(input)
    const isRepeated = inputs
      .slice(at + 1)
      .some((later) => later.type === type && findSubject(later) === subject)
    if (input.key !== undefined) replayKey(target, input.key)
    else if (isControl(target)) {
      if (!isRepeated) replayControl(target, input)
    } else if (target instanceof HTMLFormElement && type === 'submit') {
      if (!isRepeated) target.requestSubmit()
    } else if (type === 'click') {
      if (!isRepeated) replayClick(target)
    } else if (target instanceof HTMLDetailsElement) target.dispatchEvent(new Event('toggle'))
    await null // React renders after each one, as after any event
  }
}

/**
 * What the input is for. A visitor who clicks a control again because nothing happened wants one click: two would close
 * what they meant to open.
 */
function findSubject({ type, target }: EarlyInput): EventTarget | null {
  if (type !== 'click' || !(target instanceof Element) || isControl(target)) return target
  return findClicked(target) ?? target
}

function findClicked(target: Element): Element | null {
  return target.closest('a, button, label, summary')
}

/** The visitor may have left the field since. */
function replayKey(field: Element, key: string): void {
  if (document.activeElement !== field) return
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Other links, `details` and popovers work without a script, so they aren't clicked again. */
function replayClick(target: Element): void {
  const control = findClicked(target)
  if (control instanceof HTMLAnchorElement && isLinkToView(control)) control.click()
  if (!(control instanceof HTMLButtonElement) || control.type !== 'button') return
  if (!control.hasAttribute('popovertarget')) control.click()
}

/**
 * React compares a control with what it has rendered, so each one is first set to something else, and what it contained is
 * then set in a way that React does not observe.
 */
function replayControl(
  control: Control,
  { type, value = '', checked = false, selection }: SelectedInput,
): void {
  if (isCheckable(control)) {
    // A click also covers what was chosen again, such as a radio button that was prerendered as checked.
    if (type !== 'click') return
    control.checked = !checked
    control.click()
  } else if (type === 'input' && isText(control)) {
    control.value = control.defaultValue
    // The setter of the prototype: React observes that of the element.
    const prototype = Reflect.getPrototypeOf(control) ?? control
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
    // Elsewhere, some browsers would move the focus.
    if (selection && document.activeElement === control) control.setSelectionRange(...selection)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (type === 'input') {
    if (control instanceof HTMLSelectElement) control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement
type Control = TextControl | HTMLSelectElement

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLSelectElement ||
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement
  )
}

function isCheckable(control: Control): control is HTMLInputElement {
  return /^(?:checkbox|radio)$/.test(control.type)
}

function isText(control: Control): control is TextControl {
  return (
    !(control instanceof HTMLSelectElement) &&
    !/^(?:checkbox|radio|file|hidden|submit|button|reset|image)$/.test(control.type)
  )
}
