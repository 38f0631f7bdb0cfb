import type { ContentData } from '@portico/kit/contract/content-data.ts'
import type { Host } from '@portico/kit/contract/contract.ts'
import { maySpendData } from '@portico/kit/may-spend-data.ts'
import { paths } from '@portico/kit/paths.ts'
import { verifiedMessage } from '@portico/kit/session/verified-message.ts'
import { runInTask } from '@portico/kit/yield-to-main.ts'
import type {} from '@portico/protocol/await-shell.ts'
import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import { endShellWatch, mayStart } from '@portico/protocol/discovery/shell-watch.ts'
import { startTransition } from 'react'
import { keepInput } from '../hydration/adopt-input.ts'
import { claimInlineStyles } from '../hydration/claim-inline-styles.ts'
import { keepAcrossReload, restoreAfterReload } from '../hydration/keep-across-reload.ts'
import { keepInlineFonts } from '../hydration/keep-inline-fonts.ts'
import { readPrerenderMark } from '../hydration/read-prerender-mark.ts'
import { readPrerenderedValues } from '../hydration/read-prerendered-values.ts'
import { PreviewBanner } from '../layout/preview-banner/preview-banner.tsx'
import { syncTheme } from '../layout/theme/theme.ts'
import { type BrowserHistory, createBrowserHistory } from '../navigation/browser-history.ts'
import { createNavigation } from '../navigation/create-navigation.ts'
import { CurrentPage, NavigationProvider } from '../navigation/navigation-provider.tsx'
import { buildRoutes, type RouteOptions } from '../pages/build-routes.tsx'
import { followLeftovers } from '../pages/document-leftovers.ts'
import { loadPrerenderedPage } from '../pages/load-prerendered-page.ts'
import { keepMessage, showKeptMessage, showMessageHere } from '../pages/page-message.ts'
import { RootLayout } from '../pages/root-layout.tsx'
import { skipTransitions } from '../pages/skip-transitions.ts'
import { setUnsavedChanges } from '../pages/unsaved-changes.ts'
import { warmSessionStorage } from '../pages/warm-session-storage.ts'
import { startFederation } from '../remotes/federation.ts'
import { createIsolation, type Isolation } from '../remotes/isolation.ts'
import { createOwnerContent, type OwnerContent } from '../remotes/owner-content.ts'
import { startPrefetching } from '../remotes/prefetch.ts'
import { preloadPage, warmLinkedPages } from '../remotes/preload.ts'
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader.ts'
import { toReportedShell } from '../remotes/reports/own-release.ts'
import { startReports } from '../remotes/reports/start-reports.ts'
import { type ScriptPolicy, startScriptPolicy } from '../remotes/script-policy.ts'
import { trackReturns } from '../remotes/track-returns.ts'
import { runWhenIdle } from '../run-when-idle.ts'
import { loadDestinations } from '../search/load-destinations.ts'
import { createRemoteSearch } from '../search/remote-search.tsx'
import { createConfirmation } from '../session/confirm-session.ts'
import { readPageVisitor } from '../session/read-page-visitor.ts'
import { createSessionStore, type SessionStore } from '../session/session-store.ts'
import { tokenCodec } from '../session/token-codec.ts'
import { readToken } from '../session/token-storage.ts'
import { createRemoteShowcase } from '../showcase/remote-showcase.tsx'
import { createActions } from './create-actions.ts'
import { createHost } from './create-host.ts'
import { followDiscovery } from './follow-discovery.ts'
import { readPageData } from './read-page-data.ts'
import { renderPage } from './render-page.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

/** Starts the site in this page, with a separate task for each slow step. */
export async function start(): Promise<void> {
  keepAcrossReload(window, __webpack_public_path__)
  if (!mayStart(__webpack_public_path__)) return
  const data = await runInTask(() => readPageData(document))
  const { remotes, policyFor } = data
  const session = createSessionStore(window)
  const visitor = readPageVisitor(data, window)
  const scripts = startScriptPolicy(window)
  scripts.allow(new URL(__webpack_public_path__, location.origin))
  // The token decides who the visitor is. If its code fails to load, the server is asked.
  if (visitor === undefined && readToken(window)) await tokenCodec.load().catch(() => {})
  const onVerified = () => showMessageHere(verifiedMessage)
  await runInTask(() => session.start(visitor, { token: data.token, onVerified }))
  const leftovers = followLeftovers(document) // before any remote's code runs
  const isolation = createIsolation(remotes.find(({ name }) => name === policyFor))
  const { loader, ...reports } = await runInTask(() => startLoader(data, { scripts, isolation }))
  claimInlineStyles(document)
  // The page's remote loads while the navigation starts, not afterwards.
  await runInTask(() => preloadPage({ remotes, session, loader }, location.pathname))
  await runInTask(() => warmSessionStorage(window))
  showKeptMessage(window)
  restoreAfterReload(window)
  const history = await runInTask(() => createBrowserHistory(window))
  syncTheme()
  const confirmSession = createConfirmation(session, window)
  const content = createOwnerContent({
    data: data.content ?? noContent,
    deadlineMs: data.loadDeadlineMs,
    fetch: (...request) => fetch(...request),
    isOnline: () => navigator.onLine,
  })
  const navigation = await renderSite(data, {
    history,
    session,
    loader,
    isolation,
    leftovers,
    content,
    confirmSession,
    needsDocument: followDiscovery(data, loader, __webpack_public_path__),
    ...reports,
  })
  // Where storage is blocked and the server could not tell, the page waits for it.
  if (session.read().authenticated === undefined) void confirmSession()
  runWhenIdle(() => {
    if (visitor === undefined) void confirmSession()
    // In development, a page loads only what it needs, and gets only the updates to that.
    if (import.meta.env.MODE !== 'development') loadAhead({ remotes, session, loader, content }, navigation)
  })
}

interface NextLoads extends Pick<PageData, 'remotes'> {
  readonly session: SessionStore
  readonly loader: RemoteLoader
  readonly content: OwnerContent
}

/** Loads what this visitor may need next. */
function loadAhead(parts: NextLoads, navigation: Parameters<typeof waitUntilIdle>[0]): void {
  if (maySpendData(window)) tokenCodec.load().catch(() => {}) // code that needs it tries again
  warmLinkedPages(parts, window)
  const prefetching = {
    window,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    waitUntilIdle: () => waitUntilIdle(navigation),
  }
  keepInlineFonts(prefetching).catch(() => {})
  startPrefetching({ ...prefetching, ...parts })
}

/** The folder of the shell's own files, which the bundler fills in. */
declare const __webpack_public_path__: string

/** The address of the content on a server that is older than this shell: it has none. */
const noContent: ContentData = { address: `${paths.content}/none.json` }

function startLoader(
  { loadDeadlineMs, shell, ...data }: PageData,
  { scripts, isolation }: { readonly scripts: ScriptPolicy; readonly isolation: Isolation },
): PageReports & { readonly loader: RemoteLoader } {
  const own = toReportedShell(shell, __webpack_public_path__)
  const { signals, onShellMount, ...reports } = startReports(data, own, window)
  const loader = createRemoteLoader({
    fetchModule: startFederation(loadDeadlineMs, scripts),
    isolation,
    deadlineMs: loadDeadlineMs,
    isOnline: () => navigator.onLine,
    hasReturnedSince: trackReturns(window),
    ...reports,
  })
  const handleShellMount = (restoreInput = () => {}) => {
    window.handleShellMount?.()
    endShellWatch()
    onShellMount()
    restoreInput()
  }
  return { loader, signals, onShellMount: handleShellMount }
}

interface PageReports extends Pick<ReturnType<typeof startReports>, 'signals'> {
  readonly onShellMount: (restoreInput: (() => void) | undefined) => void
}

interface SiteParts extends Omit<RouteOptions, 'remotes'>, PageReports {
  readonly needsDocument: () => boolean
  readonly history: BrowserHistory
  readonly content: OwnerContent
  readonly isolation: Isolation
}

async function renderSite(
  { remotes, site, shell }: PageData,
  { history, content, signals, onShellMount, needsDocument, ...parts }: SiteParts,
) {
  const { session, loader } = parts
  const container = document.getElementById('root')
  if (container === null) throw new Error('The page has no #root element.')
  const isReplacing = shell !== undefined && !__webpack_public_path__.endsWith(`/${shell.release}/`)
  // Another shell has rendered what is there. It stays until this one has the page.
  const prerendered = isReplacing ? null : readPrerenderMark(session.read(), container)
  const navigate: Host['navigate'] = (to, options) => void navigation.navigate(to, options)
  const host = createHost({
    session,
    prerendered,
    site,
    content,
    ...(prerendered && readPrerenderedValues(container)),
    remotes,
    signals,
    navigate,
    actions: createActions(site, { navigate }),
    loadDestinations: () => loadDestinations({ remotes, loader, session, content }),
    Showcase: createRemoteShowcase({ remotes, loader, runWhenIdle }),
  })
  const prerenderedPage = loadPrerenderedPage({ remotes, loader, prerendered, container })
  const navigation = await runInTask(() =>
    createNavigation({
      routes: buildRoutes({ remotes, content, ...parts }),
      history,
      prerendered: prerenderedPage?.route,
      needsDocument,
      onLeave() {
        keepMessage(window)
        setUnsavedChanges(false) // the visitor has been asked, or may no longer open the page
      },
    }),
  )
  parts.isolation.follow(() => navigation.listRoutes().flatMap(({ isolatedBy }) => isolatedBy ?? []))
  // A guard may close the page when the visitor's state changes, here or in another tab.
  session.subscribe(() => void navigation.revalidate())
  skipTransitions(navigation, document)
  const restoreInput = isReplacing ? await navigation.firstPage.then(() => keepInput(container)) : undefined
  const page = (
    <NavigationProvider navigation={navigation}>
      <RootLayout
        host={host}
        prerendered={prerendered}
        banner={<PreviewBanner remotes={remotes} />}
        prerenderedPage={prerenderedPage}
        search={createRemoteSearch({ remotes, loader })}
        Page={CurrentPage}
        hasPreloader={prerendered === null && !isReplacing}
        onMount={() => onShellMount(restoreInput)}
      />
    </NavigationProvider>
  )
  // React renders a transition in slices, and anything else in one long task.
  await runInTask(() => startTransition(() => renderPage(page, { container, prerendered, signals })))
  return navigation
}
