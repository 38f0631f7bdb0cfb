import type { ComponentType, ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { fillProfileSlots, profileSlots, type ShownProfile } from '../account/shown-profile.ts'
import { RemoteManifestSchema } from '../release/manifest.ts'
import { hasParameters } from '../release/page-paths.ts'
import { nextNameSlot, nextSlot } from '../release/prerender.ts'
import { mayOpen } from '../session/access.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { getAuthenticated, type VisitorState, visitorStates } from '../session/visitor-state.ts'
import { fillOwnerHtml } from '../site/fill-owner-template.ts'
import { createMarkedSite, markedPublicUrl } from '../site/marked-site.ts'
import { type Site, SiteSchema } from '../site/site.ts'
import { hydrateInBrowser, renderAsBuild } from '../testing/prerender.tsx'
import { HostContext, type Session } from './contract.ts'
import { createStaticHost } from './static-host.ts'

// Prerenders and hydrates the prerendered pages of every remote, for visitors in every state, without naming one. The
// addresses of pages with parameters come from the owner's content, which only a build reads: the remotes test them.

const manifests = import.meta.glob('../../remote-*/manifest.ts', { eager: true })
const remotes = import.meta.glob('../../remote-*/remote.ts')
const owner = import.meta.glob('../../site.config.json', { eager: true })

const RemoteSchema = v.object({
  remote: v.object({ routes: v.array(v.object({ path: v.string(), lazy: v.function() })) }),
})
const PageSchema = v.object({ Component: v.custom<ComponentType>((it) => typeof it === 'function') })
const sample = v.parse(v.object({ default: SiteSchema }), owner['../../site.config.json']).default
const { sample: _, location: __, ...required } = sample
/** What pages show depends on which values an owner has. */
const owners: Readonly<Record<string, Site>> = {
  'who has every value': { ...sample, apiBase: null },
  'who has an API and little else': {
    ...required,
    name: '<b>"Ada" & \'co\'</b>',
    columns: [],
    skills: [],
    apiBase: 'https://api.example/v1?a=b&',
  },
}

const prerendered = Object.entries(manifests).flatMap(([file, module]) => {
  const { manifest } = v.parse(v.object({ manifest: RemoteManifestSchema }), module)
  const pages = manifest.pages.filter(({ prerender, path }) => prerender && !hasParameters(path))
  return pages.flatMap((page) => {
    const remote = file.replace('manifest.ts', 'remote.ts')
    const { next, views = [] } = typeof page.prerender === 'object' ? page.prerender : {}
    const queries = ['', ...views.map((view) => `${view}=`)].flatMap((view) =>
      next ? [view, `${view}&next=${encodeURIComponent(nextSlot)}`] : [view],
    )
    const addresses = queries.map((query) => (query === '' ? page.path : `${page.path}?${query}`))
    return visitorStates
      .filter((visitor) => mayOpen(page, getAuthenticated(visitor)))
      .flatMap((visitor) => addresses.map((address) => ({ path: page.path, address, visitor, remote })))
  })
})

/** The site offers one of the two. */
const signInWith = ['github'] as const

const profile: ShownProfile = {
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  verifiedBy: 'email',
  memberSince: '2 Jan 2026',
  hasPassword: 'no',
}

const nameNext = (address: string) => (address.includes('next=') ? nextNameSlot : null)

const records: Readonly<Record<VisitorState, SessionRecord | null>> = {
  'signed-out': null,
  unverified: { username: 'eve', done: true, isVerify: false, github: false, gmail: false },
  'signed-in': { username: 'ada', done: true, isVerify: true, github: false, gmail: false },
}

async function componentOf({ remote, path }: { remote: string; path: string }): Promise<ComponentType> {
  const { routes } = v.parse(RemoteSchema, { ...Object(await remotes[remote]?.()) }).remote
  return v.parse(PageSchema, await routes.find((route) => route.path === path)?.lazy()).Component
}

/** The page for visitors in a state: in the browser one of them, on an owner's site; in the build nobody in particular, of no owner. */
function hosted(
  Page: ComponentType,
  { path, address, visitor }: Pick<(typeof prerendered)[number], 'path' | 'address' | 'visitor'>,
  owner: Site | null,
): ReactNode {
  const authenticated = getAuthenticated(visitor)
  const atBuild: Session = { authenticated, record: null }
  const session: Session = { authenticated, record: owner === null ? null : records[visitor] }
  const host = createStaticHost(owner ?? createMarkedSite(), session)
  const publicUrl = owner === null ? markedPublicUrl : location.origin
  const router = createMemoryRouter([{ path, element: <Page /> }], { initialEntries: [address] })
  return (
    <HostContext
      value={{
        ...host,
        publicUrl,
        nameNext,
        signInWith: owner === null ? [] : signInWith,
        profile: owner === null ? profileSlots : profile,
        session: { ...host.session, prerendered: atBuild, refresh: () => new Promise(() => {}) }, // a slow server
      }}
    >
      <RouterProvider router={router} />
    </HostContext>
  )
}

test('finds prerendered pages for visitors in every state', () => {
  expect(new Set(prerendered.map(({ visitor }) => visitor))).toEqual(new Set(visitorStates))
})

test.each(prerendered)(
  '$address of every owner is readable without scripts by visitors who are $visitor, and hydration keeps every element',
  async (page) => {
    vi.stubGlobal('fetch', () => new Promise(() => {})) // a slow server
    const Page = await componentOf(page)
    const built = await renderAsBuild(() => hosted(Page, page, null))
    expect(await renderAsBuild(() => hosted(Page, page, null), 'other-'), 'no ids of useId').toBe(built)

    for (const [owner, site] of Object.entries(owners)) {
      const values = { site, year: 2025, publicUrl: location.origin, signInWith }
      const html = fillProfileSlots(fillOwnerHtml(built, values), profile, (text) => text)
      const { container, lost, unmount } = await hydrateInBrowser(html, hosted(Page, page, site))
      expect(container.querySelector('h1')?.textContent, owner).toMatch(/\S/)
      expect(container.querySelector('script, style, [hidden][id^="S:"]'), owner).toBeNull()
      expect(lost, owner).toEqual([])
      await unmount()
    }
  },
)
