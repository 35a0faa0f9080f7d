import * as addresses from '#contract/office/addresses.ts'
import type { action } from '#contract/office/health.ts'
import type { Value } from '#contract/office/office-call.ts'
import { spokenInstant } from '../ui/moments.ts'

export type LoggedAction = Value<typeof action>

/** Describes a chain that is intact (spec 3 §2.13). */
export const unbroken = (since: string | null, today: string): string =>
  since ? `Unbroken since ${spokenInstant(since, today)}` : 'Nothing is in the log yet'

const kinds: Record<string, { words: string; page?: (values: { id: number }) => string }> = {
  session: { words: 'Date', page: addresses.session },
  class: { words: 'Class', page: addresses.plannedClass },
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

/** Describes facts: `{ isNewDevice: true, sessions: [3, 4] }` → 'new device: yes · sessions: 3, 4'. */
export const factWords = (facts: unknown): string =>
  Object.entries((facts ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== null && String(value) !== '')
    .map(
      ([name, value]) => `${apart(name.replace(/^is(?=[A-Z])/, ''))}: ${[value].flat().map(said).join(', ')}`,
    )
    .join(' · ')

const said = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))
const apart = (name: string) => name.replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`).trim()
const sentence = (name: string) => `${name.slice(0, 1).toUpperCase()}${apart(name.slice(1))}`
