import type { SignedIn } from '../../site/create-account.ts'

/** A page that shows the catalogue. */
export interface Viewer {
  readonly name: string
  readonly url: string
  /** Whoever has to be signed in to see it; null: nobody. */
  readonly visitor: SignedIn | null
  /** A text of the first operation, by which it can be known that it is there. */
  readonly firstText: string
  /** How its search is used. */
  readonly search: Search
}

/** A search that is used by hand: what is pressed and typed before the key whose answer is waited for. */
interface Search {
  /** Keys that open it, or null where it stands open. */
  readonly open: string | null
  /** Selector of the field. */
  readonly field: string
  readonly before: string
  /** The last key: what it finds differs from what was found before. */
  readonly key: string
}
