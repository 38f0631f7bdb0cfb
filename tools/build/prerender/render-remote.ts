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

/** What search engines and previews are told of `pages`. */
export function listMetadata(site: Site, pages: readonly RemotePage[]): PageMetadataList {
  return pages.flatMap((page) => {
    const getMetadata = metadata[page.route ?? '']
    return (getMetadata?.({ site, page, pages }) ?? []).map((head) => ({ path: page.path, head }))
  })
}

/** A page as a signed-out visitor of a site without other remotes sees it. */
export async function renderPage(site: Site, path: string): Promise<{ html: string; canHydrate: boolean }> {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (route === undefined) throw new Error('the remote has no route for it')
  const { Component } = await route.lazy()
  // Not the ids of the frame, which has no prefix.
  const html = await renderToHtml(createPage(site, path, Component), 'page-')
  // The browser counts ids from another place in the tree; what has any comes out otherwise under another prefix.
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
