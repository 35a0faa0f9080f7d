import type { ImportRun } from '#contract/office/imports.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'

/** Formats a number: 20,000. */
export const count = (number: number) => number.toLocaleString('en-GB')

/** Formats a number of lines: “1 line”. */
export const lines = (number: number) => `${count(number)} ${number === 1 ? 'line' : 'lines'}`

const presentWords = {
  createOnly: 'existing values are kept',
  fillEmpty: 'empty fields are filled in',
  overwrite: 'values are overwritten with those of the file',
} as const satisfies Record<ImportPolicy, string>

type Promised = NonNullable<ImportRun['promised']>

/** Describes the counts that are not zero: `2 families and 3 children`. */
const told = (things: Partial<Promised['makes']>) =>
  Object.entries(things)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${count(number)} ${number === 1 ? oneOf[name as keyof typeof oneOf] : name}`)
    .join(' and ')
const oneOf = { families: 'family', children: 'child', classes: 'class', dates: 'date', credits: 'credit' }

/** Describes the check's expected result: how many are new, how many join existing ones, and how many exist already. */
export function promises({ makes, joins, there }: Promised, { kind, policy }: ImportRun): string[] {
  if (kind === 'credits') return [`It gives ${told(makes)} to ${told({ families: joins.families })}.`]
  const [name, groups] =
    kind === 'families' ? (['children', 'families'] as const) : (['dates', 'classes'] as const)
  const isAll = makes[groups] === 0 && makes[name] === joins[name]
  const part = isAll ? 'in' : `${count(joins[name])} of the ${name} in`
  const joining =
    joins[name] > 0
      ? `, ${part} ${told({ [groups]: joins[groups] })} that ${joins[groups] === 1 ? 'exists' : 'exist'} already`
      : ''
  const isOneThere = there.families + there.children + there.dates === 1
  return [
    `It creates ${told(makes) || 'nothing new'}${joining}.`,
    ...(told(there)
      ? [`${told(there)} ${isOneThere ? 'exists' : 'exist'} already: ${presentWords[policy]}.`]
      : []),
  ]
}

/** Returns what is announced in a state. It leaves out the progress, which changes every second. */
export function announcementOf({ state, finished, kept, bad }: ImportRun): string {
  if (state === 'running') return 'You can leave this page: the import continues by itself.'
  if (state === 'undone') return 'This import was undone.'
  if (state !== 'done' && state !== 'failed') return ''
  const others = [
    kept > 0 && `, ${lines(kept)} already there and unchanged`,
    bad > 0 && `, ${lines(bad)} left out`,
  ]
  return `${lines(finished - kept)} imported${others.filter(Boolean).join('')}.`
}
