import type { familyPlace } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { spokenUntil } from '#web/ui/british-dates.ts'
import { namesInOne } from '#web/ui/names-in-one.ts'

export type FamilyPlace = Value<typeof familyPlace>

/**
 * Describes a family's places in a session: 'Booked: Isla and Noah', 'Kept for you until 18:00', 'Waiting: Isla, 2nd'.
 */
export function familyWords(places: FamilyPlace[], today: string): string {
  const of = (state: FamilyPlace['state']) => places.filter(place => place.state === state)
  const [kept] = of('kept')
  const booked = [...new Set(of('booked').map(({ who }) => who))]
  const waiting = of('waiting').map(({ who, position }) => `${who}, ${ordinal(position)}`)
  return [
    booked.length > 0 && `Booked: ${namesInOne(booked)}`,
    kept && `Kept for you${kept.keptUntil ? ` until ${spokenUntil(kept.keptUntil, today)}` : ''}`,
    of('inBasket').length > 0 && 'In your basket',
    waiting.length > 0 && `Waiting: ${waiting.join('; ')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
/** Formats 2 as '2nd'. */
export const ordinal = (number: number): string =>
  `${number}${endings[new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(number)] ?? 'th'}`
