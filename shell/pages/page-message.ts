import { createStore } from 'zustand/vanilla'

interface PageMessage {
  readonly text: string
  /** On how many pages it is shown. */
  readonly pages: number
  /** The paths of those that have shown it. */
  readonly shownOn: Set<string>
}

type StorageWindow = Pick<Window, 'sessionStorage'>

const storageKey = 'portico_message'

/** The current message; null: there is none. */
export const pageMessages = createStore<PageMessage | null>(() => null)

/** Shows a message on the next page that opens. */
export function showMessage(text: string): void {
  show(text, 2) // the page that sent it, and the next one
}

/** Shows a message on the page that is opening. */
export function showMessageHere(text: string): void {
  show(text, 1)
}

function show(text: string, pages: number): void {
  pageMessages.setState({ text, pages, shownOn: new Set() }, true)
}

/** Keeps the message for the next page, which opens in a new document. Where storage is blocked, it is lost. */
export function keepMessage(window: StorageWindow): void {
  const message = pageMessages.getState()
  if (message === null || message.shownOn.size >= message.pages) return
  try {
    window.sessionStorage.setItem(storageKey, message.text)
  } catch {}
}

/** Shows the message that the document before has kept for this one. */
export function showKeptMessage(window: StorageWindow): void {
  try {
    const text = window.sessionStorage.getItem(storageKey)
    window.sessionStorage.removeItem(storageKey)
    if (text !== null) showMessageHere(text)
  } catch {}
}
