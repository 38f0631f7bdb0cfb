import { HostContext } from '@portico/shared/contract/contract.ts'
import { createStaticHost } from '@portico/shared/contract/static-host.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { PageMetadataList } from '@portico/shared/release/page-metadata.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { metadata } from 'app/metadata'
import { remote } from 'app/remote'
import { type ComponentType, createElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { renderToHtml } from './render-to-html.ts'

/** The metadata of all pages, for search engines and link previews. */
export function listMetadata(site: Site, pages: readonly RemotePage[]): PageMetadataList {
  return pages.flatMap((page) => {
    const getMetadata = metadata[page.route ?? '']
    return (getMetadata?.({ site, page, pages }) ?? []).map((head) => ({ path: page.path, head }))
  })
}

/** Renders a page for a signed-out visitor of a site without other remotes. */
export async function renderPage(site: Site, path: string): Promise<{ html: string; canHydrate: boolean }> {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (route === undefined) throw new Error('the remote has no route for this path')
  const { Component } = await route.lazy()
  // The layout's ids have no prefix, so the page's must have one.
  const html = await renderToHtml(createPage(site, path, Component), 'page-')
  // In the browser generated ids differ, because the page is elsewhere in the tree. A page that uses ids renders
  // differently with another prefix.
  const canHydrate = html === (await renderToHtml(createPage(site, path, Component), 'other-'))
  return { html, canHydrate }
}

function createPage(site: Site, path: string, Component: ComponentType) {
  const router = createMemoryRouter([{ path, element: createElement(Component) }], { initialEntries: [path] })
  return createElement(
    HostContext,
    { value: createStaticHost(site) },
    createElement(RouterProvider, { router }),
  )
}
