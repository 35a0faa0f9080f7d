import './child-form.css'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ageWords, monthsOld } from '#domain/ages.ts'
import { earliestBirthday } from '#domain/child-details.ts'
import { addressLine, longDay } from '#domain/format-dates.ts'
import { Refusal } from '#domain/refusal.ts'
import { notesKept } from '#domain/sentences.ts'
import { PictureField } from '#web/site/content/picture-field.tsx'
import { useIsSendingPicture } from '#web/site/content/upload-queries.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { Form, fillInForm, readForm, SubmitButton, type Text, useFormReading } from '#web/ui/forms/form.tsx'
import { FormProgress } from '#web/ui/forms/form-progress.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { AddressFields } from './address-fields.tsx'
import {
  type Account,
  addressFields,
  type Child,
  type ChildFormKind,
  childChecks,
  childValuesOf,
  exampleBirthday,
  formValuesOf,
  partOfChild,
  peopleOf,
  requiredFields,
  type SentChild,
} from './child-form-values.ts'
import { ContactFields, Relationship, reachedBy } from './contact-fields.tsx'
import { FilledIn } from './filled-in.tsx'
import { useChildren } from './queries.ts'

interface ChildFormProps<Result> {
  kind: ChildFormKind
  account: Account
  /** The child to edit; without it a new child is entered. */
  child?: Child | undefined
  /** Fetches the child again after somebody else changed the same field. */
  reread?: (() => Promise<Child>) | undefined
  onSend: (values: SentChild) => Promise<Result>
  onSent: (result: Result, form: HTMLFormElement) => Promise<void> | void
  submitLabel: string
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/**
 * The form with everything about a child, in sections (spec 1 §3, spec 2 §3). It survives a reload and asks before it
 * is left.
 */
export function ChildForm<Result>({
  kind,
  account,
  child,
  reread,
  onSend,
  onSent,
  submitLabel,
}: ChildFormProps<Result>) {
  const isSendingPicture = useIsSendingPicture()
  const [requestId] = useState(newRequestId)
  const [confirm, confirmDialog] = useConfirm()
  const asksForAll = kind === 'account'
  /** Collapses fields that the account fills in for a new child. The form of an existing child shows all. */
  const around = (names: readonly string[], inWords: (text: Text) => string, fields: ReactNode) =>
    child ? (
      fields
    ) : (
      <FilledIn names={names} inWords={inWords}>
        {fields}
      </FilledIn>
    )
  const add = async (values: SentChild): Promise<Result | false> => {
    const given = { ...values, requestId }
    try {
      return await onSend(given)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 409)) throw error
      const isAnother = await confirm(`${error.message}. Is this another child?`, {
        yes: 'Add another child',
        no: 'Go back',
      })
      return isAnother && onSend({ ...given, isAnother })
    }
  }
  const form = (
    <Form
      values={formValuesOf(child, account)}
      // The account's number keeps one person's draft from the next.
      draft={`${account.id}.${kind}-child-${child?.id ?? 'new'}`}
      leaveQuestion="Leave without saving? What you have entered here will be lost."
      checks={text => childChecks(kind, text, child)}
      onSend={(text, before) => {
        const values = childValuesOf(text)
        return child ? onSend({ ...values, before: childValuesOf(before) }) : add(values)
      }}
      onSent={onSent}
      {...(reread && { reread: async () => formValuesOf(await reread(), account) })}
      partOf={partOfChild}
      isBusy={isSendingPicture}
      className="stack gap-l"
    >
      <FormProgress fields={requiredFields(kind, child)} />

      <Section title="Your child">
        <div className="columns">
          <Field label="Child’s first name" name="firstName" autoComplete="off" isStarred />
          <Field label="Child’s last name" name="lastName" autoComplete="off" isStarred />
        </div>
        <RadioGroup
          legend="Gender"
          name="gender"
          isStarred
          options={[
            { value: 'male', label: 'Male' },
            { value: 'female', label: 'Female' },
            { value: 'preferNotToSay', label: 'Prefer not to say' },
          ]}
        />
        <Birthday isNew={!child} />
      </Section>

      <Section title="Where they live">
        {around(addressFields, addressInWords, <AddressFields account={account} />)}
      </Section>

      <Section title="Emergency contact one" intro="Whom we call first if something happens during a class.">
        {!child && <SamePeople />}
        {around(reachedBy(1), contactInWords, <ContactFields number={1} />)}
        <Relationship number={1} />
      </Section>
      <Section title="Emergency contact two" intro="Whom we call if the first does not answer.">
        <ContactFields number={2} />
        <Relationship number={2} />
      </Section>

      {child?.notesShownOn ? <ClosedNotes shownOn={child.notesShownOn} /> : <HealthFields />}

      {asksForAll && (
        <Section title="Photos">
          <RadioGroup
            legend="May we take photos of your child in class?"
            name="photoPermission"
            isStarred
            options={yesOrNo}
          />
        </Section>
      )}

      <details open={child !== undefined} className="card card-inset child-extras">
        <summary>
          <h2 className="card-title">More about them</h2>
          <p className="quiet">
            If you like: a picture, their school, who else may collect them, photos in our marketing.
          </p>
        </summary>
        <div className="stack gap-l">
          <PictureField
            label="Your child’s picture"
            name="avatar"
            person={child ? `${child.firstName} ${child.lastName}` : ''}
          />
          {asksForAll && (
            <RadioGroup legend="Attends school or nursery" name="attendsSchool" options={yesOrNo} />
          )}
          <Field label="School or nursery name" name="schoolName" autoComplete="off" />
          {asksForAll && (
            <TextArea
              label="Anything else"
              name="note"
              rows={3}
              hint="What helps them to settle, what they love"
            />
          )}
          <PickUpFields />
          {asksForAll && (
            <PictureField
              label="Pick-up person’s picture"
              name="pickUp.photo"
              person={`${child?.pickUpPerson.firstName ?? ''} ${child?.pickUpPerson.lastName ?? ''}`}
            />
          )}
          <RadioGroup
            legend="May we use photos of your child in our marketing?"
            name="photoMarketingPermission"
            options={yesOrNo}
          />
        </div>
      </details>

      <SubmitButton className="at-start">{submitLabel}</SubmitButton>
    </Form>
  )
  return (
    <>
      {form}
      {confirmDialog}
    </>
  )
}

/** Makes a request id without `crypto.randomUUID`, which needs https. */
const newRequestId = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-')

const addressInWords = (text: Text) => addressLine(addressFields.map(text))

const contactInWords = (text: Text) => {
  const [firstName, lastName, ...ways] = reachedBy(1).map(text)
  return [`${firstName} ${lastName}`, ...ways].join(', ')
}

interface SectionProps {
  title: string
  intro?: string
  children: ReactNode
}

function Section({ title, intro, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card card-inset stack gap-l">
      <header>
        <h2 id={id} className="card-title">
          {title}
        </h2>
        {intro && <p className="quiet">{intro}</p>}
      </header>
      {children}
    </section>
  )
}

/** Fields for medical conditions and allergies. */
function HealthFields() {
  return (
    <Section title="Health" intro="Write “None” if there is nothing that we should know.">
      <Button
        look="secondary"
        size="small"
        className="that-is-me"
        onClick={({ currentTarget: { form } }) => form && fillInForm(form, nothingOf(readForm(form)))}
      >
        None of either
      </Button>
      <TextArea label="Medical conditions" name="medical" rows={2} isStarred />
      <TextArea label="Allergies" name="allergy" rows={2} isStarred />
    </Section>
  )
}

/**
 * Replaces both notes for a while after the office has changed the family's address. Saving leaves the notes unchanged.
 */
function ClosedNotes({ shownOn }: { shownOn: string }) {
  return (
    <Section title="Health">
      <p>Medical conditions: {notesKept(longDay(shownOn))}</p>
      <p>Allergies: {notesKept(longDay(shownOn))}</p>
      <p className="quiet">
        We changed the email address of your account. Your teachers have both notes all the while; agree to
        the change from your old address to see them here at once.
      </p>
    </Section>
  )
}

/**
 * A field for the birthday with the resulting age beside it (record 033). The server checks the birthday (decision
 * B-13).
 */
function Birthday({ isNew }: { isNew: boolean }) {
  const today = useToday()
  const place = useRef<HTMLDivElement>(null)
  const [born, setBorn] = useState('')
  useFormReading(place, text => setBorn(text('dateOfBirth')))
  const age = born && born <= today ? ageWords(monthsOld(born, today)) : ''
  const isExample = isNew && born === exampleBirthday
  return (
    <div ref={place} className="birthday">
      <Field
        label="Birthday"
        name="dateOfBirth"
        type="date"
        autoComplete="off"
        min={earliestBirthday}
        max={today}
        isStarred
        hint={isExample ? `Only an example (${age}): please enter your child’s own.` : age}
      />
    </div>
  )
}

/** Fills in the people that the account has entered for its first child. */
function SamePeople() {
  const sibling = useChildren().data?.[0]
  return (
    sibling && (
      <Button
        look="secondary"
        size="small"
        className="that-is-me"
        onClick={({ currentTarget: { form } }) => form && fillInForm(form, peopleOf(sibling))}
      >
        All the same people as for {sibling.firstName}
      </Button>
    )
  )
}

/** Returns 'None' for each of the two notes that is still empty. */
const nothingOf = (text: Text): Record<string, string> =>
  Object.fromEntries(
    ['medical', 'allergy'].filter(name => text(name).trim() === '').map(name => [name, 'None']),
  )

const pickUpFields = [
  { field: 'firstName', label: 'first name', autoComplete: 'section-pick-up given-name' },
  { field: 'lastName', label: 'last name', autoComplete: 'section-pick-up family-name' },
  { field: 'phone', label: 'phone', autoComplete: 'section-pick-up tel', type: 'tel', inputMode: 'tel' },
  { field: 'relationship', label: 'relationship to the child', autoComplete: 'off' },
] as const

function PickUpFields() {
  return (
    <div className="columns">
      {pickUpFields.map(({ field, label, ...given }) => (
        <Field key={field} {...given} label={`Pick-up person’s ${label}`} name={`pickUp.${field}`} />
      ))}
    </div>
  )
}
