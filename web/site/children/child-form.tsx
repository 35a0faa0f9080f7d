import './child-form.css'
import { type ReactNode, useId } from 'react'
import { PictureField } from '#web/site/content/picture-field.tsx'
import { useToday } from '#web/today.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { FormProgress } from '#web/ui/form-progress.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { AddressFields } from './address-fields.tsx'
import {
  type Account,
  type Child,
  type ChildFormKind,
  type ChildValues,
  childChecks,
  childValuesOf,
  formValuesOf,
  requiredFields,
} from './child-form-values.ts'
import { ContactFields } from './contact-fields.tsx'

interface ChildFormProps<Result> {
  kind: ChildFormKind
  account: Account
  /** The child that is edited; without one a new child is described. */
  child?: Child
  onSend: (values: ChildValues) => Promise<Result>
  onSent: (result: Result) => Promise<void> | void
  submitLabel: string
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Everything about a child, in sections (spec 1 §3, spec 2 §3). It survives a reload and asks before it is left. */
export function ChildForm<Result>({
  kind,
  account,
  child,
  onSend,
  onSent,
  submitLabel,
}: ChildFormProps<Result>) {
  const today = useToday()
  const asksForAll = kind === 'account'
  return (
    <Form
      values={formValuesOf(child, account)}
      // The account's number keeps one person's draft from the next.
      draft={`${account.id}.${kind}-child-${child?.id ?? 'new'}`}
      leaveQuestion="Leave without saving? What you have entered here will be lost."
      checks={text => childChecks(kind, text)}
      onSend={text => onSend(childValuesOf(text))}
      onSent={onSent}
      className="stack gap-l"
    >
      <FormProgress fields={requiredFields(kind)} />

      <Section title="Your child">
        <PictureField
          label="Your child’s picture"
          name="avatar"
          person={child ? `${child.firstName} ${child.lastName}` : ''}
        />
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
        <Field
          label="Birthday"
          name="dateOfBirth"
          type="date"
          autoComplete="off"
          min="1900-01-01"
          max={today}
          isStarred
          className="birthday"
        />
        {asksForAll && (
          <RadioGroup legend="Attends school or nursery" name="attendsSchool" options={yesOrNo} />
        )}
        <Field label="School or nursery name" name="schoolName" autoComplete="off" />
      </Section>

      <Section title="Where they live">
        <AddressFields account={account} />
      </Section>

      <Section title="Emergency contact one" intro="Whom we call first if something happens during a class.">
        <ContactFields number={1} account={account} />
      </Section>
      <Section title="Emergency contact two" intro="Whom we call if the first does not answer.">
        <ContactFields number={2} />
      </Section>

      <Section title="Health" intro="Write “None” if there is nothing that we should know.">
        <TextArea label="Medical conditions" name="medical" rows={3} isStarred />
        <TextArea label="Allergies" name="allergy" rows={3} isStarred />
        {asksForAll && (
          <TextArea
            label="Anything else"
            name="note"
            rows={3}
            hint="What helps them to settle, what they love"
          />
        )}
      </Section>

      <Section title="Who else may collect them" intro="Optional: a grandparent, a nanny, a friend.">
        <PickUpFields />
        {asksForAll && (
          <PictureField
            label="Pick-up person’s picture"
            name="pickUp.photo"
            person={`${child?.pickUpPerson.firstName ?? ''} ${child?.pickUpPerson.lastName ?? ''}`}
          />
        )}
      </Section>

      <Section title="Photos">
        {asksForAll && (
          <RadioGroup
            legend="May we take photos of your child in class?"
            name="photoPermission"
            isStarred
            options={yesOrNo}
          />
        )}
        <RadioGroup
          legend="May we use photos of your child in our marketing?"
          name="photoMarketingPermission"
          options={yesOrNo}
        />
      </Section>

      <SubmitButton className="at-start">{submitLabel}</SubmitButton>
    </Form>
  )
}

function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
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
