import { telOf } from '#domain/email-address.ts'
import './enquiries.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Enquiry } from '#contract/office/enquiries.ts'
import { useToday } from '#web/today.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/dialog.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useFilters, useLasts } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import {
  enquiriesQuery,
  enquiryQuery,
  stateOf,
  useExportEnquiries,
  useSetEnquiryState,
} from './enquiry-queries.ts'

const states = {
  new: ['look', 'New'],
  open: ['open', 'Open'],
  done: ['good', 'Answered'],
  spam: ['off', 'Spam'],
} as const
const kinds = { feedback: 'Message', party: 'Party', bespoke: 'Private class' } as const

/** What people wrote to the business: who has waited longest stands first. */
export function EnquiriesPage() {
  const today = useToday()
  const [{ state, sort }, setFilters] = useFilters({ state: 'waiting', sort: '' })
  const list = useInfiniteQuery(enquiriesQuery(useOfficeApi(), { state, sort }))
  const [opened, setOpened] = useState<number>()
  const mayExport = useMay('people.export')
  const exporting = useExportEnquiries()
  return (
    <>
      <PageHead title="Enquiries" />
      <Filters>
        <ChoiceFilter
          label="State"
          value={state}
          options={[
            { value: 'waiting', label: 'Waiting' },
            ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
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
            cell: enquiry => <span className="enquiry-about">{enquiry.title || enquiry.content}</span>,
          },
          { heading: 'Kind', cell: enquiry => kinds[enquiry.kind] },
          {
            heading: 'Came',
            sort: 'came',
            cell: enquiry => spokenInstant(enquiry.at, today),
            isMoment: true,
          },
          { heading: 'State', cell: enquiry => <StateOf enquiry={enquiry} /> },
        ]}
        download={mayExport && <DownloadButton file={exporting} input={{ state: stateOf(state) }} />}
        empty={{
          sentence: state === 'waiting' ? 'No enquiry waits for an answer' : 'Nothing stands here',
        }}
      />
      {opened !== undefined && <EnquiryPanel id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const daysUntilLate = 2

function StateOf({ enquiry: { state, waitedDays } }: { enquiry: Enquiry }) {
  const [shape, word] = states[state]
  const isLate = waitedDays >= daysUntilLate
  return (
    <span className={isLate ? 'enquiry-late' : undefined}>
      <StateWord is={isLate ? 'look' : shape}>
        {word}
        {waitedDays > 0 && `, ${waitedDays} working ${waitedDays === 1 ? 'day' : 'days'}`}
      </StateWord>
    </span>
  )
}

function EnquiryPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: enquiry, error, isPending, refetch } = useQuery(enquiryQuery(useOfficeApi(), id))
  const isSlow = useLasts(isPending)
  return (
    <SidePanel title={enquiry ? enquiry.name || enquiry.email || 'Enquiry' : 'Enquiry'} onClose={onClose}>
      {isSlow && <TextSkeleton />}
      {error && !enquiry && <NotLoaded error={error} onRetry={refetch} />}
      {enquiry && <Opened enquiry={enquiry} />}
    </SidePanel>
  )
}

function Opened({ enquiry }: { enquiry: Enquiry }) {
  const today = useToday()
  const setState = useSetEnquiryState()
  const closeDialog = useCloseDialog()
  const { id, version, email, phone, title, content, accountId, at, state, answeredAt, answeredBy } = enquiry
  const press = async (next: Enquiry['state'], said: string) => {
    const saved = await setState.mutateAsync({ id, version, state: next })
    closeDialog()
    showUndo(said, () =>
      setState.mutateAsync({
        id,
        version: saved.version,
        state,
        isUndo: true,
      }),
    )
  }
  const button = (next: Enquiry['state'], label: string, said: string) => (
    <Button
      look={next === 'done' ? 'primary' : 'secondary'}
      isBusy={setState.isPending && setState.variables.state === next}
      onClick={() => void press(next, said).catch(() => {})}
    >
      {label}
    </Button>
  )
  return (
    <div className="stack">
      <p className="quiet">
        {kinds[enquiry.kind]}, {spokenInstant(at, today)} · <StateOf enquiry={enquiry} />
      </p>
      {answeredAt && (
        <p className="quiet">
          Answered {spokenInstant(answeredAt, today)}
          {answeredBy && ` by ${answeredBy}`}
        </p>
      )}
      <p className="row gap-m">
        {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
        {email && (
          <a
            href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(title && `Re: ${title}`)}`}
          >
            {email}
          </a>
        )}
      </p>
      {title && <h3>{title}</h3>}
      <p className="enquiry-content">{content}</p>
      <div className="row gap-s">
        {state !== 'done' && button('done', 'Answered', 'Marked as answered')}
        {state === 'new' && button('open', 'Keep it open', 'Kept open')}
        {(state === 'done' || state === 'spam') && button('open', 'Open it again', 'Opened again')}
        {state !== 'spam' && state !== 'done' && button('spam', 'Spam', 'Marked as spam')}
        {accountId !== null && (
          <LinkButton look="quiet" to={addresses.family({ id: accountId })}>
            Their family
          </LinkButton>
        )}
      </div>
    </div>
  )
}
