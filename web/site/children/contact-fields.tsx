import { Field } from '#web/ui/forms/field.tsx'

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

/** Returns the names of the fields that make an emergency contact reachable. */
export const reachedBy = (number: 1 | 2): string[] => fields.map(({ name }) => `contact${number}.${name}`)

/** The fields of an emergency contact. */
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
