import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { isExpectedError } from '../pages/is-expected-error.ts'
import type { SignalCollector } from '../remotes/reports/collect-signals.ts'

interface RenderOptions {
  readonly signals: SignalCollector | undefined
  readonly container: HTMLElement
  /** null: nothing that this shell could hydrate. */
  readonly prerendered: PrerenderMark | null
}

/** Hydrates what is prerendered in `container`, or renders the page there. */
export function renderPage(page: ReactNode, { container, prerendered, signals }: RenderOptions): void {
  const handlers = createErrorHandlers(signals)
  if (prerendered !== null) return void hydrateRoot(container, page, handlers)
  createRoot(container, handlers).render(page)
}

/** What React has caught counts; what only differs from the prerendered HTML, which extensions and translators change, doesn't. */
function createErrorHandlers(signals: SignalCollector | undefined): RootOptions {
  const onRecoverableError = (error: unknown) => {
    if (!isExpectedError(error)) console.error(error)
  }
  return {
    onRecoverableError,
    onCaughtError(error, { componentStack }) {
      onRecoverableError(error)
      if (!isExpectedError(error)) signals?.report(error, componentStack)
    },
  }
}
