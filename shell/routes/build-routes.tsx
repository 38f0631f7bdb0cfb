import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import { NotFoundPage, notFoundTitle } from '../failure/not-found-page.tsx'
import { PageFailure } from '../failure/page-failure.tsx'
import { Loading } from '../frame/loading/loading.tsx'
import { inOwnTask } from '../own-task.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import type { SessionStore } from '../session/session-store.ts'
import { settledSession } from '../session/settled-session.ts'
import { redirectFor } from './access.ts'
import { type LoadedPage, PageScreen } from './page-screen.tsx'

/** A route as the build leaves the router: what else it could have is cut, see tools/build/cuts/router-cuts.ts. */
export type SiteRoute = RouteObject & { lazy?: undefined; action?: undefined; middleware?: undefined }

/** What the routes are made of. */
export interface RouteParts {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  readonly session: SessionStore
}

/** One route for each page of each remote, and Page Not Found for everything else, each behind its access group. */
export function buildRoutes(parts: RouteParts): SiteRoute[] {
  const pages = parts.remotes.flatMap((remote) =>
    remote.release.pages.map((page) => pageRoute(remote, page, parts)),
  )
  return [...pages, notFoundRoute(parts.session)]
}

/** The router's name of a page's route. */
export function routeId({ name }: Pick<SelectedRemote, 'name'>, { path }: Pick<RemotePage, 'path'>): string {
  return `${name} ${path}`
}

function pageRoute(remote: SelectedRemote, page: RemotePage, { loader, session }: RouteParts): SiteRoute {
  return {
    id: routeId(remote, page),
    path: page.path,
    // Guard and load are one step: loaders of nested routes run side by side, and would ask for a private page's
    // code before the guard has spoken.
    loader: guarded(page.access, session, () => loader.page(remote, page.path), page.title),
    Component: PageScreen,
    HydrateFallback: Loading,
    errorElement: <PageFailure remote={remote} loader={loader} title={page.title} />,
  }
}

function notFoundRoute(session: SessionStore): SiteRoute {
  return {
    path: '*',
    loader: guarded('private', session, () => Promise.resolve(NotFoundPage), notFoundTitle),
    Component: PageScreen,
    HydrateFallback: Loading,
  }
}

function guarded(
  access: RemotePage['access'],
  session: SessionStore,
  load: () => Promise<ComponentType>,
  title: string,
) {
  return async ({ request }: LoaderFunctionArgs): Promise<LoadedPage> => {
    const url = new URL(request.url)
    const target = redirectFor(access, await settledSession(session), `${url.pathname}${url.search}`)
    if (target !== null) throw replace(target)
    // At the start of the page the task that matches the routes is long enough.
    return { page: await inOwnTask(load), title }
  }
}
