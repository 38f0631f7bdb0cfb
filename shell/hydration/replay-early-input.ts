import { type EarlyInput, isLinkToView, takeEarlyInput } from '@portico/kit/early-input.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const types = ['click', 'key', 'input', 'toggle', 'submit'] as const

/** Stops recording what the visitor does before hydration. */
export function stopEarlyInput(): void {
  takeEarlyInput(types)
}

/**
 * Collects the visitor's input to the layout around `main` from before hydration. Input to the page is still recorded.
 * Returns a function that replays what it collected.
 */
export function takeInLayout(main: Node): () => void {
  const selections = readSelections()
  const taken = takeEarlyInput(types, (target) => !isInside(target, main)).map((input) =>
    withSelection(input, selections),
  )
  return () => void replay(taken)
}

/** The start and the end of the selection in each text control. */
type Selections = ReadonlyMap<EventTarget, readonly [number, number]>

/** Reads the selections in the document. Call it before hydration, during which React sets some texts again. */
export function readSelections(): Selections {
  const controls = document.querySelectorAll<TextControl>('input, textarea')
  return new Map(
    [...controls].flatMap((control) => {
      const { selectionStart, selectionEnd } = control // null: not every type of input exposes it
      return selectionStart === null || selectionEnd === null
        ? []
        : [[control, [selectionStart, selectionEnd]] as const]
    }),
  )
}

/**
 * Collects the visitor's input to the page from before hydration, and stops recording. Returns a function that replays it.
 * `selections` are those before hydration; the one in the focused field is restored immediately.
 */
export function takeInPage(main: Element, selections: Selections): () => void {
  const { activeElement } = document
  if (activeElement !== null && main.contains(activeElement) && isControl(activeElement))
    select(activeElement, selections.get(activeElement))
  const taken = takeEarlyInput(types).filter(({ target }) => isInside(target, main))
  const known = new Set(taken.map(({ target }) => target))
  // Values that the browser restored or autofilled.
  const filled = listFilled(main).filter(({ target }) => !known.has(target))
  const inputs = [...filled, ...taken].map((input) => withSelection(input, selections))
  return () => void replay(inputs)
}

function listFilled(root: Element): EarlyInput[] {
  return [...root.querySelectorAll<TextControl>('input, textarea')]
    .filter((control) => isText(control) && control.value !== control.defaultValue)
    .map((target) => ({ type: 'input', target, value: target.value }))
}

/**
 * Collects the visitor's input to a page that is going to be rendered anew. Returns a function that replays it in the elements that are
 * then in the same places.
 */
export function takeInReplaced(container: Element): () => void {
  const selections = readSelections()
  const { activeElement } = document
  const inputs = [...listFilled(container), ...takeEarlyInput(types)].map((input) => ({
    ...withSelection(input, selections),
    place: findPlace(input.target, container),
  }))
  const focused = findPlace(activeElement, container)
  return () => {
    const focusable = followPlace(focused, container)
    if (focusable instanceof HTMLElement) focusable.focus({ preventScroll: true })
    const found = inputs.map(({ place, ...input }) => ({ ...input, target: followPlace(place, container) }))
    void replay(found)
  }
}

/** Where an element is: the tag and index of each element on the way, from `main` or the whole page. */
type Place = readonly (readonly [tag: string, index: number])[]

function findPlace(target: EventTarget | null, root: Element): Place | null {
  if (!(target instanceof Element) || target === root || !root.contains(target)) return null
  const { tagName, parentElement } = target
  if (tagName === 'MAIN') return [[tagName, -1]]
  const index = [...(parentElement?.children ?? [])].indexOf(target)
  return [...(findPlace(parentElement, root) ?? []), [tagName, index]]
}

function followPlace(place: Place | null, root: Element): Element | null {
  let found: Element | null | undefined = place && root
  for (const [tag, index] of place ?? []) {
    found = index < 0 ? root.querySelector(tag) : found?.children[index]
    if (found?.tagName !== tag) return null
  }
  return found ?? null
}

/**
 * Collects input right after hydration and replays it once the effects have run. React handles all later input itself.
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

/** Adds the selection of a text field, which the next render may move. */
function withSelection(input: EarlyInput, selections: Selections): SelectedInput {
  const selection = input.target === null ? undefined : selections.get(input.target)
  return selection === undefined ? input : { ...input, selection }
}

/** Only in the focused field: in others, some browsers would move the focus there. */
function select(control: Control, selection: SelectedInput['selection']): void {
  if (selection === undefined || document.activeElement !== control || !isText(control)) return
  control.setSelectionRange(...selection)
}

async function replay(inputs: readonly SelectedInput[]): Promise<void> {
  for (const [at, input] of inputs.entries()) {
    const { type, target } = input
    if (!(target instanceof Element) || !target.isConnected) continue
    // Choosing an option may have triggered hydration. Its `change` event is still to come, with the value that React has just set.
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
      if (!isRepeated) keepFocus(inputs.slice(at + 1), () => replayClick(target))
    } else if (target instanceof HTMLDetailsElement) target.dispatchEvent(new Event('toggle'))
    await null // lets React render after each event, as usual
  }
}

/**
 * The control that the input targets. A visitor who clicks again because nothing happened wants one click; two would
 * close what they meant to open. A click next to the link of a row or an item is one on that.
 */
function findSubject({ type, target }: EarlyInput): EventTarget | null {
  if (type !== 'click' || !(target instanceof Element) || isControl(target)) return target
  const clicked = findClicked(target)
  if (clicked !== null && !(clicked instanceof HTMLAnchorElement)) return clicked
  return target.closest('tr, li') ?? clicked ?? target
}

function findClicked(target: Element): Element | null {
  return target.closest('a, button, label, summary')
}

/** Does nothing if the visitor has left the field since. */
function replayKey(field: Element, key: string): void {
  if (document.activeElement !== field) return
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Restores the focus in a control that the visitor has used since: a click may move it, such as to the row that it opens. */
function keepFocus(later: readonly EarlyInput[], replay: () => void): void {
  const { activeElement } = document
  replay()
  if (activeElement === null || !isControl(activeElement)) return
  const isUsed = later.some(({ target }) => target === activeElement)
  if (isUsed && document.activeElement !== activeElement) activeElement.focus({ preventScroll: true })
}

/** Other links, `details` and popovers work without a script, so they aren't clicked again. */
function replayClick(target: Element): void {
  const control = findClicked(target)
  if (control === null) target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  if (control instanceof HTMLAnchorElement && isLinkToView(control)) control.click()
  if (!(control instanceof HTMLButtonElement) || control.type !== 'button') return
  if (!control.hasAttribute('popovertarget')) control.click()
}

/**
 * Makes React notice the visitor's value. React ignores an event if the value equals the one it last saw, so the control is
 * first reset, then set through the prototype, which React doesn't track.
 */
function replayControl(
  control: Control,
  { type, value = '', checked = false, selection }: SelectedInput,
): void {
  if (isCheckable(control)) {
    // A click also covers a choice that didn't change, such as a radio button that was prerendered as checked.
    if (type !== 'click') return
    control.checked = !checked
    control.click()
  } else if (type === 'input' && isText(control)) {
    control.value = control.defaultValue
    // The prototype's setter: React overrides the element's own.
    const prototype = Reflect.getPrototypeOf(control) ?? control
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
    select(control, selection)
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
