import '../ui/thing.css'
import './family.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { AlikePerson } from '#contract/office/families.ts'
import { earliestBirthday } from '#domain/child-details.ts'
import { isEmailAddress, isPhoneNumber } from '#domain/email-address.ts'
import { yearsInWords } from '#domain/office/people.ts'
import { listInWords, peopleSentences } from '#domain/office/people-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { filledIn, type Text, trimmed, useFormReading } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useSettled } from '#web/ui/settled.ts'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, TickField } from '../ui/fields.tsx'
import { detailNames, FamilyFields, wholePhone } from './edit-family.tsx'
import { addressOf, alikeQuery, useMakeFamily } from './family-queries.ts'

const maxChildrenAtOnce = 6

/** The family that a form made, or that was chosen from those like it. */
interface FoundFamily {
  id: number
  name: string
}

/**
 * The form of a new family. Similar families are shown before it is saved. Where `onChoose` is given, one of them can be
 * chosen instead; else they are links.
 */
export function NewFamily({
  begins,
  enquiryId,
  onMade,
  onChoose,
}: {
  /** The initial values of the fields. */
  begins?: Partial<Record<'firstName' | 'lastName' | 'email' | 'mobile', string>> | undefined
  enquiryId?: number
  onMade: (family: FoundFamily) => void
  onChoose?: (family: FoundFamily) => void
}) {
  const make = useMakeFamily()
  const [rows, setRows] = useState(1)
  return (
    <EditForm
      values={{ mailsPassword: 'yes', ...begins }}
      checks={text => [
        filledIn(text, 'email', sentences.emailRequired),
        filledIn(text, 'firstName', sentences.firstNameRequired),
        filledIn(text, 'lastName', sentences.lastNameRequired),
        wholePhone(text),
        ...childrenOf(text, rows).flatMap(({ at }) => [
          filledIn(text, `child${at}.firstName`, peopleSentences.childNameRequired),
          filledIn(text, `child${at}.lastName`, peopleSentences.childNameRequired),
          filledIn(text, `child${at}.birthday`, sentences.birthdayInvalid),
        ]),
      ]}
      onSave={async (text, { requestId }) => {
        const { id } = await make.mutateAsync({
          ...trimmed(text, ...detailNames, 'email'),
          children: childrenOf(text, rows).map(({ at: _at, ...child }) => child),
          mailsPassword: text('mailsPassword') === 'yes',
          ...(enquiryId && { enquiryId }),
          requestId,
        })
        return { id, name: nameOf(trimmed(text, 'firstName', 'lastName')) }
      }}
      onSaved={family => {
        showSuccess('The family was added')
        onMade(family)
      }}
      save="Add the family"
      done=""
      buttons={<Alike rows={rows} {...(onChoose && { onChoose })} />}
    >
      <Field label="Email" name="email" type="email" autoComplete="off" isStarred />
      <FamilyFields />
      <FieldGroup title="Children">
        {rowsUpTo(rows).map(at => (
          <ChildRow key={at} at={at} />
        ))}
        {rows < maxChildrenAtOnce && (
          <div>
            <Button look="secondary" size="small" onClick={() => setRows(rows + 1)}>
              Another child
            </Button>
          </div>
        )}
      </FieldGroup>
      <TickField label="Mail them a link to choose a password" name="mailsPassword" />
    </EditForm>
  )
}

function ChildRow({ at }: { at: number }) {
  const today = useToday()
  const field = (name: string) => ({ name: `child${at}.${name}`, autoComplete: 'off' })
  return (
    <div className="new-child">
      <Field label={`Child ${at} first name`} {...field('firstName')} />
      <Field label={`Child ${at} last name`} {...field('lastName')} />
      <Field
        label={`Child ${at} birthday`}
        type="date"
        min={earliestBirthday}
        max={today}
        {...field('birthday')}
      />
    </div>
  )
}

const rowsUpTo = (rows: number) => Array.from({ length: rows }, (_, index) => index + 1)

/** Returns the rows in which anything is written. */
const childrenOf = (text: Text, rows: number) =>
  rowsUpTo(rows)
    .map(at => {
      const part = (name: string) => text(`child${at}.${name}`).trim()
      return { at, firstName: part('firstName'), lastName: part('lastName'), birthday: part('birthday') }
    })
    .filter(child => child.firstName || child.lastName || child.birthday)

const whyWords: Record<AlikePerson['why'][number], string> = {
  email: 'this email address',
  phone: 'this telephone number',
  name: 'this name',
  child: 'this child',
}

/**
 * Shows the families and guests that the typed one may already be, always visible above the button.
 */
function Alike({ rows, onChoose }: { rows: number; onChoose?: (family: FoundFamily) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState({
    firstName: '',
    lastName: '',
    email: '',
    mobile: '',
    children: noChildren,
  })
  useFormReading(
    place,
    useCallback(
      (text: Text) => {
        const { email, mobile, ...names } = trimmed(text, 'firstName', 'lastName', 'email', 'mobile')
        setTyped({
          ...names,
          email: isEmailAddress(email) ? email : '',
          mobile: isPhoneNumber(mobile) ? mobile : '',
          children: childrenOf(text, rows)
            .filter(child => child.firstName && child.lastName && child.birthday)
            .map(({ at: _at, ...child }) => child),
        })
      },
      [rows],
    ),
  )
  const asked = useSettled(typed, 250)
  const { data: people = [] } = useQuery(alikeQuery(useOfficeApi(), asked))
  return (
    <div ref={place} role="status" className="alike-place">
      {people.length > 0 && (
        <section aria-label="Possible duplicates" className="alike">
          <p className="strong">
            {people.length === 1 ? 'This may be the same family' : 'One of these may be the same family'}
          </p>
          <ul className="plain-lines">
            {people.map(person => (
              <li key={`${person.accountId} ${person.email} ${person.phone}`}>
                <PersonAlike {...{ person, onChoose }} />
                {person.badge === 'guest' && <span className="badge">Guest</span>}
                {person.badge === 'frozen' && <span className="badge">Frozen</span>}{' '}
                <span className="quiet">
                  {[
                    person.children
                      .map(({ name, age }) => `${name.split(' ')[0]} ${yearsInWords(age)}`)
                      .join(', '),
                    `has ${listInWords(person.why.map(why => whyWords[why]))}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Leads to somebody who is alike, or chooses their family. Guests and frozen families cannot be booked for. */
function PersonAlike({
  person,
  onChoose,
}: {
  person: AlikePerson
  onChoose: ((family: FoundFamily) => void) | undefined
}) {
  const name = person.name.trim() || person.email
  const { accountId } = person
  if (!onChoose) return <PageLink to={addressOf(person)}>{name}</PageLink>
  if (accountId === null || person.badge !== 'none') return <span>{name}</span>
  return (
    <Button look="secondary" size="small" onClick={() => onChoose({ id: accountId, name })}>
      Choose {name}
    </Button>
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

const noChildren: { firstName: string; lastName: string; birthday: string }[] = []
