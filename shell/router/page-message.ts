import { createStore } from 'zustand/vanilla'

/** A message for the page that opens next; null: there is none. */
export interface PageMessage {
  readonly text: string
}

/** The current message. */
export const pageMessages = createStore<PageMessage | null>(() => null)

/** Shows a message on the page that opens next. */
export function showMessage(text: string): void {
  pageMessages.setState({ text }, true)
}
