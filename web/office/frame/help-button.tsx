import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Menu } from '../ui/menu.tsx'

const PageHelp = lazy(() => import('../help/page-help.tsx').then(file => ({ default: file.PageHelp })))

/** The “?” of each page. Its answers are loaded when it is first pressed. */
export function HelpButton() {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Menu
      id="page-help"
      name="Help with this page"
      className="icon-button"
      label={<CircleQuestionMark aria-hidden="true" />}
      onOpen={() => setOpened(true)}
    >
      {wasOpened && (
        <ErrorBoundary>
          <Suspense fallback={<Skeleton shape="block" />}>
            <PageHelp />
          </Suspense>
        </ErrorBoundary>
      )}
    </Menu>
  )
}
