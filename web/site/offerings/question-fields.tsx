import { Field } from '#web/ui/forms/field.tsx'
import { type Text, trimmed } from '#web/ui/forms/form.tsx'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/forms/form-draft.ts'

/** A person for whom a class asks its question: a child, or (without an id) the contact. */
interface Asked {
  childId?: number
  name: string
}

interface QuestionFieldsProps {
  offeringId: number
  question: string
  people: Asked[]
}

const fieldOf = (offeringId: number, childId = 0) => `answer.${offeringId}.${childId}`

/**
 * The question of a class, one field for each person. Nobody has to answer. The answer is kept in this tab, so that a
 * basket does not ask again what was answered in the dialog.
 */
export const QuestionFields = ({ offeringId, question, people }: QuestionFieldsProps) =>
  question &&
  people.map(({ childId, name }) => {
    const field = fieldOf(offeringId, childId)
    return (
      <Field
        key={field}
        label={name ? `${question} (${name})` : question}
        name={field}
        maxLength={200}
        autoComplete="off"
        defaultValue={readDraft(field)}
        onInput={event => keepDraft(field, event.currentTarget.value)}
      />
    )
  })

/** Reads the answers of a form; undefined if nothing was answered. */
export function readAnswers(text: Text, offeringId: number, childIds: number[]) {
  const people = childIds.length > 0 ? childIds : [undefined]
  const answers = people.flatMap(childId => {
    const field = fieldOf(offeringId, childId)
    const answer = trimmed(text, field)[field]
    return answer ? [{ ...(childId !== undefined && { childId }), text: answer }] : []
  })
  return answers.length > 0 ? answers : undefined
}

/** Forgets the answers that were kept for these people, once they are ordered. */
export const forgetAnswers = (offeringId: number, childIds: number[]) => {
  for (const childId of childIds.length > 0 ? childIds : [0]) forgetDraft(fieldOf(offeringId, childId))
}
