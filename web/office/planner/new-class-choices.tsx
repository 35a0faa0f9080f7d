import type { OfferingKind } from '#domain/offering-kinds.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { Check } from '#web/ui/forms/form.tsx'
import { useMay } from '../office-session.ts'
import type { Change } from '../ui/kept-state.tsx'
import { ChoiceField } from './choice-field.tsx'
import { AgeRangeFields, noAgeGroup, withoutAgeGroup } from './class-fields.tsx'
import type { Lacking } from './new-choice.tsx'
import { type Around, daysOf, type NewClassState } from './new-class-state.ts'
import type { MadeTerm } from './term-panel.tsx'

/** The choices that every class needs. Each list can get a new item beside the form. */
const needed = {
  typeId: { label: 'Type', list: 'types', makes: 'New type', wanted: plannerSentences.chooseType },
  venueId: { label: 'Venue', list: 'venues', makes: 'New venue', wanted: plannerSentences.chooseVenue },
  ageGroupId: { label: 'Age', list: 'ages', makes: 'New age group', wanted: plannerSentences.chooseAge },
} as const
type Needed = keyof typeof needed

/** Checks that nothing that a class needs is missing. */
export const neededChecks = (form: NewClassState): Check[] =>
  Object.entries(needed).map(([field, { wanted }]) => ({
    field,
    holds: form[field as Needed] !== null,
    sentence: wanted,
  }))

interface ClassChoicesProps extends Around {
  form: NewClassState
  changeForm: Change<NewClassState>
  /** Opens the form of an item that is missing. */
  onLack: (lacking: Lacking) => void
}

/** The fields for what a new class is, where, for whom and in which term. */
export function ClassChoices({ form, changeForm, choices, terms, today, onLack }: ClassChoicesProps) {
  const mayAdd = useMay('catalogue.edit')
  const choose = (name: Needed, id: number | null) =>
    changeForm(
      name === 'venueId'
        ? atVenue(form, id)
        : {
            [name]: id,
            ...(name === 'typeId' && needsGroup(form, kindOf(choices, id)) && { ageGroupId: null }),
          },
    )
  const chooseTerm = (term: MadeTerm | undefined) =>
    changeForm({ termId: term?.id ?? null, ...(term && daysOf(term, today)) })
  const draw = (name: Needed) => {
    const { label, list, makes } = needed[name]
    const onPress = () => onLack({ list, take: id => choose(name, id) })
    return (
      <ChoiceField
        {...{ label, name }}
        isStarred
        value={form[name]}
        options={
          name === 'ageGroupId'
            ? [...choices.ages, ...withoutAgeGroup(kindOf(choices, form.typeId))]
            : choices[list]
        }
        nothing="Choose"
        onChoose={id => choose(name, id)}
        makes={mayAdd ? { label: makes, onPress } : undefined}
      />
    )
  }
  return (
    <div className="columns">
      {draw('typeId')}
      <Field label="Name" name="name" maxLength={100} hint="Empty: the type’s name" />
      {draw('venueId')}
      {draw('ageGroupId')}
      <AgeRangeFields />
      <ChoiceField
        label="Term"
        name="termId"
        value={form.termId}
        options={terms}
        nothing="None"
        hint="Fills in the days and leaves out what is closed"
        onChoose={id => chooseTerm(terms.find(term => term.id === id))}
        makes={{ label: 'New term', onPress: () => onLack({ list: 'terms', take: chooseTerm }) }}
      />
    </div>
  )
}

const kindOf = ({ types }: Around['choices'], typeId: number | null) =>
  types.find(({ id }) => id === typeId)?.kind

/** Whether a class without an age group would get a type that needs one. */
const needsGroup = ({ ageGroupId }: NewClassState, kind: OfferingKind | undefined) =>
  ageGroupId === noAgeGroup && withoutAgeGroup(kind).length === 0

/** Returns the changes for another venue: the rooms of the former one can no longer be chosen. */
const atVenue = ({ lines, filled }: NewClassState, venueId: number | null): Partial<NewClassState> => ({
  ...{ venueId, roomId: null, lines: lines.map(line => ({ ...line, roomId: null })) },
  filled: { ...filled, roomId: null },
})
