import { Component, type ReactNode } from 'react'
import { useNavigation, useOpenPage, usePositions } from './navigation-provider.tsx'
import type { OpenPage } from './navigation-state.ts'
import { useRestoreScroll } from './use-restore-scroll.ts'

interface PageBoundaryProps {
  /** The page, once it has loaded. */
  readonly children: ReactNode
  readonly loading: ReactNode
  /** Renders what replaces a page that failed to load, or that threw while rendering. */
  readonly renderFailure: (error: unknown) => ReactNode
}

/** Renders a route's page, or what replaces it while it loads and if it fails. */
export function PageBoundary({ loading, ...props }: PageBoundaryProps) {
  const page = useOpenPage()
  return page.content.status === 'loading' ? loading : <ArrivedPage page={page} {...props} />
}

function ArrivedPage(props: Omit<FailureBoundaryProps, 'onThrow'>) {
  const { invalidate } = useNavigation()
  useRestoreScroll(usePositions(), props.page)
  return <FailureBoundary onThrow={invalidate} {...props} />
}

interface FailureBoundaryProps extends Omit<PageBoundaryProps, 'loading'> {
  readonly page: OpenPage
  readonly onThrow: () => void
}

interface FailureBoundaryState {
  readonly page: OpenPage
  /** What the page has thrown; null: nothing. */
  readonly thrown: { readonly error: unknown } | null
}

/** Every navigation and revalidation renders the page again. React requires a class. */
class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { page: this.props.page, thrown: null }

  static getDerivedStateFromError(error: unknown): Partial<FailureBoundaryState> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps(
    { page }: FailureBoundaryProps,
    state: FailureBoundaryState,
  ): FailureBoundaryState | null {
    return page === state.page ? null : { page, thrown: null }
  }

  override componentDidCatch(): void {
    this.props.onThrow()
  }

  override render(): ReactNode {
    const { page, children, renderFailure } = this.props
    const { thrown } = this.state
    if (thrown) return renderFailure(thrown.error)
    return page.content.status === 'failed' ? renderFailure(page.content.error) : children
  }
}
