import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getAuthenticated, type VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getRedirect, mayOpen } from '@portico/protocol/session/access.ts'
import type { NextValues } from '@portico/protocol/template/parts.ts'
import type { Theme } from '@portico/protocol/theme.ts'
import { LRUCache } from 'lru-cache'
import { createBoundedCache } from '../http/caching/bounded-cache.ts'
import { describeSelection } from '../rollouts/selection/read-visitor.ts'
import type { Selection } from '../rollouts/selection/select-releases.ts'
import { type PageTemplate, renderPage } from './html/make-page.ts'
import { findRendering, readFilter, showsProfile } from './prerendered/find-rendering.ts'
import { getYear } from './prerendered/site-templates.ts'
import type { MatchedPage } from './selection/match-page.ts'
import { readNext } from './selection/read-next.ts'
import { findPage } from './seo/find-page.ts'
import { getNextMetadata, getPageMetadata } from './seo/get-page-metadata.ts'
import { type MetadataServices, type MetadataSource, openMetadataSource } from './seo/metadata-source.ts'
import type { FilterValues } from './template/filter-rows.ts'

/** The visitor's state; `unknown` if there is a session cookie and the database is unavailable. */
export type KnownState = VisitorState | 'unknown'

export type PagePlan =
  | { readonly redirect: string }
  | {
      readonly redirect: null
      readonly template: PageTemplate
      /** Values to fill into the template, or null. */
      readonly next: NextValues | null
      /** What to filter a page for visitors without JavaScript by, or null. */
      readonly filter: FilterValues | null
      /** Whether to fill in the visitor's profile, too. */
      readonly needsProfile: boolean
      /** False: no page has this address. */
      readonly isFound: boolean
    }

export interface PageRequest extends Selection {
  readonly document: DiscoveryDocument
  readonly state: KnownState
  readonly theme: Theme | null
  readonly inspector: ReleaseFile | null
  /** Whether the browser has the shell's fonts in its cache. */
  readonly hasFonts: boolean
  /** Path and query, decodable. */
  readonly address: string
  /** Path and query exactly as the browser sent them. */
  readonly originalAddress: string
}

const maxTemplateLength = 24 * 1024 * 1024
const maxPlans = 5_000
const maxKeyLength = 1_000 // so that invented addresses can't fill the memory

/** Plans responses. A repeated request costs one lookup. */
export function createPagePlanner(services: MetadataServices) {
  const sources = openMetadataSource(services)
  const templates = new LRUCache<string, PageTemplate>({
    maxSize: maxTemplateLength,
    sizeCalculation: ({ length }) => length,
  })
  const plans = createBoundedCache<PagePlan>(maxPlans)
  let document: DiscoveryDocument | null = null
  let year = getYear()
  let content = sources.readContent()

  function plan(wanted: PageRequest, selection: string): PagePlan {
    const { remotes, state, theme, inspector, hasFonts, address, originalAddress } = wanted
    const matched = findPage(remotes, address.replace(/[?#].*$/s, ''), sources)
    const redirect = matched === null ? null : findRedirect(matched, state, originalAddress)
    if (redirect !== null) return { redirect }
    const request = { ...wanted, matched, ...describe(wanted, matched, sources) }
    const { metadata, preload, rendering, content, searchPath, preview } = request
    // A view has a title of its own.
    const page = [matched?.page.path, metadata?.canonical, metadata?.title, content?.parameters, preview]
    const frame = [preload !== null, theme, inspector !== null, hasFonts, rendering?.frame, searchPath]
    const rendered = [rendering?.page, rendering?.withoutQuery]
    // The number of keys is bounded by the number of pages and of the addresses in their metadata.
    const key = JSON.stringify([selection, page, frame, rendered])
    const template = templates.get(key) ?? renderPage(request, sources, services)
    templates.set(key, template)
    const { next, filter, needsProfile } = request
    return { redirect: null, template, next, filter, needsProfile, isFound: matched !== null }
  }

  return (wanted: PageRequest): PagePlan => {
    if (wanted.document !== document || getYear() !== year || sources.readContent() !== content) {
      templates.clear()
      plans.clear()
      document = wanted.document
      year = getYear()
      content = sources.readContent()
    }
    const selection = describeSelection(wanted)
    const { state, theme, hasFonts, originalAddress } = wanted
    const key = `${state} ${theme} ${hasFonts} ${selection} ${originalAddress}`
    const known = plans.get(key)
    if (known !== undefined) return known
    const planned = plan(wanted, selection)
    if (key.length < maxKeyLength) plans.set(key, planned)
    return planned
  }
}

/** Where to redirect the visitor, or null. While their state is unknown, the browser decides. */
function findRedirect({ page }: MatchedPage, state: KnownState, address: string): string | null {
  return state === 'unknown' ? null : getRedirect(page.access, getAuthenticated(state), address)
}

/** The parts of a page that depend on the visitor's state and on the address. */
function describe(
  { shell, remotes, state, address, originalAddress }: PageRequest,
  matched: MatchedPage | null,
  sources: MetadataSource,
) {
  const searchable = remotes
    .flatMap(({ release }) => release.pages)
    .find((page) => page.searchable === true && !/[:*]/.test(page.path) && mayPreload(page, state))
  const searchPath = searchable?.path ?? null
  if (matched === null)
    return {
      metadata: null,
      preview: null,
      preload: null,
      rendering: null,
      content: null,
      next: null,
      filter: null,
      needsProfile: false,
      searchPath,
    }
  const isOn = matched.remote.off === undefined
  const next = readNext(matched, originalAddress, remotes)
  const isRendered = shell !== null && state !== 'unknown'
  const mayShow = isOn && state !== 'unknown' && mayOpen(matched.page, getAuthenticated(state))
  const rendering = isRendered ? findRendering({ matched, shell: shell.release, state, address, next }) : null
  return {
    metadata: getPageMetadata(matched, address, sources),
    preview: getNextMetadata(matched, originalAddress, { remotes, sources }),
    preload: isOn && mayPreload(matched.page, state) ? matched : null,
    rendering,
    // Content is sent only to visitors who may open the page.
    content: mayShow ? (sources.findContent(matched.page, address.replace(/[?#].*$/s, '')) ?? null) : null,
    next: (rendering?.page ?? rendering?.withoutQuery)?.next === undefined ? null : next,
    filter: rendering?.withoutQuery ? readFilter(matched, originalAddress) : null,
    needsProfile: rendering !== null && rendering.page !== null && showsProfile(matched.page),
    searchPath,
  }
}

/**
 * Whether to preload a page's code. The code isn't secret, so a visitor with a session cookie counts as signed in.
 */
function mayPreload(page: Pick<RemotePage, 'access'>, state: KnownState): boolean {
  return state === 'unknown' ? page.access !== 'auth' : mayOpen(page, getAuthenticated(state))
}
