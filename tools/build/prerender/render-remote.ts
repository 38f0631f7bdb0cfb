import { type ContentSelection, nameSelection } from '@portico/kit/content/content-selection.ts'
import { type ContentPort, HostContext } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import { createStaticHost } from '@portico/kit/contract/static-host.ts'
import { getAuthenticated } from '@portico/kit/session/visitor-state.ts'
import { createMarkedContent } from '@portico/protocol/template/marked-content.ts'
import {
  createMarkedSite,
  markedNextName,
  markedProfile,
  markedPublicUrl,
  nextSlot,
} from '@portico/protocol/template/marked-site.ts'
import { metadata } from 'app/metadata'
import { remote } from 'app/remote'
import { createElement } from 'react'
import { matchPath, Route, Routes, StaticRouter } from 'react-router'
import type { Rendering } from './list-renderings.ts'
import { renderToHtml } from './render-to-html.ts'

/** The metadata of all pages, for search engines and link previews. */
export function listMetadata(pages: readonly RemotePage[]): PageMetadataList {
  const site = createMarkedSite()
  return pages.flatMap((page) => {
    const getMetadata = metadata[page.route ?? '']
    const content = page.content && createMarkedContent(page.content)
    return (getMetadata?.({ site, page, pages, content }) ?? []).map((head) => ({ path: page.path, head }))
  })
}

/** Renders a page for the visitors in one state, on a site without other remotes. */
export async function renderPage({
  path,
  address = path,
  visitor,
  view,
  next,
  content,
}: Rendering): Promise<{ html: string; canHydrate: boolean }> {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (route === undefined) throw new Error('the remote has no route for this path')
  const { Component } = await route.lazy()
  const session = { authenticated: getAuthenticated(visitor), record: null }
  const host = {
    ...createStaticHost(createMarkedSite(), session),
    publicUrl: markedPublicUrl,
    signInWith: [], // the server leaves out what the site doesn't offer
    profile: markedProfile,
    content: createMarkedPort(path, content),
    nameNext: () => (next === 'named' ? markedNextName : null),
  }
  const query = new URLSearchParams({
    ...(view !== undefined && { [view]: '' }),
    ...(next !== undefined && { next: nextSlot }),
  })
  const at = query.size === 0 ? address : `${address}?${query}`
  const render = (idPrefix: string) => {
    const page = createElement(Route, { path, element: createElement(Component) })
    const router = createElement(StaticRouter, { location: at }, createElement(Routes, null, page))
    return renderToHtml(createElement(HostContext, { value: host }, router), idPrefix)
  }
  // The layout's ids have no prefix, so the page's must have one.
  const html = await render('page-')
  // In the browser generated ids differ, because the page is elsewhere in the tree. A page that uses ids renders differently with
  // another prefix alone. What differs each time, such as the clock, is a mistake that hydration reports.
  const usesIds = html !== (await render('other-')) && html === (await render('page-'))
  // The site's policy blocks style attributes in HTML, and hydration would not set them. Rendering the page anew does.
  const styled = checkSlots(html)
  const unstyled = styled.replaceAll(/ style="[^"]*"/g, '')
  return { html: unstyled, canHydrate: !usesIds && unstyled === styled }
}

/** The content of the page at every address, as marks. */
function createMarkedPort(path: string, content: ContentSelection | undefined): ContentPort {
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries(matchPath(path, path)?.params ?? {}))
    parameters[name] = value ?? ''
  const page = content
    ? { name: nameSelection(content), parameters, value: createMarkedContent(content) }
    : null
  return { page, all: undefined, load: () => Promise.reject(new Error('A build has no content.')) }
}

/** The server fills in the path encoded as in a query, and cannot do what the page did to it otherwise. */
function checkSlots(html: string): string {
  const rest = html.replaceAll(encodeURIComponent(nextSlot), '')
  if (!rest.includes(nextSlot.slice(1))) return html
  throw new Error(
    'it changes ?next= in a way that the server cannot reproduce. Pass it on in URLSearchParams',
  )
}
