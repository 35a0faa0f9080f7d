/** One booked place as a mail shows it, in rows like those of the question before a booking. */
export interface PlaceFacts {
  what: string
  when: string
  /** The words that are no longer true since the date or the venue changed. */
  insteadOf?: { when: string } | { where: string } | undefined
  where: string
  /** The people who come; empty in mails that name nobody. */
  who: string
}

/** A part of a mail that the message in the account shows as a list. */
export interface RowsAndList {
  rows: string
  list: string[]
}

const names = [
  'What',
  'When',
  'Instead of',
  'Where',
  'For',
  'Price',
  'Postage',
  'Class credits',
  'Discount',
  'Class credits used',
  'Order number',
].join('|')
const oneRow = new RegExp(`^(${names}|Paid [^:]{1,60}): (.+)$`)
const indent = '  '

/** Reads a line of a mail's text as a row with its name, or as a further value of the row above. */
export function readRow(line: string): { name: string; value: string } | undefined {
  if (line.startsWith(indent)) return { name: '', value: line.trim() }
  const [, name, value] = oneRow.exec(line) ?? []
  return name && value ? { name, value } : undefined
}

/** Writes a row with one value or several, each in a line of its own. */
export const rowLine = (name: string, values: string[]): string =>
  `${name}: ${values.map(value => value.replaceAll('\n', ' ')).join(`\n${indent}`)}`

/**
 * Writes places as paragraphs of rows. Dates of the same class are listed together, and children with the same
 * dates; a changed date stands alone, beside its old time or venue.
 */
export function placeRows(places: PlaceFacts[]): string {
  const classes = groupsOf(places, ({ what, where, who, insteadOf, when }) =>
    insteadOf ? [what, where, insteadOf, when] : [what, where, who],
  ).map(of => ({
    ...(of[0] as PlaceFacts),
    whens: unique(of.map(({ when }) => when)),
    names: unique(of.map(({ who }) => who)),
  }))
  return groupsOf(classes, ({ what, where, whens, insteadOf }) => [what, where, whens, insteadOf])
    .map(of => ofOneClass({ ...(of[0] as OneClass), names: unique(of.flatMap(({ names }) => names)) }))
    .join('\n\n')
}

type OneClass = PlaceFacts & Record<'whens' | 'names', string[]>

const ofOneClass = ({ what, whens, where, insteadOf, names }: OneClass) =>
  [
    rowLine('What', [what]),
    rowLine('When', whens),
    insteadOf && 'when' in insteadOf && rowLine('Instead of', [insteadOf.when]),
    where && rowLine('Where', [where]),
    insteadOf && 'where' in insteadOf && rowLine('Instead of', [insteadOf.where]),
    names.length > 0 && rowLine('For', [names.join(', ')]),
  ]
    .filter(Boolean)
    .join('\n')

const unique = (texts: string[]) => [...new Set(texts)].filter(Boolean)

/** Groups what has equal keys, in the order of each group's first member. */
const groupsOf = <Of>(all: Of[], keyOf: (one: Of) => unknown[]): Of[][] => [
  ...Map.groupBy(all, one => JSON.stringify(keyOf(one))).values(),
]
