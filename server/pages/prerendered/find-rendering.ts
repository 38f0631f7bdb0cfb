import { getAuthenticated, type VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { isAtOrBelow } from '@portico/protocol/release/page-paths.ts'
import {
  anyPath,
  isServerOnly,
  type RemotePrerender,
  type ShellPrerender,
} from '@portico/protocol/release/prerender.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import type { NextValues } from '@portico/protocol/template/parts.ts'
import { hasSameParameters, type MatchedPage } from '../selection/match-page.ts'
import type { FilterValues } from '../template/filter-rows.ts'

/** A page and its frame that the builds have prerendered for one visitor state. */
export interface Rendering {
  /** null: the page is not prerendered for this address; the frame holds a loading screen. */
  readonly page: RemotePrerender['pages'][number] | null
  /** The page without the query on which it depends, for visitors without JavaScript; null: it doesn't, or isn't prerendered. */
  readonly withoutQuery: RemotePrerender['pages'][number] | null
  readonly frame: ShellPrerender['frames'][number]
}

/** Which page was requested, by whom. */
interface RenderingQuery {
  readonly matched: MatchedPage
  readonly shell: ShellRelease
  readonly state: VisitorState
  /** Path and query. */
  readonly address: string
  /** What the page passes on; null: nothing. */
  readonly next: NextValues | null
}

/** Finds the prerendered HTML for this visitor at this address; null if there is none, or they may not see it. */
export function findRendering({ matched, shell, state, address, next }: RenderingQuery): Rendering | null {
  const { remote, page } = matched
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  if (remote.off !== undefined || !mayOpen(page, getAuthenticated(state))) return null
  const isFor = ({ visitor = 'signed-out' }: { readonly visitor?: VisitorState }) => visitor === state
  const variant = next === null ? undefined : next.name === null ? 'unnamed' : 'named'
  const view = findView(matched, query)
  const rendered =
    remote.release.prerendered?.pages
      .filter((rendering) => rendering.path === page.path && rendering.view === view)
      .filter((rendering) => rendering.next === variant && isFor(rendering))
      .filter(({ html }) => isServerOnly(html.file))
      .find(({ address: own }) => own === undefined || hasSameParameters(page.path, own, path)) ?? null
  const frame = findFrame(shell, { state, path })
  if (frame === undefined) return null
  // Of a page that shows the visitor's profile, the browser renders every other view.
  return dependsOnQuery(matched, query)
    ? { page: null, withoutQuery: showsProfile(page) ? null : rendered, frame }
    : { page: rendered, withoutQuery: null, frame }
}

/** Whether a page shows the visitor's profile. */
export function showsProfile({ prerender }: MatchedPage['page']): boolean {
  return typeof prerender === 'object' && prerender.profile === true
}

/** The parameter of the view that the query asks for; undefined: the page itself. */
function findView({ page }: MatchedPage, query: string): string | undefined {
  if (typeof page.prerender !== 'object') return undefined
  const parameters = new URLSearchParams(query)
  return page.prerender.views?.find((name) => parameters.has(name))
}

/** What the query asks a page to show, of the parameters that its manifest names. */
export function readFilter({ page }: MatchedPage, address: string): FilterValues {
  const names = typeof page.prerender === 'object' ? (page.prerender.except ?? []) : []
  const parameters = new URLSearchParams(address.replace(/^[^?]*/, ''))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function dependsOnQuery({ page }: MatchedPage, query: string): boolean {
  if (typeof page.prerender !== 'object') return false
  const parameters = new URLSearchParams(query)
  return page.prerender.except?.some((name) => parameters.has(name)) ?? false
}

/** The layout that marks the link to the page at `path` or to its parent; the one for any other path. */
export function findFrame(
  { prerendered }: ShellRelease,
  { state, path }: { readonly state: VisitorState; readonly path: string },
): ShellPrerender['frames'][number] | undefined {
  const frames = prerendered?.frames.filter(({ visitor = 'signed-out' }) => visitor === state) ?? []
  const own = frames.find((frame) => isAtOrBelow(path, frame.path))
  return own ?? frames.find((frame) => frame.path === anyPath)
}
