import { type Host, HostContext, PageNotFound } from '@portico/shared/contract/contract.ts'
import { createStaticHost } from '@portico/shared/contract/static-host.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { render } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** The owner's values for tests. */
export const sampleSite: Site = {
  name: 'Sample Person',
  headline: 'Makes samples',
  about: 'First part.\n\nSecond part.',
  birthDate: '2000-02-03',
  phone: '+12025550143',
  email: 'sample@example.com',
  location: 'Sample Town',
  social: {
    facebook: 'https://facebook.example/sample',
    twitter: 'https://twitter.example/sample',
    github: 'https://github.example/sample',
    whatsapp: 'https://whatsapp.example/sample',
    instagram: 'https://instagram.example/sample',
    youtube: 'https://youtube.example/sample',
  },
  news: 'No news',
  columns: [],
  skills: ['Sampling', 'Testing'],
  apiBase: null,
}

/** A host that shows `sampleSite` and knows no page, changed by `changes`. */
export function fakeHost(changes: Partial<Host> = {}): Host {
  const session = { authenticated: true, record: null }
  return { ...createStaticHost(sampleSite, session), ...changes }
}

/** Renders `page`, which serves the route `path`, at the address `at`; returns the router to read the address from. */
export function renderPage(page: ReactNode, host: Host = fakeHost(), at = '/', path = '*') {
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [at] })
  render(
    <HostContext value={host}>
      <RouterProvider router={router} />
    </HostContext>,
  )
  return router
}

/** Stands for the shell around a page that fails: says whether that was Page Not Found. */
export class CatchError extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return <p>{this.state.error instanceof PageNotFound ? 'Page Not Found' : 'Another error'}</p>
  }
}
