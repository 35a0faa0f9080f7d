import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

/** A mistake in one page leaves the rest of the site standing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    // A page's code may have been replaced by a newer version: only a reload brings that.
    return <ErrorPanel title="This page could not be shown" onRetry={() => location.reload()} />
  }
}
