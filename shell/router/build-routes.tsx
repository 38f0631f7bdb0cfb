import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { getRedirect } from '@portico/shared/session/access.ts'
import { runInTask } from '@portico/shared/yield-to-main.ts'
import type { ComponentType } from 'react'
import {
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { Loading } from '../layout/loading/loading.tsx'
import type { OwnerContent } from '../remotes/owner-content.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { type SessionStore, waitForSession } from '../session/session-store.ts'
import { dispatchPageEvent } from './dispatch-page-event.ts'
import { NotFoundPage, notFoundTitle } from './not-found-page.tsx'
import { PageFailure } from './page-failure.tsx'
import { type LoadedPage, PageScreen } from './page-screen.tsx'

/** The routes of this site have loaders, but no actions or middleware. */
export type SiteRoute = RouteObject & { lazy?: undefined; action?: undefined; middleware?: undefined }

/** The inputs of the routes. */
export interface RouteOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  readonly content: Pick<OwnerContent, 'prepare'>
  readonly session: SessionStore
  /** Asks the server, once, whether the session still exists. */
  readonly confirmSession: () => Promise<void>
}

/** Builds a route for each page of each remote, and Page Not Found for everything else. Each has an access guard. */
export function buildRoutes(parts: RouteOptions): SiteRoute[] {
  const pages = parts.remotes.flatMap((remote) =>
    remote.release.pages.map((page) => createPageRoute(remote, page, parts)),
  )
  return [...pages, createNotFoundRoute(parts)]
}

/** The router's id of a page's route. */
export function getRouteId(
  { name }: Pick<SelectedRemote, 'name'>,
  { path }: Pick<RemotePage, 'path'>,
): string {
  return `${name} ${path}`
}

function createPageRoute(remote: SelectedRemote, page: RemotePage, parts: RouteOptions): SiteRoute {
  const { loader, content } = parts
  return {
    id: getRouteId(remote, page),
    path: page.path,
    // Guard and load are one step: loaders of nested routes run in parallel, and would request a private page's code
    // before the guard has decided.
    loader: createGuardedLoader(page, parts, async (parameters) => {
      const loading = [loader.loadPage(remote, page.path), content.prepare(remote, page, parameters)] as const
      const [loaded] = await Promise.all(loading)
      return loaded
    }),
    shouldRevalidate: isNotQueryAlone,
    element: <PageScreen onMount={() => dispatchPageEvent(loader.getActive(remote), page)} />,
    HydrateFallback: Loading,
    errorElement: <PageFailure remote={remote} loader={loader} page={page} />,
  }
}

/**
 * Whether the loader of an open page runs again. Another query alone changes neither the guard's decision nor the code, and
 * without a loader the router updates the URL immediately, before a navigation that the same click begins.
 */
function isNotQueryAlone({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOther = currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
  return isOther && defaultShouldRevalidate
}

function createNotFoundRoute(parts: RouteOptions): SiteRoute {
  const page = { access: 'private', title: notFoundTitle } as const
  return {
    path: '*',
    loader: createGuardedLoader(page, parts, () => Promise.resolve(NotFoundPage)),
    Component: PageScreen,
    HydrateFallback: Loading,
  }
}

function createGuardedLoader(
  { access, title }: Pick<RemotePage, 'access' | 'title'>,
  { session, confirmSession }: RouteOptions,
  load: (parameters: LoaderFunctionArgs['params']) => Promise<ComponentType>,
) {
  return async ({ request, params, url: { hash } }: LoaderFunctionArgs): Promise<LoadedPage> => {
    const { pathname, search } = new URL(request.url) // as requested: the router re-encodes the query of `url`
    let authenticated = await waitForSession(session)
    // Without a session, for example once the account is removed, the visitor stays on the page.
    if (access === 'open' && authenticated === null) {
      await confirmSession()
      authenticated = await waitForSession(session)
    }
    const target = getRedirect(access, authenticated, `${pathname}${search}${hash}`)
    // From another page, Back returns to it. An address that is already in the browser's own is replaced.
    const isOpen = location.pathname === pathname && location.search === search
    if (target !== null) throw isOpen ? replace(target) : redirect(target)
    // Matching the routes at startup is a long task already. After a click, a page whose code is there replaces the open one
    // without `Loading...` in between.
    return { page: await (isOpen ? runInTask(() => load(params)) : load(params)), title }
  }
}
