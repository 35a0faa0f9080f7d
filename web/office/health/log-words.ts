import * as addresses from '#contract/office/addresses.ts'
import type { action } from '#contract/office/health.ts'
import type { Value } from '#contract/office/office-call.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { pounds } from '#domain/money.ts'
import { fullMoment } from '#web/ui/british-dates.ts'
import { spokenInstant } from '../ui/moments.ts'

export type LoggedAction = Value<typeof action>

/** Describes a chain that is intact (spec 3 §2.13). */
export const unbroken = (since: string | null, today: string): string =>
  since ? `Unbroken since ${spokenInstant(since, today)}` : 'Nothing is in the log yet'

const kinds: Record<string, { words: string; page?: (values: { id: number }) => string }> = {
  session: { words: 'Date', page: addresses.session },
  class: { words: 'Class', page: addresses.plannedClass },
  incident: { words: 'Incident', page: addresses.incident },
  term: { words: 'Term', page: addresses.term },
  import: { words: 'Import', page: addresses.importRun },
  staff: { words: 'Colleague' },
  staffSession: { words: 'Sign-in' },
  call: { words: 'Call' },
}

/**
 * Names a subject: `class`, 12 → 'Class 12'. A kind that is not listed is spelt out: `discountCode` → 'Discount code'.
 */
export const subjectWords = (kind: string, id: number | null): string =>
  [kinds[kind]?.words ?? sentence(kind), id].filter(part => part !== null).join(' ')

/** Returns the address of a log entry's subject, if it has a page. */
export const placeOf = (kind: string, id: number | null): string | undefined =>
  id === null ? undefined : kinds[kind]?.page?.({ id })

/** Describes facts: `{ isNewDevice: true, sessions: [3, 4], paidPence: 850 }` → 'new device · 2 dates · paid £8.50'. */
export const factWords = (facts: unknown): string =>
  Object.entries((facts ?? {}) as Record<string, unknown>)
    .filter(
      ([name, value]) => value !== null && value !== 0 && String(value) !== '' && !numbersOfRows.has(name),
    )
    .map(([name, value]) => factOf(name, value))
    .join(' · ')

/** The facts that are the number of a row: they say nothing to a reader. */
const numbersOfRows = new Set(['session', 'cancellation', 'refund', 'order', 'payment', 'import'])

/** The fields of a date and a class, as the office calls them. */
const fieldWords: Record<string, string> = {
  startTime: 'start',
  endTime: 'end',
  capacity: 'places',
  pricePence: 'price',
  roomId: 'room',
  venueId: 'venue',
  slots: 'weekly times',
  addTeachers: 'teachers',
  dropTeachers: 'teachers',
  date: 'day',
}

/** The values of facts that are names in the program, in words. */
const valueWords: Record<string, Record<string, string>> = {
  way: { demo: 'demo', passkey: 'passkey', authenticator: 'password and authenticator' },
  settle: { card: 'back to the card', credits: 'as credits', move: 'moved' },
}

function factOf(name: string, value: unknown): string {
  const known = valueWords[name]?.[String(value)]
  if (known) return name === 'way' ? `by ${known}` : known
  const words = apart(name.replace(/^is(?=[A-Z])/, '').replace(/(?<=\w)Pence$/, ''))
  if (value === true) return words
  if (name === 'pence' && typeof value === 'number') return pounds(value)
  if (name.endsWith('Pence') && typeof value === 'number') return `${words} ${pounds(value)}`
  if (name === 'sessions' && Array.isArray(value)) return counted(value.length, 'date', 'dates')
  if (name === 'fields' && Array.isArray(value))
    return `changed ${value.map(field => fieldWords[field] ?? apart(String(field))).join(', ')}`
  return `${words}: ${[value].flat().map(said).join(', ')}`
}

const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  return instants.test(text) ? fullMoment(momentInLondon(new Date(text))) : text
}
const apart = (name: string) => name.replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`).trim()
const sentence = (name: string) => `${name.slice(0, 1).toUpperCase()}${apart(name.slice(1))}`
