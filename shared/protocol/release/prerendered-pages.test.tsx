import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { emptyContent, type OwnerContent } from '@portico/kit/content/content.ts'
import { nameSelection, selectContent } from '@portico/kit/content/content-selection.ts'
import { createContent } from '@portico/kit/content/create-content.ts'
import { type ContentPort, HostContext, type Session } from '@portico/kit/contract/contract.ts'
import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { createStaticHost } from '@portico/kit/contract/static-host.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { getAuthenticated, type VisitorState, visitorStates } from '@portico/kit/session/visitor-state.ts'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import { fillHtml } from '@portico/kit/testing/fill-html.ts'
import { hostileContent, hostileSources } from '@portico/kit/testing/hostile-content.ts'
import { hydrateInBrowser, renderAsBuild } from '@portico/kit/testing/prerender.tsx'
import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import type { ComponentType, ReactNode } from 'react'
import { matchPath } from 'react-router'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { mayOpen } from '../session/access.ts'
import { createMarkedContent } from '../template/marked-content.ts'
import {
  createMarkedSite,
  markedNextName,
  markedProfile,
  markedPublicUrl,
  nextSlot,
} from '../template/marked-site.ts'
import { hasParameters } from './page-paths.ts'

// Prerenders and hydrates the prerendered pages of every remote, for visitors in every state, without naming one. Of the pages with
// parameters, those that show the owner's content.

const manifests = import.meta.glob('../../../remote-*/manifest.ts', { eager: true })
const remotes = import.meta.glob('../../../remote-*/remote.ts')
const owner = import.meta.glob('../../../site.config.json', { eager: true })

const RemoteSchema = v.object({
  remote: v.object({ routes: v.array(v.object({ path: v.string(), lazy: v.function() })) }),
})
const PageSchema = v.object({ Component: v.custom<ComponentType>((it) => typeof it === 'function') })
const sample = v.parse(v.object({ default: SiteSchema }), owner['../../../site.config.json']).default
const { sample: _, location: __, ...required } = sample
/** What pages show depends on which values an owner has. */
const little: Site = {
  ...required,
  name: '<b>"Ada" & \'co\'</b>',
  columns: [],
  skills: [],
  apiBase: 'https://api.example/v1?a=b&',
}
const few = (count: number) =>
  createContent({ ...hostileSources, projects: hostileSources.projects.slice(0, count) })
const slugs = hostileContent.projects.map(({ slug }) => slug)
const owners: Readonly<Record<string, Owner>> = {
  'who has every value': { site: { ...sample, apiBase: null }, content: hostileContent },
  'who has an API and little else': { site: little, content: emptyContent },
  'who has one project': { site: sample, content: few(1) },
  'who has two projects and pairing codes': {
    site: { ...sample, pairingStreams: Object.fromEntries(slugs.map((slug) => [slug, '/codes'])) },
    content: few(2),
  },
}

interface Owner {
  readonly site: Site
  readonly content: OwnerContent
}

const prerendered = Object.entries(manifests).flatMap(([file, module]) => {
  const { manifest } = v.parse(v.object({ manifest: RemoteManifestSchema }), module)
  const pages = manifest.pages.filter(
    ({ prerender, path, content }) => prerender && (!hasParameters(path) || content !== undefined),
  )
  return pages.flatMap((page) => {
    const remote = file.replace('manifest.ts', 'remote.ts')
    const { next, views = [] } = typeof page.prerender === 'object' ? page.prerender : {}
    const queries = ['', ...views.map((view) => `${view}=`)].flatMap((view) =>
      next ? [view, `${view}&next=${encodeURIComponent(nextSlot)}`] : [view],
    )
    const addresses = queries.map((query) => (query === '' ? page.path : `${page.path}?${query}`))
    return visitorStates
      .filter((visitor) => mayOpen(page, getAuthenticated(visitor)))
      .flatMap((visitor) =>
        addresses.map((address) => ({ path: page.path, address, visitor, remote, content: page.content })),
      )
  })
})

/** The site offers one of the two. */
const signInWith = ['github'] as const

const profile: FormattedProfile = {
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  verifiedBy: 'email',
  memberSince: '2 Jan 2026',
  hasPassword: 'no',
}

const next = { next: nextSlot, name: 'Food & <drink>' }
const nameAs = (name: string) => (address: string) => (address.includes('next=') ? name : null)

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
  { path, address, visitor, content }: Omit<(typeof prerendered)[number], 'remote'>,
  owner: Owner | null,
): ReactNode {
  const authenticated = getAuthenticated(visitor)
  const atBuild: Session = { authenticated, record: null }
  const session: Session = { authenticated, record: owner === null ? null : records[visitor] }
  const host = createStaticHost(owner?.site ?? createMarkedSite(), session)
  const publicUrl = owner === null ? markedPublicUrl : location.origin
  return (
    <HostContext
      value={{
        ...host,
        publicUrl,
        nameNext: nameAs(owner === null ? markedNextName : next.name),
        content: createPort({ path, address, content }, owner),
        signInWith: owner === null ? [] : signInWith,
        profile: owner === null ? markedProfile : profile,
        session: { ...host.session, prerendered: atBuild, refresh: () => new Promise(() => {}) }, // a slow server
      }}
    >
      {createTestRouter(<Page />, { at: address, path }).node}
    </HostContext>
  )
}

/** The content as it comes with the page: in the build marks, in the browser what the server has made of the owner's. */
function createPort(
  { path, address, content }: Pick<(typeof prerendered)[number], 'path' | 'address' | 'content'>,
  owner: Owner | null,
): ContentPort {
  const load = () => Promise.reject(new Error('The page has its content.'))
  if (content === undefined) return { page: null, all: undefined, load }
  const parameters = readParameters(path, address)
  const value =
    owner === null ? createMarkedContent(content) : selectContent(owner.content, content, parameters)
  return { page: { name: nameSelection(content), parameters, value }, all: undefined, load }
}

function readParameters(path: string, address: string): Record<string, string> {
  const { params = {} } = matchPath(path, address.replace(/\?.*/, '')) ?? {}
  return Object.fromEntries(Object.entries(params).map(([name, value = '']) => [name, value]))
}

/** The addresses of a page on an owner's site: one for the page's own, or one for each project. */
function listAddresses({ path, address, content }: (typeof prerendered)[number], owner: Owner): string[] {
  const addresses = hasParameters(path)
    ? owner.content.projects.map(({ slug }) => path.replace(/:\w+/, slug))
    : [address]
  if (content === undefined) return addresses
  return addresses.filter(
    (each) => selectContent(owner.content, content, readParameters(path, each)) !== null,
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

    for (const [name, owner] of Object.entries(owners))
      for (const address of listAddresses(page, owner)) {
        const shown = page.content && {
          tree: owner.content,
          parameters: readParameters(page.path, address),
        }
        const values = { site: owner.site, year: 2025, publicUrl: location.origin, signInWith, page: shown }
        const html = fillHtml(built, values, { profile, next })
        const node = hosted(Page, { ...page, address }, owner)
        const { container, lost, unmount } = await hydrateInBrowser(html, node)
        expect(container.querySelector('h1')?.textContent, name).toMatch(/\S/)
        expect(container.querySelector('script, style, template, [hidden][id^="S:"]'), name).toBeNull()
        expect(lost, name).toEqual([])
        await unmount()
      }
  },
)
