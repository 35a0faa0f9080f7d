import './class-times.css'
import { useState } from 'react'
import { type AgeRange, asAge, readAge } from '#domain/ages.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { type Check, type Text, trimmed, useFormValue } from '#web/ui/forms/form.tsx'
import { PicturesField } from '../editor/pictures-field.tsx'
import { RichTextField } from '../editor/rich-text-field.tsx'
import { FieldGroup, TickField } from '../ui/fields.tsx'

/** Eight colours with a contrast of at least 3:1 on white. */
const colours = [
  ['#7c5cff', 'Violet'],
  ['#c23f1b', 'Rust'],
  ['#17414d', 'Deep green'],
  ['#1f6f45', 'Green'],
  ['#b45309', 'Amber'],
  ['#be185d', 'Pink'],
  ['#1d4ed8', 'Blue'],
  ['#57534e', 'Grey'],
] as const

/** Returns the initial colour of a new class: the first of the least used, so that classes differ in the timetable. */
export function rarestColour(shown: { colour: string; classes: number }[]): string {
  const countOf = (colour: string) => shown.find(one => one.colour === colour)?.classes ?? 0
  const [first, ...others] = colours.map(([value]) => value)
  return others.reduce<string>((best, one) => (countOf(one) < countOf(best) ? one : best), first as string)
}

const own = 'own'
const isOwn = (colour: string) => colours.every(([value]) => value !== colour)

/** Returns the initial values of a colour's fields. */
export const colourFields = (colour: string) =>
  isOwn(colour) ? { colour: own, ownColour: colour } : { colour, ownColour: '#7a4b8c' }

/** Reads the colour from its fields. */
const readColour = (text: Text): string => text(text('colour') === own ? 'ownColour' : 'colour')

/** A field for a class's timetable colour: one of eight, or a custom one. */
export function ColourField() {
  // Read once: the initial value is queried again while somebody chooses.
  const [begun] = useState(useFormValue('colour'))
  const radio = (value: string) =>
    ({
      type: 'radio',
      name: 'colour',
      value,
      defaultChecked: value === begun,
      className: 'tick-box',
    }) as const
  return (
    <FieldGroup title="Colour">
      <div className="colour-choices">
        {colours.map(([value, name]) => (
          <label key={value} className="tick-line">
            <input {...radio(value)} />
            <span
              className="colour-dot"
              aria-hidden="true"
              ref={element => element?.style.setProperty('--colour', value)}
            />
            <span>{name}</span>
          </label>
        ))}
        <label className="tick-line">
          <input {...radio(own)} />
          <span>Own</span>
        </label>
        <input
          type="color"
          name="ownColour"
          aria-label="Own colour"
          defaultValue={useFormValue('ownColour')}
          className="own-colour"
        />
      </div>
    </FieldGroup>
  )
}

/** The value of the choice “No age group”. */
export const noAgeGroup = -1

/** The choice of no age group, for the kinds that need none. */
export const withoutAgeGroup = (kind: OfferingKind | undefined) =>
  kind && !offeringKinds[kind].needsAgeGroup ? [{ id: noAgeGroup, name: 'No age group' }] : []

type Ages = AgeRange | null | undefined

/** Returns the initial values of the fields of a range of ages. */
export const rangeFields = (range: Ages) => ({
  ageFrom: range?.fromMonths ? asAge(range.fromMonths) : '',
  ageTo: range?.toMonths ? asAge(range.toMonths) : '',
})

/** Reads the age group, or the range of ages in its place. */
export const readAges = (text: Text) =>
  Number(text('ageGroupId')) === noAgeGroup
    ? {
        ageRange: {
          fromMonths: readAge(text('ageFrom')) ?? null,
          toMonths: readAge(text('ageTo')) ?? null,
        },
      }
    : { ageGroupId: Number(text('ageGroupId')) }

/** Checks the ages that can be typed. */
export const rangeChecks = (text: Text): Check[] =>
  Number(text('ageGroupId')) === noAgeGroup
    ? ['ageFrom', 'ageTo'].map(field => ({
        field,
        holds: !text(field).trim() || readAge(text(field)) !== undefined,
        sentence: officeSentences.ageLike,
      }))
    : []

/** The range of ages of a class. It is shown while “No age group” is chosen. */
export const AgeRangeFields = () => (
  <div className="class-ages columns">
    <Field label="From age" name="ageFrom" maxLength={20} hint="Like 5, or 18 months. Empty: no limit" />
    <Field
      label="Until the birthday"
      name="ageTo"
      maxLength={20}
      hint="The birthday from which a child is too old: 12 includes everybody who is eleven"
    />
  </div>
)

/** Returns the initial values of the fields that limit who may book a class. */
const takenFields = (one: {
  refusesOtherAges?: boolean | undefined
  isMembersOnly?: boolean | undefined
}) => ({
  refusesOtherAges: one.refusesOtherAges ? 'yes' : '',
  isMembersOnly: one.isMembersOnly ? 'yes' : '',
})

/** Reads the fields that limit who may book a class. */
const readTaken = (text: Text) => ({
  refusesOtherAges: text('refusesOtherAges') === 'yes',
  isMembersOnly: text('isMembersOnly') === 'yes',
})

/** The fields that limit who may book a class (decision E-26). */
export const WhoIsTaken = () => (
  <>
    <TickField
      label="Refuse children of other ages"
      name="refusesOtherAges"
      hint="By their age on the day. Otherwise parents are told, and may still book. You can always book them yourself"
    />
    <TickField
      label="Members only"
      name="isMembersOnly"
      hint="For families who have been to a class, or came with an import"
    />
  </>
)

interface Described {
  name: string
  colour: string
  introductionHtml: string
  imagePath: string
  isPackOnly: boolean
  refusesOtherAges?: boolean | undefined
  isMembersOnly?: boolean | undefined
  question?: string | undefined
  priceWords?: string | undefined
  termWords?: string | undefined
}

/** Returns the values of the fields that describe a class. */
export const describedAs = (one: Described): Record<string, string> => ({
  name: one.name,
  ...colourFields(one.colour),
  introductionHtml: one.introductionHtml,
  imagePath: one.imagePath,
  isPackOnly: one.isPackOnly ? 'yes' : '',
  ...takenFields(one),
  question: one.question ?? '',
  priceWords: one.priceWords ?? '',
  termWords: one.termWords ?? '',
})

/** Reads the fields that describe a class. */
export const readDescribed = (text: Text) => ({
  ...trimmed(text, 'name', 'introductionHtml', 'imagePath', 'priceWords', 'termWords', 'question'),
  colour: readColour(text),
  isPackOnly: text('isPackOnly') === 'yes',
  ...readTaken(text),
})

/** The field of the one question that parents answer for each child, or for themselves. */
export const QuestionField = () => (
  <Field
    label="A question of your own"
    name="question"
    maxLength={200}
    hint="Asked for each child before the order is sent, like “Which T-shirt size?”. Please ask nothing about health: the medical and allergy notes are there for that, and are kept sealed"
  />
)

/** The fields for what parents read and see about a class. */
export const ClassWords = () => (
  <>
    <RichTextField label="Introduction" name="introductionHtml" hint="Empty: the introduction of its type" />
    <PicturesField label="Picture" name="imagePath" ratio="card" />
    <Field
      label="Price, in words"
      name="priceWords"
      maxLength={200}
      hint="Empty: what its dates cost, “£8.50 or 1 class credit”"
    />
    <Field
      label="Term dates, in words"
      name="termWords"
      maxLength={200}
      hint="Empty: the days of its term, and when it is closed"
    />
  </>
)
