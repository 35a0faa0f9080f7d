import { asAge, readAge } from '#domain/ages.ts'
import { addDays, instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { asPounds } from '#web/office/ui/fields.tsx'
import type { Check, Text } from '#web/ui/forms/form.tsx'
import type { FormField } from './listed-forms.ts'

/** Returns a field's value as its control shows it. */
export function shownValue({ is }: FormField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (is === 'money') return asPounds(Number(value))
  if (is === 'age') return asAge(Number(value))
  if (is === 'tick') return value ? 'yes' : ''
  if (is === 'firstDay') return todayInLondon(new Date(String(value)))
  // A code is valid until the end of its last day.
  if (is === 'lastDay') return todayInLondon(new Date(new Date(String(value)).getTime() - 1))
  return Array.isArray(value) ? value.join(',') : String(value)
}

const isGiven = (text: string) => text.trim() !== ''
const startOf = (day: string) => instantInLondon(day, '00:00').toISOString()

/** Returns a control's value in the form of the call. */
export function givenValue(field: FormField, text: Text, all: (name: string) => string[]): unknown {
  const typed = text(field.name)
  const nothing = field.mayBeNothing ? null : 0
  switch (field.is) {
    case 'money':
      return isGiven(typed) ? readPounds(typed) : nothing
    case 'count':
      return isGiven(typed) ? Number(typed) : nothing
    case 'age':
      return readAge(typed) ?? null
    case 'tick':
      return typed === 'yes'
    case 'firstDay':
      return startOf(typed)
    case 'lastDay':
      return startOf(addDays(typed, 1))
    case 'several':
      return all(field.name)
    case 'oneOf':
      return Number(typed)
    case 'pictures':
      return field.most ? typed.split(',').filter(isGiven) : typed
    case 'rich':
      return typed
    default:
      return typed.trim()
  }
}

/** Returns the checks that need no server. */
export function fieldChecks(fields: FormField[], text: Text): Check[] {
  return fields.map(field => ({ field: field.name, ...problemOf(field, text(field.name)) }))
}

function problemOf({ is, isStarred, label }: FormField, typed: string): Pick<Check, 'holds' | 'sentence'> {
  // Several choices and unreadable values have better messages of their own.
  if (isStarred && is !== 'several' && !isGiven(typed))
    return { holds: false, sentence: `${label} is needed` }
  if (is === 'money')
    return {
      holds: !isGiven(typed) || readPounds(typed) !== undefined,
      sentence: officeSentences.priceLike,
    }
  if (is === 'age')
    return {
      holds: !isGiven(typed) || readAge(typed) !== undefined,
      sentence: officeSentences.ageLike,
    }
  if (is === 'count') return { holds: /^\s*\d{0,7}\s*$/.test(typed), sentence: officeSentences.wholeNumber }
  return { holds: true, sentence: '' }
}
