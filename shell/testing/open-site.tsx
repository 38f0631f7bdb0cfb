import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { createHost } from '../boot/create-host.ts'
import { createRemoteLoader } from '../remotes/remote-loader.ts'
import { buildRoutes } from '../router/build-routes.tsx'
import { RootLayout } from '../router/root-layout.tsx'
import { createRemoteSearch } from '../search/remote-search.tsx'
import { createSessionStore } from '../session/session-store.ts'
import { createTestBrowser } from './browser.ts'
import { createSelectedRemote } from './selected-remote.ts'
import { site } from './site.ts'

/** A visitor who is signed in. */
export const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

/** One remote with a page in every access group. */
const remote = createSelectedRemote([
  { path: '/', title: 'HomePage' },
  { path: '/auth/login', access: 'auth', title: 'Login' },
  { path: '/profile/verify', access: 'verify', title: 'Email Verification' },
  { path: '/logout', access: 'logout', title: 'Logout' },
  { path: '/secret', access: 'private', title: 'Secret', searchable: true },
  { path: '/secret/:name', access: 'private', title: 'Secret of' },
])

const stable = remote.release
const canary: typeof stable = { ...stable, version: '1.3.0', hash: '11111111' }

const pageNamed = (title: string) => () => <h1 tabIndex={-1}>{title}</h1>

/** What each page of `remote` loads unless a test says otherwise: a heading with its title. */
const pages = new Map<string, ComponentType>(
  remote.release.pages.map(({ path, title }) => [path, pageNamed(title)]),
)

interface SiteParts {
  readonly at: string
  /** undefined: storage is forbidden, so that nobody knows. */
  readonly visitor?: SessionRecord | null | undefined
  /** What loads a page; counts attempts of its remote from 1. */
  readonly load?: (
    path: string,
    attempt: number,
  ) => Promise<ComponentType | undefined> | ComponentType | undefined
  /** What loads the finder of `remote`; it has none unless a test says otherwise. */
  readonly finder?: (attempt: number) => Promise<unknown>
  /** True: the release is a canary in whose pages `load` has its say; the stable one behind it is sound. */
  readonly isCanary?: boolean
}

/** The whole shell on `remote`, at an address, as one visitor sees it. */
export function openSite({ at, visitor, load = () => undefined, finder, isCanary }: SiteParts) {
  const chosen: SelectedRemote = isCanary
    ? { ...remote, release: canary, arm: 'canary', fallback: stable }
    : remote
  const browser = createTestBrowser({ blocksReading: visitor === undefined })
  if (visitor) browser.items.set(sessionTokenKey, encodeSessionToken(visitor))
  const session = createSessionStore(browser.openTab())
  session.start()
  const asked = vi.fn<(path: string, attempt: number) => void>()
  const loader = createRemoteLoader({
    deadlineMs: 120_000,
    isOnline: () => true,
    onEnd: () => {},
    fetchModule: async ({ release }, attempt) => {
      const isSound = isCanary && release === stable
      const lazy = async (path: string) => {
        asked(path, attempt)
        return { Component: (isSound ? undefined : await load(path, attempt)) ?? pages.get(path) }
      }
      const routes = [...pages.keys()].map((path) => ({ path, lazy: () => lazy(path) }))
      return {
        remote: { contractVersion, routes, ...(finder && { search: { lazy: () => finder(attempt) } }) },
      }
    },
  })
  const host = createHost({
    session,
    site,
    remotes: [chosen],
    navigate: (to) => void router.navigate(to),
    Search: finder && createRemoteSearch({ remotes: [chosen], loader }),
  })
  const children = buildRoutes({ remotes: [chosen], loader, session })
  const router = createMemoryRouter([{ element: <RootLayout host={host} />, children }], {
    initialEntries: [at],
  })
  session.subscribe(() => void router.revalidate())
  const caught = vi.fn<(error: unknown) => void>()
  render(<RouterProvider router={router} onError={() => {}} />, { onCaughtError: caught })
  const address = () => router.state.location.pathname + router.state.location.search
  return { address, asked, browser, caught, go: (to: string) => router.navigate(to), session }
}
