import { HostContext } from '@portico/shared/contract/contract.ts'
import { hydrateInBrowser, renderAsBuild } from '@portico/shared/testing/prerender.tsx'
import { MemoryRouter } from 'react-router'
import { remote } from '../remote.ts'
import { createCatalogueHost } from './render-category.tsx'

/** Prerenders the page at `path` and hydrates it at `address`, by default the same. Hydration fails on any difference. */
export async function hydratePage(path: string, address = path) {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`the remote has no route ${path}`)
  const { Component } = await route.lazy()
  const createNode = (at: string) => (
    <MemoryRouter initialEntries={[at]}>
      <HostContext value={createCatalogueHost(null)}>
        <Component />
      </HostContext>
    </MemoryRouter>
  )
  const html = await renderAsBuild(() => createNode(path))
  return { html, ...(await hydrateInBrowser(html, createNode(address))) }
}
