import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Where something could not be shown: in the server's words if it said any, and another try. */
export const NotLoaded = ({
  error,
  onRetry,
  level,
}: {
  error: Error
  onRetry: () => unknown
  level?: 1 | 2
}) => (
  <EmptyState
    level={level}
    title={error instanceof OfficeRefusal ? error.message : 'This could not be loaded. Nothing is lost'}
    action={<Button onClick={() => void onRetry()}>Try again</Button>}
  />
)

/** Where a list could not be (spec 3 §2.3). */
export const ListNotLoaded = ({ onRetry }: { onRetry: () => unknown }) => (
  <EmptyState
    title="This list could not be loaded. Try again"
    action={<Button onClick={() => void onRetry()}>Try again</Button>}
  />
)
