import { Field } from '#web/ui/field.tsx'

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'mobile', label: 'Mobile', autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
  {
    name: 'email',
    label: 'Email',
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: 'false',
  },
] as const

/** The names of the fields by which an emergency contact is reached. */
export const reachedBy = (number: 1 | 2): string[] => fields.map(({ name }) => `contact${number}.${name}`)

/** Who an emergency contact is, and how they are reached. */
export function ContactFields({ number }: { number: 1 | 2 }) {
  const section = `section-contact-${number === 1 ? 'one' : 'two'}`
  return (
    <div className="columns">
      {fields.map(({ name, ...given }) => (
        <Field
          key={name}
          {...given}
          name={`contact${number}.${name}`}
          autoComplete={`${section} ${given.autoComplete}`}
          isStarred
        />
      ))}
    </div>
  )
}

export const Relationship = ({ number }: { number: 1 | 2 }) => (
  <Field
    label="Relationship to the child"
    name={`contact${number}.relationship`}
    autoComplete="off"
    isStarred
  />
)
