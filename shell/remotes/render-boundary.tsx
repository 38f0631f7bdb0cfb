import { Component, type ReactNode } from 'react'

/** Catches errors that a part of a page throws while rendering, and then renders nothing. React requires a class. */
export class RenderBoundary extends Component<{
  readonly children: ReactNode
  readonly onError: (thrown: unknown) => void
}> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onError(thrown)
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
