import './side-panel.css'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/forms/dialog.tsx'

/**
 * A panel for creating or changing something without leaving a list. It fills a phone's screen. A form in it asks
 * before it is left.
 */
export const SidePanel = ({
  title,
  isWide = false,
  onClose,
  children,
}: {
  title: string
  /** Wide enough for an editor. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog title={title} shape="panel" size={isWide ? 'wide' : 'usual'} onClose={onClose}>
    {children}
  </Dialog>
)
