import { Sprout } from 'lucide-react'
import { usePage } from '#web/app.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The one placeholder, for screens that are being built. */
export function ComingPage() {
  const { title } = usePage()
  return (
    <EmptyState
      title={title}
      level={1}
      picture={<Sprout aria-hidden="true" className="size-20 rounded-full bg-good-soft p-4 text-good" />}
      action={<LinkButton to="/home/classes">Find a class</LinkButton>}
    >
      This page is coming soon. In the meantime, there is plenty to book.
    </EmptyState>
  )
}
