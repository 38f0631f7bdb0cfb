import { act, cleanup, render, waitFor } from '@testing-library/react'
import { Component, type ComponentType, type ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getAuthState, type SessionRecord } from '../session/session-record.ts'
import { SiteSchema } from '../site/site.ts'
import { hostileContent } from '../testing/hostile-content.ts'
import { detectLeaks, type LeakDetector } from '../testing/leak-detector.ts'
import { createTestRouter } from '../testing/test-router.tsx'
import { type Host, HostContext, PageNotFound } from './contract.ts'
import { contractVersion } from './contract-version.ts'
import { type RemoteManifest, RemoteManifestSchema, type RemotePage } from './manifest.ts'
import { createStaticHost } from './static-host.ts'

// Checks every remote-* folder against the contract, without naming one.

const packages = import.meta.glob('../../../remote-*/package.json')
const manifests = import.meta.glob('../../../remote-*/manifest.ts')
const remotes = import.meta.glob('../../../remote-*/remote.ts')
const owner = import.meta.glob('../../../site.config.json')

const ModuleSchema = v.strictObject({
  remote: v.object({
    routes: v.array(v.object({ path: v.string(), lazy: v.function() })),
    showcases: v.optional(v.record(v.string(), v.object({ lazy: v.function() })), {}),
  }),
})
const PageSchema = v.object({
  Component: v.custom<ComponentType>((it) => typeof it === 'function' || typeof it === 'object'),
})

const load = (found: Record<string, () => Promise<unknown>>, file: string) => found[file]?.()
const site = v.parse(
  v.object({ default: SiteSchema }),
  await load(owner, '../../../site.config.json'),
).default
const folders = Object.keys(packages).map((file) => file.replace('/package.json', ''))

async function loadManifest(folder: string): Promise<RemoteManifest> {
  const module = await load(manifests, `${folder}/manifest.ts`)
  return v.parse(v.object({ manifest: RemoteManifestSchema }), module).manifest
}

async function loadRemote(folder: string) {
  return v.parse(ModuleSchema, { ...Object(await load(remotes, `${folder}/remote.ts`)) }).remote
}

async function loadPage(folder: string, path: string): Promise<ComponentType> {
  const { routes } = await loadRemote(folder)
  const route = routes.find((candidate) => candidate.path === path)
  return v.parse(PageSchema, await route?.lazy()).Component
}

/** The showcase of a page, on a page of another remote. */
async function loadShowcase(folder: string, path: string): Promise<ComponentType> {
  const { showcases } = await loadRemote(folder)
  const { Component: Showcase } = v.parse(PageSchema, await showcases[path]?.lazy())
  return () => (
    <>
      <h1 tabIndex={-1}>Another page</h1>
      <Showcase />
    </>
  )
}

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const visitors: Readonly<Record<RemotePage['access'], SessionRecord | null>> = {
  auth: null,
  open: null,
  verify: { ...ada, isVerify: false },
  logout: ada,
  private: ada,
}

function createHost(access: RemotePage['access'], pages: readonly RemotePage[]): Host {
  const record = visitors[access]
  const session = { authenticated: getAuthState(record), record }
  const content = { page: null, all: hostileContent, load: async () => hostileContent }
  return { ...createStaticHost(site, session), pages, content }
}

// Valid parameter values are unknown here, so a page may respond with Page Not Found, unless they follow from its content.
const toAddress = ({ path, content }: RemotePage) =>
  path
    .replace(/:\w+/g, content === undefined ? 'something' : `${hostileContent.projects[0]?.slug}`)
    .replace('*', 'more')

/** Stands in for the shell around a page that throws. */
class NotFoundBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof PageNotFound) return <h1 tabIndex={-1}>Page Not Found</h1>
    throw error
  }
}

async function mount(Page: ComponentType, page: RemotePage, pages: readonly RemotePage[]) {
  const { path, access } = page
  const element = (
    <NotFoundBoundary>
      <Page />
    </NotFoundBoundary>
  )
  const mounted = render(
    <HostContext value={createHost(access, pages)}>
      {createTestRouter(element, { at: toAddress(page), path }).node}
    </HostContext>,
    { onCaughtError: (error) => error instanceof PageNotFound || console.error(error) },
  )
  await waitFor(() => expect(mounted.container.querySelector('h1')).not.toBeNull())
  return mounted
}

const leastMounts = 5 // what leaks once per mount is left several times

// A header or footer inside a section is not a landmark of the document.
function findLandmarks(container: Element): string[] {
  const landmarks = [
    ...container.querySelectorAll('main, header, footer, [role=main], [role=banner], [role=contentinfo]'),
  ]
  return landmarks
    .filter((it) => !it.parentElement?.closest('article, aside, nav, section'))
    .map(({ tagName }) => tagName)
}

test('finds remotes to check', () => {
  expect(folders.length).toBeGreaterThan(0)
})

describe.each(
  await Promise.all(folders.map(async (folder) => ({ folder, ...(await loadManifest(folder)) }))),
)('the remote $name', ({ folder, name, pages, contractVersion: needed }) => {
  let watch: LeakDetector

  beforeEach(() => {
    watch = detectLeaks()
    // An unavailable server: pages must work without it.
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'away', title: 'Away', status: 503 }, { status: 503 }),
    )
  })
  afterEach(() => {
    cleanup()
    watch.stop()
    vi.unstubAllGlobals()
  })

  test('has the name of its folder and follows the newest contract', () => {
    expect([`remote-${name}`, needed]).toEqual([folder.replace('../../../', ''), contractVersion])
  })

  test('serves each path once', () => {
    const paths = pages.map(({ path }) => path.toLowerCase())
    expect(paths).toEqual([...new Set(paths)])
  })

  test('exports only what the contract names, with the routes and showcases of its manifest', async () => {
    const { routes, showcases } = await loadRemote(folder)
    expect(routes.map(({ path }) => path).sort()).toEqual(pages.map(({ path }) => path).sort())
    const marked = pages.filter(({ showcase }) => showcase).map(({ path }) => path)
    expect(Object.keys(showcases).sort()).toEqual(marked.sort())
  })

  // Pages without a route of their own are one component with different data, which take turns.
  const kinds = [...Map.groupBy(pages, ({ route }) => route ?? 'shared').values()]

  test.each(kinds.map((group) => ({ paths: group.map(({ path }) => path).join(', '), group })))(
    '$paths: each mount has exactly one level-1 heading and no landmarks, and leaks nothing',
    async ({ group }) => {
      await mountOften(
        await Promise.all(group.map(async (page) => ({ page, Page: await loadPage(folder, page.path) }))),
        ({ path }, container) => {
          const headings = [...container.querySelectorAll('h1')]
          expect(
            headings.map(({ tabIndex }) => tabIndex),
            path,
          ).toEqual([-1])
          expect(headings[0]?.textContent, path).toMatch(/\S/)
          expect(findLandmarks(container), path).toEqual([])
        },
      )
    },
  )

  // A showcase is open to everyone, even if its page is not.
  const showcases = pages
    .filter(({ showcase }) => showcase)
    .map((page) => ({ ...page, access: 'open' as const }))

  test.each(showcases)(
    'each mount of the showcase of $path adds no level-1 heading and no landmarks, and leaks nothing',
    async (page) => {
      await mountOften([{ page, Page: await loadShowcase(folder, page.path) }], (_, container) => {
        expect(container.querySelectorAll('h1')).toHaveLength(1)
        expect(findLandmarks(container)).toEqual([])
        expect(container.textContent?.replace('Another page', '')).toMatch(/\S/)
      })
    },
  )

  /** Mounts the pages in turn: each at least once, and five times in all. */
  async function mountOften(
    all: readonly { page: RemotePage; Page: ComponentType }[],
    check: (page: RemotePage, container: HTMLElement) => void,
  ): Promise<void> {
    const once = async ({ Page, page }: (typeof all)[number]) => {
      const { container, unmount } = await mount(Page, page, pages)
      check(page, container)
      unmount()
      await act(async () => {})
    }
    for (const first of all.slice(0, 1)) await once(first) // React keeps one listener per document.
    const before = { outstanding: watch.outstanding(), head: document.head.childElementCount }
    const turns = Array.from({ length: leastMounts }, () => all).flat()
    for (const turn of turns.slice(0, Math.max(leastMounts, all.length))) await once(turn)
    expect(watch.outstanding()).toEqual(before.outstanding)
    expect(document.head.childElementCount).toBe(before.head)
    expect(document.body.textContent).toBe('')
  }
})
