import * as addresses from '#contract/addresses.ts'
import './message-list.css'
import { ChevronRight } from 'lucide-react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenMoment } from '#web/ui/british-dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { type Message, useMessages } from './queries.ts'

/** Lists the parent's notifications, newest first; unread ones have a dot and a word. */
export function MessageList() {
  const { data: messages, isError, refetch } = useMessages()
  if (!messages) return isError ? <ErrorPanel onRetry={refetch} /> : <ListSkeleton count={4} shape="row" />
  if (messages.length === 0) {
    return (
      <EmptyState title="Nothing yet" level={3}>
        When something happens with your bookings, you will read it here.
      </EmptyState>
    )
  }
  return (
    <ul className="notices">
      {messages.map(message => (
        <li key={message.id}>
          <MessageLink message={message} />
        </li>
      ))}
    </ul>
  )
}

function MessageLink({ message: { id, title, placedAt, isRead } }: { message: Message }) {
  return (
    <PageLink
      to={addresses.messages({ messageId: id })}
      className={isRead ? 'notice' : 'notice notice-unread'}
    >
      <span>
        {!isRead && <span className="sr-only">Unread: </span>}
        <span className="notice-title">{title}</span>
        <span className="notice-time">{spokenMoment(placedAt, useToday())}</span>
      </span>
      <ChevronRight aria-hidden="true" className="icon" />
    </PageLink>
  )
}
