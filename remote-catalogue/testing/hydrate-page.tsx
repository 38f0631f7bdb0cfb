import { HostContext } from '@portico/kit/contract/contract.ts'
import { hydrateInBrowser, renderAsBuild } from '@portico/kit/testing/prerender.tsx'
import { MemoryRouter } from 'react-router'
import { remote } from '../remote.ts'
import { createCatalogueHost } from './render-category.tsx'

interface Visit {
  /** By default the path. */
  readonly address?: string
  /** The address at which the site expects its visitors. */
  readonly publicUrl?: string
}

/** Prerenders the page at `path` and hydrates it. Hydration fails on any difference. */
export async function hydratePage(path: string, { address = path, publicUrl = location.origin }: Visit = {}) {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`the remote has no route ${path}`)
  const { Component } = await route.lazy()
  const createNode = (at: string) => (
    <MemoryRouter initialEntries={[at]}>
      <HostContext value={{ ...createCatalogueHost(null), publicUrl }}>
        <Component />
      </HostContext>
    </MemoryRouter>
  )
  const html = await renderAsBuild(() => createNode(path))
  return { html, ...(await hydrateInBrowser(html, createNode(address))) }
}
