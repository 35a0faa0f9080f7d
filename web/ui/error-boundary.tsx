import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

/** Keeps the rest of the site working if one page or part fails, or its code cannot be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    // Its code may have been replaced by a newer version, which only a reload brings.
    return <ErrorPanel title="This could not be shown" onRetry={() => location.reload()} />
  }
}
