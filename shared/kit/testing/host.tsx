import { render } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { type Host, HostContext, PageNotFound } from '../contract/contract.ts'
import { createStaticHost } from '../contract/static-host.ts'
import { createTestRouter } from './test-router.tsx'
import { testSite } from './test-site.ts'

/** A host with `testSite`, a signed-in visitor and no pages, apart from `changes`. */
export function createTestHost(changes: Partial<Host> = {}): Host {
  return { ...createStaticHost(testSite, { authenticated: true, record: null }), ...changes }
}

interface RenderPageOptions {
  readonly host?: Host
  /** The address to open. */
  readonly at?: string
  /** The route that the page serves. */
  readonly path?: string
}

/** Renders `page` as the shell would, without the shell; returns the router, to read the address from. */
export function renderPage(page: ReactNode, options: RenderPageOptions = {}) {
  const { router, node } = hostPage(page, options)
  render(node)
  return router
}

/** The same, to be rendered by the test. */
export function hostPage(page: ReactNode, options: RenderPageOptions) {
  const { host = createTestHost(), at = '/', path = '*' } = options
  const router = createTestRouter(page, { at, path })
  return { router, node: <HostContext value={host}>{router.node}</HostContext> }
}

/** Replaces the shell's error boundary around a page that throws: shows whether it threw `PageNotFound`. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return <p>{this.state.error instanceof PageNotFound ? 'Page Not Found' : 'Another error'}</p>
  }
}
