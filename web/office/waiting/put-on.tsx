import './waiting.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundPerson } from '#contract/office/families.ts'
import type { FullDate } from '#contract/office/waiting.ts'
import { isPhoneNumber } from '#domain/email-address.ts'
import { splitName } from '#domain/office/split-name.ts'
import { sentences } from '#domain/sentences.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { familyQuery, searchQuery } from '../families/family-queries.ts'
import { NewFamily } from '../families/new-family.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { SearchFailed, WithAnswer } from '../ui/not-loaded.tsx'
import { useSearchHits } from '../ui/search-hits.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { useTyped } from '../ui/typed.ts'
import { fullDatesQuery, usePutOn } from './waiting-queries.ts'

interface ChosenDate {
  offeringId: number
  /** Undefined if any date of the class will do. */
  sessionId?: number | undefined
  title: string
  when: string
  isForAdults: boolean
}
export interface ChosenFamily {
  id: number
  name: string
}

interface Given {
  /** The date to wait for; if undefined it is chosen here. */
  date?: ChosenDate
  /** The family that waits; if undefined it is chosen here. */
  family?: ChosenFamily
}

/** Puts a child of a family on the waiting list of a full date. */
export const PutOn = ({ onClose, ...given }: Given & { onClose: () => void }) => (
  <SidePanel title="Put on a waiting list" onClose={onClose}>
    <Choosing {...given} />
  </SidePanel>
)

function Choosing({ date: givenDate, family: givenFamily }: Given) {
  const [date, setDate] = useState(givenDate)
  const [family, setFamily] = useState(givenFamily)
  return (
    <div className="stack">
      {givenDate && <Chosen label="Waits for" words={`${givenDate.title}, ${givenDate.when}`} />}
      {family ? (
        <Chosen
          label="Family"
          words={family.name}
          onChange={givenFamily ? undefined : () => setFamily(undefined)}
        />
      ) : (
        <FindFamily onChoose={setFamily} />
      )}
      {family &&
        (date ? (
          <>
            {!givenDate && (
              <Chosen
                label="Waits for"
                words={`${date.title}, ${date.when}`}
                onChange={() => setDate(undefined)}
              />
            )}
            <ChooseChild family={family} date={date} />
          </>
        ) : (
          <FindDate onChoose={setDate} />
        ))}
    </div>
  )
}

export function Chosen({
  label,
  words,
  onChange,
}: {
  label: string
  words: string
  onChange?: (() => void) | undefined
}) {
  return (
    <p className="waiting-chosen">
      <span>
        <span className="quiet">{label}</span> <span className="strong">{words}</span>
      </span>
      {onChange && (
        <Button look="quiet" size="small" aria-label={`Change: ${label}`} onClick={onChange}>
          Change
        </Button>
      )}
    </p>
  )
}

const minLetters = 2

/** Finds a family by words, or makes a new one. */
export function FindFamily({
  words: first = '',
  onChoose,
}: {
  /** The words with which the search begins. */
  words?: string
  onChoose: (family: ChosenFamily) => void
}) {
  const mayMake = useMay('family.edit')
  const [isMaking, setMaking] = useState(false)
  const [words, setWords] = useState(first)
  const [typed, setTyped] = useTyped({ value: words, onChange: setWords }, 150)
  const api = useOfficeApi()
  const client = useQueryClient()
  const found = useQuery(searchQuery(api, words))
  const isAsked = words.trim().length >= minLetters
  const families = familiesIn(found.data?.people)
  const hits = useSearchHits({
    find: async typed =>
      typed.trim().length < minLetters
        ? []
        : familiesIn((await client.fetchQuery({ ...searchQuery(api, typed), staleTime: 1000 })).people),
    onChoose: (person: FoundFamily) => onChoose(chosenOf(person)),
  })
  if (isMaking)
    return (
      <>
        <p>
          <Button look="quiet" size="small" onClick={() => setMaking(false)}>
            Back to the search
          </Button>
        </p>
        <NewFamily begins={beginningOf(words)} onMade={onChoose} onChoose={onChoose} />
      </>
    )
  return (
    <>
      <Field
        {...hits.field}
        autoFocus={first === ''}
        data-arrival
        data-begins
        label="Which family?"
        type="search"
        autoComplete="off"
        hint="Name, email, phone or postcode"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <SearchFailed search={found} />
      <p role="status" className="quiet">
        {isAsked && found.isSuccess && families.length === 0 && `No family found for “${words}”`}
      </p>
      {isAsked && families.length > 0 && (
        <ul className="waiting-choices" aria-label="Families found" {...hits.list}>
          {families.map(person => (
            <li key={person.accountId}>
              <button type="button" onClick={() => onChoose(chosenOf(person))}>
                <span className="strong">{chosenOf(person).name}</span>{' '}
                <span className="quiet">{hintOf(person)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {mayMake && (
        <p>
          <Button look="secondary" size="small" onClick={() => setMaking(true)}>
            New family
          </Button>
        </p>
      )}
    </>
  )
}

type FoundFamily = FoundPerson & { accountId: number }

const familiesIn = (people: FoundPerson[] = []): FoundFamily[] =>
  people.flatMap(({ accountId, ...person }) =>
    accountId === null || person.badge === 'closed' ? [] : { ...person, accountId },
  )

const chosenOf = ({ accountId, name, email }: FoundFamily): ChosenFamily => ({
  id: accountId,
  name: name.trim() || email,
})

/** Returns the initial values of a new family's fields, from the words that found nobody. */
function beginningOf(words: string): Partial<Record<'firstName' | 'lastName' | 'email' | 'mobile', string>> {
  const typed = words.trim()
  if (typed.includes('@')) return { email: typed }
  return isPhoneNumber(typed) ? { mobile: typed } : splitName(typed)
}

const hintOf = ({ children, email }: FoundPerson) =>
  children.map(({ name }) => name.split(' ')[0]).join(', ') || email

function FindDate({ onChoose }: { onChoose: (date: ChosenDate) => void }) {
  const today = useToday()
  const [words, setWords] = useState('')
  const [typed, setTyped] = useTyped({ value: words, onChange: setWords }, 150)
  const api = useOfficeApi()
  const client = useQueryClient()
  const found = useQuery(fullDatesQuery(api, words))
  const whenOf = ({ date, startTime }: FullDate) => `${spokenDate(date, today)}, ${startTime}`
  const choose = (date: FullDate) => onChoose({ ...date, when: whenOf(date) })
  const hits = useSearchHits({
    find: typed => client.fetchQuery({ ...fullDatesQuery(api, typed), staleTime: 1000 }),
    onChoose: choose,
  })
  return (
    <>
      <Field
        {...hits.field}
        data-arrival
        data-begins
        label="Which full date?"
        type="search"
        autoComplete="off"
        hint="Class or venue"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <SearchFailed search={found} />
      <p role="status" className="quiet">
        {found.data?.length === 0 &&
          (words ? `No full date found for “${words}”` : 'No date is full: a place can be booked in each')}
      </p>
      <ul className="waiting-choices" aria-label="Full dates" {...hits.list}>
        {found.data?.map(date => (
          <li key={date.sessionId}>
            <button type="button" onClick={() => choose(date)}>
              <span className="strong">{date.title}</span>{' '}
              <span className="quiet">
                {whenOf(date)} · {date.venue}
                {date.waiting > 0 && ` · ${date.waiting} waiting`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function ChooseChild({ family: { id, name }, date }: { family: ChosenFamily; date: ChosenDate }) {
  const family = useQuery(familyQuery(useOfficeApi(), id))
  const putOn = usePutOn()
  const close = useCloseDialog()
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState('')
  const { offeringId, sessionId, isForAdults } = date
  const press = async (children: { id: number; name: string }[]) => {
    const child = isForAdults
      ? undefined
      : (children.find(one => String(one.id) === chosen) ?? onlyOne(children))
    setProblem(isForAdults || child ? '' : sentences.selectYourChild)
    if (!isForAdults && !child) return
    const { position } = await putOn.mutateAsync({
      ...{ accountId: id, offeringId },
      ...(sessionId !== undefined && { sessionId }),
      ...(child && { childId: child.id }),
    })
    close()
    showSuccess(`${child?.name ?? name} is on the list, number ${position}. They are told by email`)
  }
  return (
    <WithAnswer query={family}>
      {({ children }) =>
        !isForAdults && children.length === 0 ? (
          <p>This family has no children yet.</p>
        ) : (
          <form
            className="stack"
            method="dialog"
            onSubmit={event => {
              event.preventDefault()
              void press(children).catch(() => {})
            }}
          >
            {!isForAdults &&
              (onlyOne(children) ? (
                <Chosen label="Child" words={onlyOne(children)?.name ?? ''} />
              ) : (
                <Select
                  data-begins
                  label="Child"
                  value={chosen}
                  error={problem}
                  options={[
                    { value: '', label: 'Please choose' },
                    ...children.map(child => ({ value: String(child.id), label: child.name })),
                  ]}
                  onChange={event => setChosen(event.currentTarget.value)}
                />
              ))}
            <p>
              <Button type="submit" isBusy={putOn.isPending}>
                Put on the list
              </Button>
            </p>
          </form>
        )
      }
    </WithAnswer>
  )
}

const onlyOne = <Child,>(children: Child[]): Child | undefined =>
  children.length === 1 ? children[0] : undefined
