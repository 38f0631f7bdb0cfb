import type { PageData } from '@portico/shared/release/discovery-document.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { isExpected } from './failure/is-expected.ts'
import { finderSlot } from './finder/finder-slot.tsx'
import { PreviewBanner } from './frame/preview-banner/preview-banner.tsx'
import { createHost } from './host.ts'
import { whenIdle } from './idle.ts'
import { inOwnTask } from './own-task.ts'
import { readPageData } from './page-data/read-page-data.ts'
import { readPrerenderMark } from './prerender/read-prerender-mark.ts'
import { startRouter } from './prerender/start-router.ts'
import { beginPage, prefetchLinked } from './remotes/ask-early.ts'
import { chooseAnew } from './remotes/choose-anew.ts'
import { startFederation } from './remotes/federation.ts'
import { followDocument } from './remotes/follow-document.ts'
import { createRemoteLoader, type RemoteLoader } from './remotes/remote-loader.ts'
import { createLoadReports } from './reports/load-reports.ts'
import { nameView, sendReport } from './reports/send-report.ts'
import { buildRoutes } from './routes/build-routes.tsx'
import { nameEntry } from './scroll/name-entry.ts'
import { wakeStorage } from './scroll/wake-storage.ts'
import { confirmSession } from './session/confirm-session.ts'
import { createSessionStore, type SessionStore } from './session/session-store.ts'
import { Shell } from './shell.tsx'
import { followTheme } from './theme/theme.ts'
import { themeActions } from './theme/theme-actions.ts'

/** Starts the site in this page: a task each for what takes long. */
export async function start(): Promise<void> {
  const data = await inOwnTask(() => readPageData(document))
  const { remotes } = data
  const session = createSessionStore(window)
  await inOwnTask(() => session.start())
  const loader = startLoader(data)
  // The page's remote is taken up while the router is started, not afterwards.
  beginPage({ remotes, session, loader }, location.pathname)
  await inOwnTask(() => wakeStorage(window))
  await inOwnTask(() => nameEntry(history))
  followTheme()
  await drawSite(data, session, loader)
  // Where storage is forbidden the state is not known, and the page waits for the answer.
  if (session.read().authenticated === undefined) void confirmSession(session, fetch)
  whenIdle(() => {
    void confirmSession(session, fetch)
    prefetchLinked({ remotes, session, loader })
  })
  followDocument({
    revision: data.revision,
    fetch: (...request) => fetch(...request),
    onDocument: (document) => {
      for (const remote of remotes) {
        const now = document.remotes[remote.name]
        if (now !== undefined) loader.choose(chooseAnew(loader.taken(remote).remote, now))
      }
    },
  })
}

function startLoader({ revision, loadDeadlineMs }: PageData): RemoteLoader {
  const reports = createLoadReports({ revision, view: nameView(), send: sendReport, whenIdle })
  addEventListener('pagehide', reports.leave)
  addEventListener('pageshow', reports.comeBack)
  return createRemoteLoader({
    fetchModule: startFederation(loadDeadlineMs),
    deadlineMs: loadDeadlineMs,
    isOnline: () => navigator.onLine,
    // What is in no rollout has nothing to be compared with.
    onEnd: (load) => load.remote.rollout !== undefined && reports.add(load),
  })
}

async function drawSite(
  { remotes, site }: PageData,
  session: SessionStore,
  loader: RemoteLoader,
): Promise<void> {
  const host = createHost({
    session,
    site,
    remotes,
    navigate: (to, options) => void router.navigate(to, options),
    Search: finderSlot({ remotes, loader }),
    actions: themeActions,
  })
  const container = document.getElementById('root')
  if (container === null) throw new Error('The page has no element #root.')
  const prerendered = readPrerenderMark(session, container)
  const routes = [
    {
      element: <Shell host={host} prerendered={prerendered} banner={<PreviewBanner remotes={remotes} />} />,
      children: buildRoutes({ remotes, loader, session }),
    },
  ]
  const router = await inOwnTask(() => startRouter({ routes, remotes, loader, prerendered }))
  // A page may close when the visitor's state changes, here or in another tab.
  session.subscribe(() => void router.revalidate())
  const report = (error: unknown) => {
    if (!isExpected(error)) host.report(error)
  }
  const page = <RouterProvider router={router} onError={() => {}} />
  // What is drawn in a transition is drawn in slices, everything else in one task.
  const draw = () => {
    if (prerendered === null) createRoot(container, { onCaughtError: report }).render(page)
    else hydrateRoot(container, page, { onCaughtError: report, onRecoverableError: report })
  }
  await inOwnTask(() => startTransition(draw))
}
