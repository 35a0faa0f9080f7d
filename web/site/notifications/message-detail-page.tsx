import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { spokenMoment } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { MessageList } from './message-list.tsx'
import { type MessageDetails, useMarkRead, useMessage } from './queries.ts'

const allMessages = addresses.messages()

/** Shows one notification (spec 2 §2) and marks it as read; without an `id` shows all of them. */
export function MessageDetailPage() {
  const [search] = useSearchParams()
  const id = Number(addresses.messages.read(search).messageId)
  return id ? <OneMessage id={id} /> : <AllMessages />
}

function AllMessages() {
  return (
    <>
      <PageHeading title="Notifications" isNarrow />
      <div className="page-width reading">
        <MessageList />
      </div>
    </>
  )
}

function OneMessage({ id }: { id: number }) {
  const today = useToday()
  const query = useMessage(id)
  const { data: message } = query
  useMarkRead(message?.id)
  if (message) {
    return (
      <>
        <PageHeading title={message.title} isNarrow>
          <time dateTime={message.placedAt}>{spokenMoment(message.placedAt, today)}</time>
        </PageHeading>
        <div className="page-width reading">
          <RichText html={message.contentHtml} />
          <About message={message} />
          <p className="above-xl">
            <PageLink to={allMessages} className="text-link lone-link">
              All notifications
            </PageLink>
          </p>
        </div>
      </>
    )
  }
  return (
    <Missing
      query={query}
      isNamed
      title={sentences.messageNotFound}
      action={<LinkButton to={allMessages}>All notifications</LinkButton>}
    >
      It may have been opened from an old link.
    </Missing>
  )
}

/** Leads to what a notification is about: its order, or the waiting lists. */
function About({ message: { topic, order } }: { message: MessageDetails }) {
  if (topic === 'news') return null
  return (
    <p className="above-l">
      {topic === 'waitingList' ? (
        <LinkButton to={addresses.waiting()}>Your waiting lists</LinkButton>
      ) : order ? (
        <LinkButton to={addresses.ofOrder(order)}>See the order</LinkButton>
      ) : (
        <LinkButton to={addresses.bookings()}>My Bookings</LinkButton>
      )}
    </p>
  )
}
