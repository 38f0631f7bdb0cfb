import { type Host, HostContext } from '@portico/kit/contract/contract.ts'
import { createStaticHost } from '@portico/kit/contract/static-host.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { variantListModule } from '../pages/listing/variants/lazy-variant-list.tsx'
import { remote } from '../remote.ts'

const address = 'https://example.com/'

/** A host for a site with this API, or with none. */
export function createCatalogueHost(apiBase: string | null): Host {
  const session = { authenticated: true, record: null }
  const social = {
    facebook: address,
    twitter: address,
    github: address,
    whatsapp: address,
    instagram: address,
    youtube: address,
  }
  const site = {
    name: 'A',
    headline: 'A',
    about: 'A',
    birthDate: '2000-01-01',
    phone: '+12025550143',
    email: 'a@example.com',
    social,
    news: 'A',
    columns: [],
    skills: [],
    apiBase,
  }
  return createStaticHost(site, session)
}

/** Loads the page at `path` as the shell does, and renders it. */
export async function renderCategory(path: string, apiBase: string | null = null, query = '') {
  const route = remote.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`the remote has no route ${path}`)
  const { Component } = await route.lazy()
  // Preload what is usually loaded by the time a row is expanded.
  await variantListModule.load()
  return render(
    <MemoryRouter initialEntries={[path + query]}>
      <HostContext value={createCatalogueHost(apiBase)}>
        <Component />
      </HostContext>
    </MemoryRouter>,
  )
}

/** The row of the table with this name. Not by role: naming every row of a long table takes seconds. */
export function getTableRow(name: string): HTMLElement {
  const row = screen.getByText(name, { selector: 'th *' }).closest('tr')
  if (!row) throw new Error(`"${name}" is in no row of the table`)
  return row
}
