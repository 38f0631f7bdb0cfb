import { createStore } from 'zustand/vanilla'

/** A message for the visitor. */
export interface PageMessage {
  readonly text: string
  /** On how many pages it is shown. */
  readonly pages: number
}

/** The current message; null: there is none. */
export const pageMessages = createStore<PageMessage | null>(() => null)

/** Shows a message on the next page that opens. */
export function showMessage(text: string): void {
  pageMessages.setState({ text, pages: 2 }, true) // the page that sent it, and the next one
}

/** Shows a message on the page that is opening. */
export function showMessageHere(text: string): void {
  pageMessages.setState({ text, pages: 1 }, true)
}
