import './messages.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Audience, MessagePreview } from '#contract/office/messages.ts'
import { instantInLondon } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { longMoment } from '#domain/format-dates.ts'
import { maxSubjectLength } from '#domain/limits.ts'
import {
  bracedWords,
  cannotFillIn,
  fillInsOf,
  isThisAdvertising,
  type MessageKind,
  messageSentences,
  unknownFillIn,
} from '#domain/office/messages.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '#web/ui/forms/field.tsx'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/forms/form-draft.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { useSettled } from '#web/ui/settled.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { FactsTable, useQuestion } from '../ui/question.tsx'
import { Exceptions } from './exceptions.tsx'
import { type Draft, previewQuery, useSendMessage, useTestMessage } from './message-queries.ts'
import { Samples } from './samples.tsx'

interface Written {
  kind: MessageKind
  subject: string
  text: string
  isNotAdvertising: boolean
  /** A time of London's clock, '2026-12-01T09:00'; '' for now. */
  at: string
  /** The accounts, the orders of guests, and the popup's addresses that were taken out. */
  exceptAccountIds: number[]
  exceptOrderIds: number[]
  exceptSubscriptionIds: number[]
}
const nothing: Written = {
  ...{ kind: 'service', subject: '', text: '', isNotAdvertising: false },
  ...{ at: '', exceptAccountIds: [], exceptOrderIds: [], exceptSubscriptionIds: [] },
}

/** The numbers and samples are read again after so long without a change. */
const pauseMilliseconds = 400

/** The words that are typed are kept in the tab until the message is sent. */
function useWritten(draft: string): [Written, (changes: Partial<Written>) => void] {
  const [written, setWritten] = useState<Written>(() => ({
    ...nothing,
    ...JSON.parse(readDraft(draft) ?? '{}'),
  }))
  const change = (changes: Partial<Written>) => {
    const next = { ...written, ...changes }
    setWritten(next)
    keepDraft(draft, JSON.stringify(next))
  }
  return [written, change]
}

/** The form of a message, with the numbers of its audience, three mails as they will arrive, and the question before sending. */
export function WriteMessage({ audience: whole }: { audience: Audience }) {
  const draftKey = `message.${JSON.stringify(whole)}`
  const [written, change] = useWritten(draftKey)
  const { kind, subject, text, isNotAdvertising, at, exceptAccountIds, exceptOrderIds } = written
  const { exceptSubscriptionIds } = written
  const out = { exceptAccountIds, exceptOrderIds, exceptSubscriptionIds }
  const audience: Audience = { ...whole, ...out }
  const [problems, setProblems] = useState<Record<string, string>>({})
  const mayOffer = useMay('message.all')
  const navigate = useNavigate()
  const send = useSendMessage()
  const test = useTestMessage()
  const [ask, question] = useQuestion()
  const client = useQueryClient()
  const api = useOfficeApi()
  const asked = { audience, kind, subject, text }
  const preview = useQuery(previewQuery(api, useSettled(asked, pauseMilliseconds)))
  const handle = (error: unknown) => {
    if (!(error instanceof OfficeRefusal)) return
    if (error.facts && 'fields' in error.facts) setProblems(error.facts.fields)
    if (error.officeCode === 409) void preview.refetch()
  }
  /** A problem goes once its field, or what it says about the kind, was changed. */
  const correct = (changes: Partial<Written>) => {
    change(changes)
    const isOfKind = 'kind' in changes || 'isNotAdvertising' in changes
    setProblems(present =>
      Object.fromEntries(
        Object.entries(present).filter(
          ([name]) =>
            !(name in changes || (name === 'sendAt' && 'at' in changes) || (name === 'text' && isOfKind)),
        ),
      ),
    )
  }
  /** Asks before sending, once the words are complete and no advertising for those who did not agree. */
  const press = async (as: MessageKind) => {
    const found = problemsOf(asked)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const draft = { ...asked, kind: as }
    const { about, mailed, toRing, withoutConsent, advertising } = await client.fetchQuery(
      previewQuery(api, draft),
    )
    if (as === 'service' && advertising && !isNotAdvertising) {
      setProblems({ text: isThisAdvertising(advertising.words) })
      return
    }
    const sendAt = at ? instantInLondon(...(at.split('T') as [string, string])) : undefined
    const answer = await ask({
      title: `${as === 'offers' ? 'Send the offer' : 'Send'} to ${counted(mailed, 'address', 'addresses')}?`,
      facts: [['To', about], ...factsOf({ mailed, toRing, withoutConsent })],
      children: sendAt ? (
        <p>It is sent on {longMoment(sendAt)}. Until then it can be stopped.</p>
      ) : (
        <p>It is sent at once. What has been sent cannot be recalled.</p>
      ),
      verb: sendAt ? 'Send it then' : 'Send it now',
    })
    if (!answer) return
    const { id } = await send.mutateAsync({
      ...draft,
      isNotAdvertising,
      expected: { mailed, toRing },
      ...(sendAt && { sendAt: sendAt.toISOString() }),
    })
    forgetDraft(draftKey)
    navigate(addresses.message({ id }))
  }
  const tryIt = async () => {
    setProblems({})
    const { email } = await test.mutateAsync(asked)
    showSuccess(`A test is on its way to ${email}`)
  }
  const problemOf = (name: string) => (problems[name] ? { error: problems[name] } : {})
  return (
    <div className="stack write-message">
      <p className="strong">{preview.data ? `To ${preview.data.about}` : '…'}</p>
      {mayOffer && (
        <Select
          label="Kind"
          value={kind}
          options={[
            { value: 'service', label: 'About what they booked' },
            { value: 'offers', label: 'Offers: only to those who agreed' },
          ]}
          onChange={event => correct({ kind: event.currentTarget.value as MessageKind })}
        />
      )}
      <Field
        data-begins
        label="Subject"
        maxLength={maxSubjectLength}
        value={subject}
        isStarred
        {...problemOf('subject')}
        onChange={event => correct({ subject: event.currentTarget.value })}
      />
      <TextArea
        label="Message"
        rows={8}
        maxLength={5_000}
        value={text}
        isStarred
        hint={`Filled in for each: ${bracedWords(fillInsOf[audience.to])}. An address of your site on a line of its own becomes a button`}
        {...problemOf('text')}
        onChange={event => correct({ text: event.currentTarget.value })}
      />
      {whole.to !== 'family' && <Exceptions audience={whole} kind={kind} out={out} onChange={change} />}
      <Field
        label="Send it later"
        type="datetime-local"
        value={at}
        hint="Empty: it is sent at once"
        {...problemOf('sendAt')}
        onChange={event => correct({ at: event.currentTarget.value })}
      />
      <WithAnswer query={preview}>
        {answer => (
          <>
            <FactsTable facts={factsOf(answer)} />
            {answer.advertising && (
              <Advertising
                advertising={answer.advertising}
                mayOffer={mayOffer}
                isNotAdvertising={isNotAdvertising}
                onChange={correct}
              />
            )}
            <p className="row gap-s">
              {answer.advertising && !isNotAdvertising ? (
                answer.advertising.offerMailed > 0 && (
                  <Button
                    isBusy={send.isPending}
                    onClick={() => {
                      correct({ kind: 'offers' })
                      void press('offers').catch(handle)
                    }}
                  >
                    Send it as an offer: to the {answer.advertising.offerMailed.toLocaleString('en-GB')} who
                    agreed
                  </Button>
                )
              ) : (
                <Button
                  isBusy={send.isPending}
                  disabled={answer.mailed + answer.toRing === 0}
                  onClick={() => void press(kind).catch(handle)}
                >
                  Send to {counted(answer.mailed, 'address', 'addresses')}
                </Button>
              )}
              <Button look="secondary" isBusy={test.isPending} onClick={() => void tryIt().catch(handle)}>
                Send me a test
              </Button>
            </p>
            {text.trim() !== '' && <Samples samples={answer.samples} isFolded />}
          </>
        )}
      </WithAnswer>
      {question}
    </div>
  )
}

const factsOf = ({
  mailed,
  toRing,
  withoutConsent,
}: Pick<MessagePreview, 'mailed' | 'toRing' | 'withoutConsent'>) =>
  (
    [
      ['By email', mailed],
      ['To ring: no email', toRing],
      ['Have not agreed to offers', withoutConsent],
    ] as const
  ).filter(([what, count]) => what === 'By email' || count > 0)

/** Says why a message with advertising in it cannot go to all, and offers the way round to who knows better. */
function Advertising({
  advertising: { words, offerMailed },
  mayOffer,
  isNotAdvertising,
  onChange,
}: {
  advertising: NonNullable<MessagePreview['advertising']>
  mayOffer: boolean
  isNotAdvertising: boolean
  onChange: (changes: { isNotAdvertising: boolean }) => void
}) {
  return (
    <section aria-label="Advertising" className="hint-box stack gap-s">
      <p role="status">
        {!isNotAdvertising && `${isThisAdvertising(words)}.`}
        {!isNotAdvertising && !mayOffer && ' A manager can send it as an offer.'}
        {!isNotAdvertising && mayOffer && offerMailed === 0 && ' None of these agreed.'}
      </p>
      <Checkbox
        label="It is about what they booked, and no advertising"
        checked={isNotAdvertising}
        onChange={event => onChange({ isNotAdvertising: event.currentTarget.checked })}
      />
    </section>
  )
}

/** Finds what is missing in a message, by field, before somebody is asked whether to send it. */
function problemsOf({ audience, subject, text }: Pick<Draft, 'audience' | 'subject' | 'text'>) {
  const known = fillInsOf[audience.to]
  const unknownIn = (words: string) => {
    const word = unknownFillIn(words, known)
    return word && cannotFillIn(word, known)
  }
  const found = {
    subject: subject.trim() === '' ? messageSentences.subjectRequired : unknownIn(subject),
    text: text.trim() === '' ? messageSentences.textRequired : unknownIn(text),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])),
  )
}
