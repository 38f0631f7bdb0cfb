import type { ComponentType, ReactNode } from 'react'
import type { Location, NonIndexRouteObject, Params } from 'react-router'

/** What a page's route loads. */
export interface LoadedPage {
  /** A promise if the page was prerendered and its code is still loading. */
  readonly page: ComponentType | Promise<ComponentType>
  readonly title: string
  /** False: the page must be client-rendered, because its prerendered HTML can't be hydrated. */
  readonly canHydrate?: boolean
  /** For which visitor of this page view it was loaded, counted from 1: for another one, it is mounted anew. */
  readonly visitor?: number
}

/** Where a route sends a visitor who may not open it. */
export interface Redirect {
  /** A path of this site. */
  readonly redirect: string
}

/** The page may not open in this document, only in a new one. */
export interface NewDocument {
  readonly needsDocument: true
}

/** What a route is asked to open. */
export interface PageRequest {
  readonly location: Location
  readonly params: Params
  /** Whether it is the first page of this document. */
  readonly isFirst: boolean
}

/** A route of the site: React Router matches its path and renders its element; loading is ours. */
export type SiteRoute = NonIndexRouteObject & {
  readonly path: string
  readonly element: ReactNode
  /** The remote whose isolated page it is. */
  readonly isolatedBy?: string | undefined
  /** Decides whether the visitor may open the page, then loads its code. */
  readonly load: (request: PageRequest) => Promise<LoadedPage | Redirect | NewDocument>
}
