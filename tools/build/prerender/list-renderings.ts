import type { ContentSelection } from '@portico/kit/content/content-selection.ts'
import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import type { PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import { getAuthenticated, type VisitorState, visitorStates } from '@portico/kit/session/visitor-state.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import type { RemotePrerender } from '@portico/protocol/release/prerender.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'

/** A page at one address, to be rendered for the visitors in one state. */
export interface Rendering
  extends Pick<RemotePrerender['pages'][number], 'path' | 'address' | 'view' | 'next'> {
  readonly visitor: VisitorState
  /** What it shows of the owner's content. */
  readonly content?: ContentSelection
}

/**
 * Lists what to render of the pages that are prerendered: each address of a page, for each state in which visitors may see
 * it, with each of its views, and for requests with `?next=` as well if it passes that on. The metadata lists the addresses of a path
 * with parameters. A page that shows the owner's content is rendered once for all of its addresses.
 */
export function listRenderings({ pages }: RemoteManifest, metadata: PageMetadataList): Rendering[] {
  return pages
    .filter(({ prerender }) => prerender !== undefined)
    .flatMap((page) => {
      const { path, content } = page
      const addresses = metadata.filter((entry) => entry.path === path).map(({ head }) => head.address)
      const places =
        hasParameters(path) && content === undefined
          ? addresses.map((address) => ({ path, address }))
          : [{ path, ...(content !== undefined && { content }) }]
      const views = [{}, ...listViews(page).map((view) => ({ view }))]
      const variants = passesNext(page) ? ([{}, { next: 'unnamed' }, { next: 'named' }] as const) : [{}]
      const visitors = visitorStates.filter((visitor) => mayOpen(page, getAuthenticated(visitor)))
      return places.flatMap((place) =>
        visitors.flatMap((visitor) =>
          views.flatMap((view) => variants.map((variant) => ({ ...place, visitor, ...view, ...variant }))),
        ),
      )
    })
}

function listViews({ prerender }: RemoteManifest['pages'][number]): readonly string[] {
  return typeof prerender === 'object' ? (prerender.views ?? []) : []
}

function passesNext({ prerender }: RemoteManifest['pages'][number]): boolean {
  return typeof prerender === 'object' && prerender.next === true
}
