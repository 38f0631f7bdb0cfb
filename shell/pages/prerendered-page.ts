import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { createContext } from 'react'

/** Why the page can only be read. */
export type PrerenderedFailure = Pick<LoadFailure, 'reason'>

/** The page whose HTML, or loading screen, is already in the document, until it has mounted. */
export interface PrerenderedPage {
  readonly remote: SelectedRemote
  /** Its HTML, readable even if its code fails; null: there is only a loading screen, or the page has mounted. */
  getHtml(): readonly ChildNode[] | null
  /** Call it once the page has mounted. */
  handleMount(): void
  /** Why its code doesn't work; null: it works, or is loading. */
  getFailure(): PrerenderedFailure | null
  setFailure(failure: PrerenderedFailure | null): void
  subscribe(listener: () => void): () => void
  /** Loads the code again: for the HTML that waits for it; otherwise, or if it has thrown, by `revalidate`. */
  retry(revalidate: () => Promise<void>): Promise<void>
}

/** The prerendered page, until the visitor leaves it. */
export const PrerenderedPageContext = createContext<PrerenderedPage | null>(null)
