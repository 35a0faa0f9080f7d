import type { OfferingKind } from '#domain/offering-kinds.ts'
import { usePractical } from '#web/site/offerings/queries.ts'
import { QuestionFields } from '#web/site/offerings/question-fields.tsx'
import { takesChildren } from './booking-choice.ts'
import { useOwnChildren } from './queries.ts'

/** The question of one class for the chosen children, or for the contact, in a booking dialog. */
export function QuestionOfClass(given: { kind: OfferingKind; offeringId: number; childIds: number[] }) {
  const { kind, offeringId, childIds } = given
  const question = usePractical(offeringId).data?.question ?? ''
  const children = useOwnChildren(kind).data ?? []
  const people = takesChildren(kind)
    ? children
        .filter(({ id }) => childIds.includes(id))
        .map(({ id, firstName }) => ({ childId: id, name: firstName }))
    : [{ name: '' }]
  return <QuestionFields offeringId={offeringId} question={question} people={people} />
}
