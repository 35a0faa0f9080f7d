import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

/** A mistake in one page or piece, or its code that did not come, leaves the rest of the site standing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    // Its code may have been replaced by a newer version: only a reload brings that.
    return <ErrorPanel title="This could not be shown" onRetry={() => location.reload()} />
  }
}
