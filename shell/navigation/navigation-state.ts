import type { Location } from 'react-router'
import type { LoadedPage, SiteRoute } from './route.ts'

/** What the visitor sees, and where they are going. */
export interface NavigationState {
  readonly page: OpenPage
  /** Where a navigation leads whose page is loading; null: none is under way. */
  readonly pending: Location | null
  /** Whether the open page is being checked and loaded again. */
  readonly isRevalidating: boolean
}

/** The page at the visitor's location. A new object after every navigation and revalidation. */
export interface OpenPage {
  readonly location: Location
  readonly route: SiteRoute
  readonly content: PageContent
  /** How the visitor came to the location. The same object until they go elsewhere; null: the page was prerendered. */
  readonly arrival: Arrival | null
}

/** A page: before it has loaded, once it has, or if that failed. */
export type PageContent =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly loaded: LoadedPage }
  | { readonly status: 'failed'; readonly error: unknown }

interface Arrival {
  /** Whether the scroll position stays. */
  readonly preventScrollReset: boolean
}
