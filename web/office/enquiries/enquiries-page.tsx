import './enquiries.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToday } from '#web/today.tsx'
import { enquiryTabs } from '../catalogue/tabs.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { enquiriesQuery, stateOf, useExportEnquiries } from './enquiry-queries.ts'
import { StateOf } from './enquiry-state.tsx'
import { enquiryKinds, enquiryStates } from './enquiry-words.ts'

/** Lists enquiries; the one that has waited longest is first. */
export function EnquiriesPage() {
  const today = useToday()
  // Opens the enquiry in the address, to which the family made from it links.
  const [{ state, sort, enquiry: inAddress }, setFilters] = useFilters({
    state: 'waiting',
    sort: '',
    enquiry: '',
  })
  const list = useInfiniteQuery(enquiriesQuery(useOfficeApi(), { state, sort }))
  const [opened, setOpened] = useState(Number(inAddress) || undefined)
  const close = () => {
    setOpened(undefined)
    if (inAddress) setFilters({ enquiry: '' }, { replace: true })
  }
  const mayExport = useMay('people.export')
  const exporting = useExportEnquiries()
  return (
    <>
      <PageHead title="Enquiries" tabs={enquiryTabs} />
      <Filters>
        <ChoiceFilter
          label="State"
          value={state}
          options={[
            { value: 'waiting', label: 'Waiting for us' },
            ...Object.entries(enquiryStates).map(([value, [, label]]) => ({ value, label })),
            { value: 'all', label: 'All' },
          ]}
          onChange={chosen => setFilters({ state: chosen })}
        />
      </Filters>
      <DataTable
        label="Enquiries"
        list={list}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        sort={sort}
        onSort={by => setFilters({ sort: by })}
        columns={[
          {
            heading: 'From',
            sort: 'from',
            cell: enquiry => enquiry.name || enquiry.email || enquiry.phone || 'Nobody named',
          },
          {
            heading: 'About',
            onPhone: 'plain',
            cell: enquiry => <span className="enquiry-about">{enquiry.title || enquiry.content}</span>,
          },
          { heading: 'Kind', cell: enquiry => enquiryKinds[enquiry.kind], onPhone: 'plain' },
          {
            heading: 'Came',
            sort: 'came',
            cell: enquiry => spokenInstant(enquiry.at, today),
            isMoment: true,
            onPhone: 'plain',
          },
          { heading: 'Whose', cell: ({ assignee }) => assignee || '–' },
          { heading: 'State', cell: enquiry => <StateOf enquiry={enquiry} />, onPhone: 'aside' },
        ]}
        download={mayExport && <DownloadButton file={exporting} input={{ state: stateOf(state) }} />}
        empty={{
          sentence: state === 'waiting' ? 'No enquiry waits for an answer' : 'No enquiry is here',
        }}
      />
      {opened !== undefined && <EnquiryPanel id={opened} onClose={close} />}
    </>
  )
}
