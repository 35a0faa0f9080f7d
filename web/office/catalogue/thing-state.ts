import type { ListName } from '#contract/office/catalogue.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import type { Thing } from './catalogue-queries.ts'
import { shownValue } from './field-values.ts'
import { type FormField, listedForms, promoPages } from './listed-forms.ts'

/** The lists whose items are published, and edited by those who edit the site. */
export const ofSite: ListName[] = ['articles', 'promoPages', 'promoItems']

export const nameOf = (thing: Thing) =>
  String(
    thing.name ?? thing.title ?? thing.code ?? promoPages.find(({ value }) => value === thing.page)?.label,
  )

const wordsOf = (list: ListName) =>
  ofSite.includes(list)
    ? ({ on: 'Published', off: 'Draft', isOff: 'open' } as const)
    : ({ on: 'Offered', off: 'Switched off', isOff: 'off' } as const)

const fieldOf = (list: ListName, kind: FormField['is']) =>
  listedForms[list].fields.find(({ is }) => is === kind)

/** Whether parents see an item without the picture that its kind of item should have. */
export const lacksPicture = (list: ListName, thing: Thing): boolean =>
  listedForms[list].fields.some(field => field.is === 'pictures' && field.wanted && !thing[field.name])

/** Returns the picture of an item's row, '' if it has none yet; undefined if such items have no pictures. */
export function pictureOf(list: ListName, thing: Thing): string | undefined {
  const own = listedForms[list].fields.filter(({ is }) => is === 'pictures').map(({ name }) => name)
  const name = own.find(field => !field.startsWith('teacher'))
  if (!name) return undefined
  const value = thing[name]
  return Array.isArray(value) ? String(value[0] ?? '') : String(value ?? '')
}

/** Returns an item's state as its row shows it, and `value` for the filter. */
export function stateOf(list: ListName, thing: Omit<Thing, 'id' | 'version'>, today: string) {
  const { on, off, isOff } = wordsOf(list)
  const dayOf = (kind: 'firstDay' | 'lastDay') => {
    const field = fieldOf(list, kind)
    return field ? shownValue(field, thing[field.name]) : ''
  }
  const [first, last] = [dayOf('firstDay'), dayOf('lastDay')]
  if (!thing.isActive) return { value: 'off', is: isOff, words: off } as const
  if (last && last < today)
    return { value: 'ended', is: 'off', words: `Ended on ${spokenDate(last, today)}` } as const
  if (first > today)
    return { value: 'coming', is: 'open', words: `From ${spokenDate(first, today)}` } as const
  return { value: 'on', is: 'good', words: on } as const
}

/** Returns the states of a list's items, for its filter. */
export const statesOf = (list: ListName) => [
  { value: '', label: 'All' },
  { value: 'on', label: wordsOf(list).on },
  ...(fieldOf(list, 'lastDay')
    ? [
        { value: 'coming', label: 'To come' },
        { value: 'ended', label: 'Ended' },
      ]
    : []),
  { value: 'off', label: wordsOf(list).off },
]
