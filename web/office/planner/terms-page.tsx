import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { longMoment, shortDay } from '#domain/wording.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { useNewInAddress } from '../ui/new-in-address.ts'
import { ListNotLoaded } from '../ui/not-loaded.tsx'
import { useLasts } from '../ui/office-list.ts'
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
/** Some of its dates are published, and others still to be. */
const isInPart = ({ state, drafts, published }: Term) => state !== 'archived' && drafts > 0 && published > 0
/** What comes next is a class in it. */
const isWithoutDates = ({ state, drafts, over, published, isBeingMade }: Term) =>
  state !== 'archived' && drafts + over + published === 0 && !isBeingMade

/** Its words as they are seen, and whose they are for who only hears them. */
const named = ({ name }: Term, words: string) => ({ 'aria-label': `${words}: ${name}`, children: words })
const inDrafts = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'draft' : 'drafts'}`

/** Terms: their days, closures and what opens them. */
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
  const isSlow = useLasts(terms.isPending)
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
      {isSlow && <ListSkeleton count={3} shape="row" />}
      {isEmpty && (
        <EmptyState
          title="A term holds the dates of its classes and the days that are closed"
          action={makeOne}
        />
      )}
      <ul className="term-list">
        {terms.data?.map(term => (
          <li key={term.id}>
            <div>
              <h2>
                <PageLink to={`${addresses.planner()}?term=${term.id}&day=${term.startDate}`}>
                  {term.name}
                </PageLink>
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
            {mayEdit && (
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
                    {...named(term, term.publishAt ? 'Another moment' : 'Publish')}
                    onClick={() => setPublishing(term.id)}
                  />
                )}
                <Button
                  size="small"
                  look="secondary"
                  {...named(term, 'Change')}
                  onClick={() => setEdited(term.id)}
                />
                <LinkButton
                  size="small"
                  look="secondary"
                  {...named(term, 'Copy')}
                  to={addresses.term({ id: term.id })}
                />
                {term.state === 'draft' && term.published === 0 && (
                  <Button
                    size="small"
                    look="quiet"
                    {...named(term, 'Delete')}
                    onClick={() => void removeIt(term)}
                  />
                )}
                {term.state !== 'draft' && (
                  <Button
                    size="small"
                    look="quiet"
                    {...named(term, term.state === 'published' ? 'Archive' : 'Take out again')}
                    isBusy={archive.isPending && archive.variables.id === term.id}
                    onClick={() => void archiveIt(term)}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited && <TermPanel term={edited} onClose={() => setEdited(undefined)} />}
      {isNewAsked && mayEdit && <TermPanel onClose={closeNew} />}
      {publishing && <PublishPanel term={publishing} onClose={() => setPublishing(undefined)} />}
      {question}
    </div>
  )
}
