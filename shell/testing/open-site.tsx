import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { CloseMatch } from '@portico/protocol/release/close-matches.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { createHost } from '../boot/create-host.ts'
import { createBrowserHistory } from '../navigation/browser-history.ts'
import { createNavigation } from '../navigation/create-navigation.ts'
import { CurrentPage, NavigationProvider } from '../navigation/navigation-provider.tsx'
import { buildRoutes } from '../pages/build-routes.tsx'
import { followLeftovers } from '../pages/document-leftovers.ts'
import { RootLayout } from '../pages/root-layout.tsx'
import { createIsolation } from '../remotes/isolation.ts'
import { createRemoteLoader } from '../remotes/remote-loader.ts'
import { createRemoteSearch } from '../search/remote-search.tsx'
import { createConfirmation } from '../session/confirm-session.ts'
import { createSessionStore } from '../session/session-store.ts'
import { createRemoteShowcase } from '../showcase/remote-showcase.tsx'
import { createTestBrowser } from './browser.ts'
import { loadedCodec } from './loaded-codec.ts'
import { createSelectedRemote } from './selected-remote.ts'
import { site } from './site.ts'
import { createTestWindow } from './test-window.ts'

/** A signed-in visitor. */
export const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

/** A remote with a page in every access group. */
const remote = createSelectedRemote([
  { path: '/', title: 'HomePage' },
  { path: '/auth/login', access: 'auth', title: 'Login' },
  { path: '/profile/verify', access: 'verify', title: 'Email Verification' },
  { path: '/logout', access: 'logout', title: 'Logout' },
  { path: '/secret', access: 'private', title: 'Secret', searchable: true, showcase: true },
  { path: '/secret/:name', access: 'private', title: 'Secret of' },
])

const stable = remote.release
const canary: typeof stable = { ...stable, version: '1.3.0', hash: '11111111' }

const createPage = (title: string) => () => <h1 tabIndex={-1}>{title}</h1>

/** The default pages of `remote`: a heading with the title. */
const pages = new Map<string, ComponentType>(
  remote.release.pages.map(({ path, title }) => [path, createPage(title)]),
)

const HealthyShowcase = () => <p>Stable showcase</p>

interface OpenSiteOptions {
  readonly at: string
  /** undefined: unknown, because storage is blocked. */
  readonly visitor?: SessionRecord | null | undefined
  /** Responds to the shell's requests; the server is unreachable by default. */
  readonly fetch?: typeof globalThis.fetch
  /** Loads a page; `attempt` counts from 1. */
  readonly load?: (
    path: string,
    attempt: number,
  ) => Promise<ComponentType | undefined> | ComponentType | undefined
  /** Loads the search of `remote`, which has none by default. */
  readonly search?: (attempt: number) => Promise<unknown>
  /** Loads the showcase of /secret. */
  readonly showcase?: (attempt: number) => Promise<unknown>
  readonly isOnline?: boolean
  /** Whether the release is a canary that `load` controls, with a healthy stable release as its fallback. */
  readonly isCanary?: boolean
  /** The contract of the release; the newest by default. */
  readonly contractVersion?: number
  /** Pages that the server finds close to an address; none by default, because it is unreachable. */
  readonly closeMatches?: readonly CloseMatch[]
}

/** Renders the whole shell with `remote` at an address, as one visitor sees it. */
export function openSite({
  at,
  visitor,
  load = () => undefined,
  search,
  showcase,
  isCanary,
  closeMatches,
  contractVersion = stable.contractVersion,
  isOnline = true,
  ...server
}: OpenSiteOptions) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (closeMatches === undefined) throw new TypeError('Failed to fetch')
    return Response.json({ matches: closeMatches })
  })
  const selected: SelectedRemote = isCanary
    ? { ...remote, release: canary, arm: 'canary', fallback: stable }
    : { ...remote, release: { ...stable, contractVersion } }
  const browser = createTestBrowser({ blocksReading: visitor === undefined, ...server })
  if (visitor) browser.items.set(sessionTokenKey, encodeSessionToken(visitor))
  const session = createSessionStore(browser.openTab(), loadedCodec)
  session.start()
  const requested = vi.fn<(path: string, attempt: number) => void>()
  const shown: string[] = []
  const container = document.body.appendChild(document.createElement('div'))
  const isolation = createIsolation()
  const loader = createRemoteLoader({
    isolation,
    deadlineMs: 120_000,
    isOnline: () => isOnline,
    hasReturnedSince: () => false,
    onEnd: () => {},
    onMount: ({ arm, remote: { release } }) => shown.push(`${arm} ${release.version}`),
    fetchModule: async ({ release }, attempt) => {
      const isHealthy = isCanary && release === stable
      const lazy = async (path: string) => {
        requested(path, attempt)
        return { Component: (isHealthy ? undefined : await load(path, attempt)) ?? pages.get(path) }
      }
      const routes = [...pages.keys()].map((path) => ({ path, lazy: () => lazy(path) }))
      const lazyShowcase = async () => (isHealthy ? { Component: HealthyShowcase } : showcase?.(attempt))
      return {
        remote: {
          routes,
          ...(search && { search: { lazy: () => search(attempt) } }),
          ...(showcase && { showcases: { '/secret': { lazy: lazyShowcase } } }),
        },
      }
    },
  })
  const host = createHost({
    session,
    site,
    remotes: [selected],
    navigate: (to) => void navigation.navigate(to),
    Showcase: createRemoteShowcase({ remotes: [selected], loader, runWhenIdle: (work) => work() }),
  })
  const routes = buildRoutes({
    remotes: [selected],
    loader,
    isolation,
    leftovers: followLeftovers(document),
    content: { prepare: async () => {} },
    session,
    confirmSession: createConfirmation(session, new EventTarget()),
  })
  const testWindow = createTestWindow(at)
  const navigation = createNavigation({ routes, history: createBrowserHistory(testWindow) })
  session.subscribe(() => void navigation.revalidate())
  const caught = vi.fn<(error: unknown) => void>()
  const layout = (
    <RootLayout
      host={host}
      search={search && createRemoteSearch({ remotes: [selected], loader })}
      Page={CurrentPage}
    />
  )
  render(<NavigationProvider navigation={navigation}>{layout}</NavigationProvider>, {
    container,
    onCaughtError: caught,
  })
  return {
    address: testWindow.address,
    requested,
    /** Arm and version of each page that was on the screen. */
    shown,
    browser,
    caught,
    go: (to: string) => navigation.navigate(to),
    goBack: () => testWindow.move(-1),
    session,
  }
}
