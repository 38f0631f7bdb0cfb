import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { FormattedProfile } from '../account/formatted-profile.ts'
import type { OAuthProvider } from '../account/oauth-providers.ts'
import type { SessionRecord, Visitor } from '../session/session-record.ts'
import type { Site } from '../site/site.ts'
import type { PageContentData } from './content-data.ts'
import { contractVersion as newest } from './contract-version.ts'
import type { RemotePage } from './manifest.ts'

/** @deprecated Since contract version 2, removed in 3: write the version in `manifest.ts` as a number. */
export const contractVersion = newest

/** What a remote's exposed module `./remote` exports under the name `remote`. */
export interface RemoteModule {
  /** @deprecated Since contract version 2, removed in 3: the manifest says it. The shell ignores it. */
  readonly contractVersion?: number
  readonly routes: readonly RemoteRoute[]
  /** Searches the items of pages that the manifest marks `searchable`. The site uses the first search it finds. */
  readonly search?: { readonly lazy: () => Promise<{ readonly Component: ComponentType<SearchProps> }> }
  /** Working samples of pages that the manifest marks `showcase`, by path; other remotes' pages can embed them. */
  readonly showcases?: Readonly<Record<string, { readonly lazy: () => Promise<RouteModule> }>>
  /** Pages with parameters that the site's search finds, such as each project. */
  readonly destinations?: {
    /** Shells that provide no content pass none. */
    readonly lazy: (content?: ContentPort) => Promise<{ readonly destinations: readonly Destination[] }>
  }
}

/** An address of a page with parameters that the site's search finds by name. */
export interface Destination {
  readonly name: string
  readonly path: string
  /** Other words that find it. */
  readonly keywords?: readonly string[] | undefined
}

/** One page: `path` is a path of the remote's manifest, and `lazy` loads its code and data. */
export interface RemoteRoute {
  readonly path: string
  readonly lazy: () => Promise<RouteModule>
}

/** The props of a host's `Showcase`. */
export interface ShowcaseProps {
  /** The path of the page to show, of any remote. */
  readonly path: string
  /** Shown until the showcase has loaded, and if it fails or doesn't exist. Reserve enough space for both. */
  readonly children: ReactNode
}

/** What a page's module exports: `pages/<route>/route.tsx` of a remote. */
export interface RouteModule {
  readonly Component: ComponentType
}

/** The props of a search: a field with its results, shown in the command palette. */
export interface SearchProps {
  readonly query: string
  readonly onQueryChange: (query: string) => void
  /** Called when the visitor has selected a result and is navigating to it. */
  readonly onSelect: () => void
}

/** A command that a visitor can run anywhere on the site, for example `Use the dark theme`. */
export interface HostAction {
  readonly name: string
  /** Other words that find it. */
  readonly keywords?: readonly string[]
  readonly run: () => void
}

/** The owner's texts, which belong to the site and not to a release. */
export interface ContentPort {
  /** What came with the page that was requested; null: nothing. */
  readonly page: PageContentData | null
  /** The site's content file; undefined: it hasn't been loaded. */
  readonly all: unknown
  /** Loads the content file, once. Rejects if it can't be loaded; calling it again tries again. */
  load(): Promise<unknown>
}

/** The bounds of a value that a remote measures, inclusive. */
export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** What the shell provides to a remote. */
export interface Host {
  readonly session: SessionPort
  /** The owner's values from `site.config.json`. */
  readonly site: Site
  /**
   * The site's public address, such as `https://example.com`. Prerendered HTML contains it, so hydration must render it, too,
   * even if the visitor came to another address.
   */
  readonly publicUrl?: string | undefined
  /** The providers with which visitors can log in. Missing: a remote has to ask the account API. */
  readonly signInWith?: readonly OAuthProvider[] | undefined
  /** On a prerendered page with `profile: true`, what the server knows of the visitor: hydration has to render it, too. */
  readonly profile?: FormattedProfile | undefined
  readonly content?: ContentPort | undefined
  /** Every page of every remote on this site, from their manifests. */
  readonly pages: readonly RemotePage[]
  /**
   * The name, in a sentence, of the page that an address passes on in `?next=`, such as `the API catalogue`. null: there is
   * none to mention. In a prerendered page with `next: true` the server fills it in.
   */
  nameNext?(address: string): string | null
  readonly actions?: readonly HostAction[]
  /** Embeds the showcase of a page, for every visitor. It loads when the browser is idle and it scrolls into view. */
  readonly Showcase?: ComponentType<ShowcaseProps>
  /** Loads the destinations of all remotes for the search. Never rejects. */
  loadDestinations?(): Promise<readonly Destination[]>
  /** Navigates to a path of this site, for example `/projects`. */
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Shows a message on the page that opens next and announces it, for example `You’ve been logged out.` */
  showMessage?(message: string): void
  /** Tells the shell whether leaving the page would lose input, so that it asks first. Pass false on unmount. */
  setUnsavedChanges?(isUnsaved: boolean): void
  /**
   * Ends with the page: for what an event handler starts, such as a request, a listener or a timer. An older shell has none:
   * `host.signal?.addEventListener('abort', () => clearInterval(timer))`
   */
  readonly signal?: AbortSignal
  /** Reports an error that the remote has handled itself. It counts against its release, like an uncaught one. */
  report(error: unknown): void
  /** Something that the visitor wanted has failed, such as `checkout`. It counts against the release. */
  failure?(what: string): void
  /** Measures a value, such as `search results`. One out of its bounds counts against the release, which may pause its rollout. */
  measure?(what: string, value: number, bounds: Bounds): void
}

/** The visitor's session. The server decides who the visitor is; the shell stores the result and guards pages by it. */
export interface SessionPort {
  read(): Session
  /** What prerendered HTML shows: the visitor's state without a record. Missing: signed out. */
  readonly prerendered?: Session
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /**
   * Reads the session from the server and stores it. Resolves with the visitor, or null if nobody is signed in; rejects
   * if the server is unreachable, too slow or responds with an error.
   */
  refresh(): Promise<Visitor | null>
  /** Stores the visitor of a response of the account API. */
  signIn(record: SessionRecord): void
  signOut(): void
}

/** `authenticated`: true signed in, false signed out, null unverified, undefined not known yet. */
export interface Session {
  readonly authenticated: boolean | null | undefined
  readonly record: SessionRecord | null
}

/** Throw it from a page to show the site's Page Not Found screen. */
export class PageNotFound extends Error {
  override name = 'PageNotFound'
}

/** Provides the host to a remote's pages; tests provide their own. */
export const HostContext = createContext<Host | null>(null)

/** Returns the host of this page view. Throws outside of a `HostContext`. */
export function useHost(): Host {
  const host = useContext(HostContext)
  if (host === null) throw new Error('useHost found no host; wrap the page in <HostContext value={host}>.')
  return host
}

/**
 * Returns the visitor's session and re-renders when it changes. While the page is prerendered and hydrated, the record is
 * null: the HTML is the same for all visitors in the same state.
 */
export function useSession(): Session {
  const { session } = useHost()
  return useSyncExternalStore(session.subscribe, session.read, () => session.prerendered ?? signedOut)
}

const signedOut: Session = { authenticated: false, record: null }
