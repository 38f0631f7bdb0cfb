import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { runInTask } from '@portico/kit/yield-to-main.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getRedirect } from '@portico/protocol/session/access.ts'
import { type ComponentType, useEffect } from 'react'
import { createPath } from 'react-router'
import { Loading } from '../layout/loading/loading.tsx'
import { PageBoundary } from '../navigation/page-boundary.tsx'
import type { NewDocument, PageRequest, SiteRoute } from '../navigation/route.ts'
import type { Isolation } from '../remotes/isolation.ts'
import type { OwnerContent } from '../remotes/owner-content.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { type SessionStore, waitForSession } from '../session/session-store.ts'
import { dispatchPageEvent } from './dispatch-page-event.ts'
import type { DocumentLeftovers } from './document-leftovers.ts'
import { NotFoundPage, notFoundTitle } from './not-found-page.tsx'
import { PageFailure } from './page-failure.tsx'
import { PageScreen } from './page-screen.tsx'
import { ShownRemote } from './shown-remote.tsx'

/** The inputs of the routes. */
export interface RouteOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  readonly isolation: Pick<Isolation, 'mayOpen' | 'hold'>
  readonly leftovers: DocumentLeftovers
  readonly content: Pick<OwnerContent, 'prepare'>
  readonly session: SessionStore
  /** Asks the server whether the session still exists. */
  readonly confirmSession: () => Promise<void>
}

/** Builds a route for each page of each remote, and Page Not Found for everything else. Each has an access guard. */
export function buildRoutes(parts: RouteOptions): SiteRoute[] {
  const pages = parts.remotes.flatMap((remote) =>
    remote.release.pages.map((page) => createPageRoute(remote, page, parts)),
  )
  return [...pages, createNotFoundRoute(parts)]
}

/** The id of a page's route. */
export function getRouteId(
  { name }: Pick<SelectedRemote, 'name'>,
  { path }: Pick<RemotePage, 'path'>,
): string {
  return `${name} ${path}`
}

function createPageRoute(remote: SelectedRemote, page: RemotePage, parts: RouteOptions): SiteRoute {
  const { loader, content, isolation, leftovers } = parts
  return {
    id: getRouteId(remote, page),
    path: page.path,
    isolatedBy: page.isolated ? remote.name : undefined,
    load: guard(page, parts, async ({ params, isFirst }) => {
      if (!isFirst && !isolation.mayOpen(loader.getActive(remote).remote, page))
        return { needsDocument: true }
      leftovers.begin()
      const loading = [loader.loadPage(remote, page.path), content.prepare(remote, page, params)] as const
      const [loaded] = await Promise.all(loading)
      return loaded
    }),
    element: (
      <>
        <ShownRemote name={remote.name} leftovers={leftovers} />
        <PageBoundary
          loading={<Loading />}
          renderFailure={(error) => <PageFailure remote={remote} loader={loader} page={page} error={error} />}
        >
          {page.isolated && <IsolatedPage remote={remote} isolation={isolation} />}
          <PageScreen
            onMount={() => {
              loader.reportMount(remote)
              dispatchPageEvent(loader.getActive(remote), page)
            }}
          />
        </PageBoundary>
      </>
    ),
  }
}

function IsolatedPage({
  remote,
  isolation,
}: {
  remote: SelectedRemote
  isolation: RouteOptions['isolation']
}) {
  // Until React has removed it, which is after the next one has opened.
  useEffect(() => isolation.hold(remote), [isolation, remote])
  return null
}

function createNotFoundRoute(parts: RouteOptions): SiteRoute {
  const { leftovers } = parts
  const page = { access: 'private', title: notFoundTitle } as const
  return {
    id: notFoundTitle,
    path: '*',
    load: guard(page, parts, async () => {
      leftovers.begin()
      return NotFoundPage
    }),
    element: (
      <>
        <ShownRemote name={null} leftovers={leftovers} />
        <PageBoundary loading={<Loading />} renderFailure={() => <NotFoundPage />}>
          <PageScreen />
        </PageBoundary>
      </>
    ),
  }
}

/** How long a page that has loaded waits for the server: a round trip on a slow network. A later answer closes the page. */
const answerMs = 200

/** Guard and load are one step: a private page's code must not be requested before the guard has decided. */
function guard(
  { access, title }: Pick<RemotePage, 'access' | 'title'>,
  { session, confirmSession }: RouteOptions,
  loadPage: (request: PageRequest) => Promise<ComponentType | NewDocument>,
): SiteRoute['load'] {
  return async (request) => {
    const { location, isFirst } = request
    let authenticated = await waitForSession(session)
    // Without a session, for example once the account is removed, the visitor stays on the page.
    if (access === 'open' && authenticated === null) {
      await confirmSession()
      authenticated = await waitForSession(session)
    }
    const redirect = getRedirect(access, authenticated, createPath(location))
    if (redirect !== null) return { redirect }
    // Matching the routes at startup is a long task already. Later, a page whose code is there replaces the open one without
    // `Loading...` in between.
    const loading = isFirst ? runInTask(() => loadPage(request)) : loadPage(request)
    // The session may have ended elsewhere since the page was sent: the guard then runs again, and what has loaded is dropped.
    const mustAsk = access === 'private' && !isFirst
    const [page] = await Promise.all([loading, mustAsk && Promise.race([confirmSession(), wait(answerMs)])])
    if ('needsDocument' in page) return page
    return { page, title, visitor: session.countVisitors() }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
