import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChildDetails } from '#contract/office/families.ts'
import { earliestBirthday } from '#domain/child-details.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, TextArea } from '#web/ui/forms/field.tsx'
import { filledIn, type Text, tidied, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, TickField } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { familyChildQuery, useSaveChild } from './family-queries.ts'
import { ReadNotes } from './read-notes.tsx'

/** Edits a child with all its fields; its medical notes are replaced without being shown. */
export function EditChild({
  accountId,
  child,
}: {
  accountId: number
  child: { id: number; firstName: string }
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" size="small" className="no-print" onClick={() => setOpen(true)}>
        Edit {child.firstName}
      </Button>
      {isOpen && (
        <SidePanel title={`Edit ${child.firstName}`} isWide onClose={() => setOpen(false)}>
          <SavedChild accountId={accountId} childId={child.id} />
        </SidePanel>
      )}
    </>
  )
}

/** Adds a child to a family. */
export function AddChild({ accountId, lastName }: { accountId: number; lastName: string }) {
  const mayEdit = useMay('family.edit')
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <div className="no-print">
      <Button look="secondary" onClick={() => setOpen(true)}>
        Add a child
      </Button>
      {isOpen && (
        <SidePanel title="Add a child" isWide onClose={() => setOpen(false)}>
          <ChildForm accountId={accountId} values={{ lastName, addressSource: 'guardian' }} />
        </SidePanel>
      )}
    </div>
  )
}

function SavedChild({ accountId, childId }: { accountId: number; childId: number }) {
  const child = useQuery(familyChildQuery(useOfficeApi(), accountId, childId))
  return <WithAnswer query={child}>{thing => <ChildForm accountId={accountId} thing={thing} />}</WithAnswer>
}

interface Notes {
  medical: string
  allergy: string
}

function ChildForm({
  accountId,
  thing,
  values = {},
}: {
  accountId: number
  thing?: ChildDetails
  values?: Record<string, string>
}) {
  const save = useSaveChild()
  const mayRead = useMay('notes.read')
  const today = useToday()
  /** The notes, once opened with a reason. From then on they stand in the fields. */
  const [opened, setOpened] = useState<Notes>()
  const name = thing ? `${thing.firstName} ${thing.lastName}` : ''
  return (
    <>
      {thing && mayRead && !opened && (thing.isMedicalTold || thing.isAllergyTold) && (
        <p className="open-notes">
          <ReadNotes of={[{ id: thing.id, name }]} onOpened={([notes]) => notes && setOpened(notes)} />
        </p>
      )}
      <EditForm
        {...(thing && { thing })}
        fields={fieldsOf}
        values={values}
        checks={text => [
          filledIn(text, 'firstName', peopleSentences.childNameRequired),
          filledIn(text, 'lastName', peopleSentences.childNameRequired),
          filledIn(text, 'birthday', sentences.birthdayInvalid),
        ]}
        onSave={(text, { requestId, version }) =>
          save.mutateAsync({
            id: accountId,
            ...(thing && { childId: thing.id, version: version ?? thing.version }),
            ...childOf(text),
            requestId,
          })
        }
        onSaved={(_saved, close) => {
          close()
          showSuccess(thing ? 'Saved' : 'Added')
        }}
        save={thing ? 'Save' : 'Add the child'}
      >
        <p className="quiet">
          {thing
            ? 'The family is told by email what was changed, but not the new values.'
            : 'The family is told by email. Contacts and health can follow.'}
        </p>
        <div className="columns">
          <Field label="First name" name="firstName" autoComplete="off" isStarred />
          <Field label="Last name" name="lastName" autoComplete="off" isStarred />
        </div>
        <div className="columns">
          <Field
            label="Birthday"
            name="birthday"
            type="date"
            min={earliestBirthday}
            max={today}
            autoComplete="off"
            isStarred
          />
          <Select label="Gender" name="gender" options={genders} />
        </div>
        <FieldGroup title="Health">
          <Health label="Medical conditions" name="medical" isTold={thing?.isMedicalTold} opened={opened} />
          <Health label="Allergies" name="allergy" isTold={thing?.isAllergyTold} opened={opened} />
        </FieldGroup>
        <FieldGroup title="Emergency contact one">
          <Contact number={1} />
        </FieldGroup>
        <FieldGroup title="Emergency contact two">
          <Contact number={2} />
        </FieldGroup>
        <FieldGroup title="Who else may collect them">
          <div className="columns">
            <Field label="Pick-up first name" name="pickUp.firstName" autoComplete="off" />
            <Field label="Pick-up last name" name="pickUp.lastName" autoComplete="off" />
          </div>
          <div className="columns">
            <Field label="Pick-up phone" name="pickUp.phone" type="tel" inputMode="tel" autoComplete="off" />
            <Field label="Pick-up relationship" name="pickUp.relationship" autoComplete="off" />
          </div>
        </FieldGroup>
        <FieldGroup title="More">
          <TickField label="We may take photos of them in class" name="photoPermission" />
          <TickField label="Their photos may be used in our marketing" name="photoMarketingPermission" />
          <TickField label="Attends school or nursery" name="attendsSchool" />
          <Field label="School or nursery" name="schoolName" autoComplete="off" />
          <Select label="Lives" name="addressSource" options={homes} />
          <div className="columns">
            <Field label="Address line 1" name="addressLine1" autoComplete="off" />
            <Field label="Address line 2" name="addressLine2" autoComplete="off" />
          </div>
          <TextArea label="The parents say" name="note" rows={2} />
        </FieldGroup>
      </EditForm>
    </>
  )
}

const genders = [
  { value: 'preferNotToSay', label: 'Prefer not to say' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
]
const homes = [
  { value: 'guardian', label: 'With the parents' },
  { value: 'alternative', label: 'At another address' },
]

/** A field for a medical note. If it stays empty, the stored note is kept. */
function Health({
  label,
  name,
  isTold,
  opened,
}: {
  label: string
  name: keyof Notes
  isTold: boolean | undefined
  opened: Notes | undefined
}) {
  const hint = opened
    ? undefined
    : isTold
      ? 'The family has told us. Leave this empty to keep their words; what you write replaces them.'
      : 'Not told yet. Write “None” if there is nothing that we should know.'
  return (
    <TextArea
      key={opened ? 'opened' : 'closed'}
      label={label}
      name={name}
      rows={2}
      hint={hint}
      defaultValue={opened?.[name] ?? ''}
    />
  )
}

const Contact = ({ number }: { number: 1 | 2 }) => {
  const field = (name: string) => ({ name: `contact${number}.${name}`, autoComplete: 'off' })
  const label = (what: string) => `Contact ${number} ${what}`
  return (
    <>
      <div className="columns">
        <Field label={label('first name')} {...field('firstName')} />
        <Field label={label('last name')} {...field('lastName')} />
      </div>
      <div className="columns">
        <Field label={label('mobile')} type="tel" inputMode="tel" {...field('mobile')} />
        <Field label={label('email')} type="email" {...field('email')} />
      </div>
      <Field label={label('relationship')} hint="Mother, uncle, neighbour" {...field('relationship')} />
    </>
  )
}

const contactNames = ['firstName', 'lastName', 'mobile', 'email', 'relationship'] as const
const pickUpNames = ['firstName', 'lastName', 'phone', 'relationship'] as const
const lineNames = [
  'firstName',
  'lastName',
  'birthday',
  'schoolName',
  'addressLine1',
  'addressLine2',
  'note',
] as const
const tickNames = ['attendsSchool', 'photoPermission', 'photoMarketingPermission'] as const

const named = (beginning: string, fields: object) =>
  Object.entries(fields).map(([name, value]): [string, string] => [`${beginning}.${name}`, value])

/** Returns the values of the fields; the medical notes are never among them. */
const fieldsOf = (child: ChildDetails): Record<string, string> => ({
  ...Object.fromEntries(lineNames.map(name => [name, child[name]])),
  ...Object.fromEntries(tickNames.map(name => [name, child[name] ? 'yes' : ''])),
  gender: child.gender,
  addressSource: child.addressSource,
  ...Object.fromEntries([
    ...named('contact1', child.contacts[0] ?? {}),
    ...named('contact2', child.contacts[1] ?? {}),
    ...named('pickUp', child.pickUp),
  ]),
})

function childOf(text: Text) {
  const under =
    (beginning: string): Text =>
    name =>
      text(`${beginning}.${name}`)
  const [medical, allergy] = [text('medical').trim(), text('allergy').trim()]
  return {
    ...trimmed(text, ...lineNames),
    gender: text('gender') as ChildDetails['gender'],
    addressSource: text('addressSource') as ChildDetails['addressSource'],
    attendsSchool: text('attendsSchool') === 'yes',
    photoPermission: text('photoPermission') === 'yes',
    photoMarketingPermission: text('photoMarketingPermission') === 'yes',
    contacts: [1, 2].map(number => tidied(under(`contact${number}`), ...contactNames)),
    pickUp: tidied(under('pickUp'), ...pickUpNames),
    ...(medical && { medical }),
    ...(allergy && { allergy }),
  }
}
