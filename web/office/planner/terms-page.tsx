import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { longMoment, shortDay } from '#domain/format-dates.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { useNewInAddress } from '../ui/new-in-address.ts'
import { ListNotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { termsQuery, useTermActions } from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { closureInWords } from './session-words.ts'
import { plannerTabs } from './tabs.ts'
import { TermPanel } from './term-panel.tsx'

const stateWords = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const
const stateShapes = { draft: 'open', published: 'good', archived: 'off' } as const
/** Whether only some of its dates are published. */
const isInPart = ({ state, drafts, published }: Term) => state !== 'archived' && drafts > 0 && published > 0
/** Whether it has no dates, so that the next step is a class. */
const isWithoutDates = ({ state, drafts, over, published, isBeingMade }: Term) =>
  state !== 'archived' && drafts + over + published === 0 && !isBeingMade

/** Returns the visible label, with the term's name for screen readers. */
const named = ({ name }: Term, words: string) => ({ 'aria-label': `${words}: ${name}`, children: words })
const inDrafts = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'draft' : 'drafts'}`

/** Lists terms: their days, closures and the button to open them. */
export function TermsPage() {
  const terms = useQuery(termsQuery(useOfficeApi()))
  const mayEdit = useMay('planner.edit')
  const [editedId, setEdited] = useState<number>()
  const [isNewAsked, openNew, closeNew] = useNewInAddress()
  const [publishingId, setPublishing] = useState<number>()
  const { archive, remove } = useTermActions()
  const [ask, question] = useQuestion()
  const makeOne = mayEdit && <Button onClick={openNew}>New term</Button>
  const isEmpty = terms.data?.length === 0
  const isSlow = useDelayed(terms.isPending)
  const edited = terms.data?.find(({ id }) => id === editedId)
  const publishing = terms.data?.find(({ id }) => id === publishingId)
  const removeIt = async ({ id, version, name, drafts, over }: Term) => {
    const facts = [['Drafts', drafts + over]] as const
    if (await ask({ title: `Delete ${name}?`, facts, verb: 'Delete the term' }))
      remove.mutate({ id, version })
  }
  const archiveIt = async ({ id, version, name, state, drafts, publishAt }: Term) => {
    const asked = publishAt &&
      drafts > 0 && {
        title: `Archive ${name}?`,
        facts: [[`Drafts that do not open on ${longMoment(new Date(publishAt))}`, drafts]] as const,
        verb: 'Archive the term',
      }
    if (!asked || (await ask(asked))) archive.mutate({ id, version, isArchived: state === 'published' })
  }
  return (
    <div className="stack">
      <PageHead title="Terms" tabs={plannerTabs} action={!isEmpty && makeOne} />
      {terms.isError && !terms.data && <ListNotLoaded onRetry={terms.refetch} />}
      {isSlow && <ListLoading count={3} shape="row" />}
      {isEmpty && (
        <EmptyState
          title="A term holds the dates of its classes and the days that are closed"
          action={makeOne}
        />
      )}
      <ul className="term-list">
        {terms.data?.map(term => (
          <TermRow
            key={term.id}
            term={term}
            mayEdit={mayEdit}
            isArchiving={archive.isPending && archive.variables.id === term.id}
            onPublish={() => setPublishing(term.id)}
            onEdit={() => setEdited(term.id)}
            onRemove={() => void removeIt(term)}
            onArchive={() => void archiveIt(term)}
          />
        ))}
      </ul>
      {edited && <TermPanel term={edited} onClose={() => setEdited(undefined)} />}
      {isNewAsked && mayEdit && <TermPanel onClose={closeNew} />}
      {publishing && <PublishPanel term={publishing} onClose={() => setPublishing(undefined)} />}
      {question}
    </div>
  )
}

interface TermActionsProps {
  term: Term
  /** Whether the term is being archived or taken out again. */
  isArchiving: boolean
  onPublish: () => void
  onEdit: () => void
  onRemove: () => void
  onArchive: () => void
}

/** One term: its days, closures, state and actions. */
function TermRow({ term, mayEdit, ...given }: TermActionsProps & { mayEdit: boolean }) {
  return (
    <li>
      <div>
        <h2>
          <PageLink to={`${addresses.planner()}?term=${term.id}&day=${term.startDate}`}>{term.name}</PageLink>
        </h2>
        <p className="quiet figures">
          {shortDay(term.startDate)} – {shortDay(term.endDate)} {term.endDate.slice(0, 4)}
          {term.closures.length > 0 && ` · closed ${term.closures.map(closureInWords).join(', ')}`}
        </p>
        <p className="figures">
          {term.isBeingMade ? (
            <StateWord is="part">Being made: {inDrafts(term.drafts + term.over)} so far</StateWord>
          ) : (
            <StateWord is={isInPart(term) ? 'part' : stateShapes[term.state]}>
              {isInPart(term) ? 'Published in part' : stateWords[term.state]}
              {term.publishAt && term.drafts > 0 && ` until ${longMoment(new Date(term.publishAt))}`}
            </StateWord>
          )}{' '}
          · {term.published.toLocaleString('en-GB')} published
          {term.drafts > 0 && `, ${inDrafts(term.drafts)}`}
          {term.over > 0 && !term.isBeingMade && `, ${inDrafts(term.over)} in the past`}
          {term.drafts > 0 && !term.isBeingMade && (
            <>
              {' · '}
              <PageLink
                to={`${addresses.planner()}?term=${term.id}&view=list&only=clashes`}
                {...named(term, 'What clashes')}
              />
            </>
          )}
        </p>
      </div>
      {mayEdit && <TermActions term={term} {...given} />}
    </li>
  )
}

function TermActions({ term, isArchiving, onPublish, onEdit, onRemove, onArchive }: TermActionsProps) {
  return (
    <div className="row">
      {isWithoutDates(term) && (
        <LinkButton
          size="small"
          look="secondary"
          {...named(term, 'New class')}
          to={`${addresses.newClass()}?term=${term.id}`}
        />
      )}
      {term.drafts > 0 && !term.isBeingMade && (
        <Button
          size="small"
          look="secondary"
          {...named(term, term.publishAt ? 'Reschedule' : 'Publish')}
          onClick={onPublish}
        />
      )}
      <Button size="small" look="secondary" {...named(term, 'Change')} onClick={onEdit} />
      <LinkButton
        size="small"
        look="secondary"
        {...named(term, 'Copy')}
        to={addresses.term({ id: term.id })}
      />
      {term.state === 'draft' && term.published === 0 && (
        <Button size="small" look="quiet" {...named(term, 'Delete')} onClick={onRemove} />
      )}
      {term.state !== 'draft' && (
        <Button
          size="small"
          look="quiet"
          {...named(term, term.state === 'published' ? 'Archive' : 'Restore')}
          isBusy={isArchiving}
          onClick={onArchive}
        />
      )}
    </div>
  )
}
