import { Field } from '#web/ui/forms/field.tsx'

/** The answers so far, by the child's id. */
export type Answers = Record<number, string>

/** The key of the parent's own answer. */
const asParent = 0

interface Given {
  question: string
  /** The children who come; without one the parent is asked. */
  people: { id: number; name: string }[]
  answers: Answers
  onChange: (answers: Answers) => void
}

/** Asks the class's question once for each person who comes. Nobody has to answer. */
export const QuestionOfClass = ({ question, people, answers, onChange }: Given) =>
  question !== '' &&
  (people.length > 0 ? people : [{ id: asParent, name: '' }]).map(({ id, name }) => (
    <Field
      key={id}
      label={name ? `${question} (${name})` : question}
      hint="Left empty, it stands as not answered"
      maxLength={200}
      autoComplete="off"
      value={answers[id] ?? ''}
      onChange={event => onChange({ ...answers, [id]: event.currentTarget.value })}
    />
  ))

/** Returns these people's answers, as a booking sends them. */
export const answersOf = (answers: Answers, people: Given['people']) =>
  (people.length > 0 ? people.map(({ id }) => id) : [asParent]).flatMap(id => {
    const text = answers[id]?.trim()
    return text ? [{ ...(id !== asParent && { childId: id }), text }] : []
  })
