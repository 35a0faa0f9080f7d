import { useInfiniteQuery } from '@tanstack/react-query'
import { useToday } from '#web/today.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { subscriptionsQuery, useExportSubscriptions } from './message-queries.ts'
import { messageTabs } from './message-tabs.ts'

/** Lists the addresses that visitors left on the site to be sent offers. */
export function SubscriptionsPage() {
  const today = useToday()
  const list = useInfiniteQuery(subscriptionsQuery(useOfficeApi()))
  const exporting = useExportSubscriptions()
  return (
    <>
      <PageHead title="Addresses for offers" tabs={messageTabs}>
        <p>
          Left on your site by visitors. Offers go to these and to families who agreed, once to each address.
        </p>
      </PageHead>
      <DataTable
        label="Addresses for offers"
        list={list}
        keyOf={({ email }) => email}
        columns={[
          { heading: 'Address', cell: ({ email }) => email, isName: true },
          {
            heading: 'Since',
            cell: ({ subscribedAt }) => spokenInstant(subscribedAt, today),
            isMoment: true,
          },
          {
            heading: 'State',
            cell: ({ endedAt }) =>
              endedAt ? (
                <StateWord is="off">Ended {spokenInstant(endedAt, today)}</StateWord>
              ) : (
                <StateWord is="good">Gets offers</StateWord>
              ),
          },
        ]}
        download={<DownloadButton file={exporting} input={{}} />}
        empty={{ sentence: 'Nobody has left an address yet' }}
      />
    </>
  )
}
