import type { SignedIn } from '../../site/create-account.ts'

/** A page that shows the catalogue. */
export interface Viewer {
  readonly name: string
  readonly url: string
  /** Who has to be signed in to see it; null if it is public. */
  readonly visitor: SignedIn | null
  /** A text that appears with the first operation. */
  readonly firstOperation: string
  /** How to use its search. */
  readonly search: Search
}

/** How to use a search: what to press and type before the key press that is measured. */
interface Search {
  /** Keys that open it; null if it is always open. */
  readonly open: string | null
  /** Selector of the field. */
  readonly field: string
  readonly typed: string
  /** The key press to measure. It changes the results. */
  readonly key: string
}
