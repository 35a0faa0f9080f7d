import { useInfiniteQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { useToday } from '#web/today.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { PageHead } from '../ui/page-head.tsx'
import { messagesQuery } from './message-queries.ts'
import { MessageState } from './message-state.tsx'
import { messageTabs } from './message-tabs.ts'

/** Lists the messages that staff wrote, the newest first. */
export function MessagesPage() {
  const today = useToday()
  const list = useInfiniteQuery(messagesQuery(useOfficeApi()))
  const write = <LinkButton to={addresses.newMessage()}>New message</LinkButton>
  return (
    <>
      <PageHead title="Messages" action={write} tabs={messageTabs} />
      <DataTable
        label="Messages"
        list={list}
        keyOf={({ id }) => id}
        toOf={({ id }) => addresses.message({ id })}
        columns={[
          { heading: 'Subject', cell: ({ subject }) => subject },
          { heading: 'To', cell: ({ about }) => about, isName: true, onPhone: 'plain' },
          { heading: 'By', cell: ({ by }) => by, onPhone: 'out' },
          {
            heading: 'When',
            cell: ({ sendAt }) => spokenInstant(sendAt, today),
            isMoment: true,
            onPhone: 'plain',
          },
          { heading: 'Sent', cell: ({ sent }) => sent, isNumber: true },
          { heading: 'State', cell: message => <MessageState state={message.state} />, onPhone: 'aside' },
        ]}
        empty={{ sentence: 'No message has been written yet', action: write }}
      />
    </>
  )
}
