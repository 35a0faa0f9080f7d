import { dateOrders } from '#domain/office/import-dates.ts'
import { importPolicies } from '#domain/office/import-families.ts'
import { importKinds } from '#domain/office/import-headings.ts'
import {
  boolean,
  choice,
  count,
  done,
  id,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  textFile,
  textUpTo,
  upload,
  type Value,
  write,
} from './office-call.ts'

const kind = choice(importKinds)
const policy = choice(importPolicies)

const things = plain({ families: count, children: count, classes: count, dates: count, credits: count })

const listedFields = {
  id,
  kind,
  fileName: line,
  state: choice(['uploaded', 'checked', 'running', 'done', 'failed', 'undone']),
  rows: count,
  by: name,
  createdAt: instant,
}
const importListed = plain(listedFields)
export type ImportListed = Value<typeof importListed>

/** A message with the first lines that it is about, and how many there are. */
const problem = plain({ column: name, sentence: textUpTo(500), lines: list(count), count })
export type CountedProblem = Value<typeof problem>

const dateOrder = choice(dateOrders)
const chosenOrders = ifPresent(list(plain({ column: name, order: dateOrder })))

const importRun = plain({
  ...listedFields,
  encoding: line,
  policy,
  /**
   * For each column: its heading, three of its values (none of medical notes), and the field it is read as. '' means
   * that it is skipped.
   */
  columns: list(plain({ heading: line, samples: list(line), readAs: name, dateOrder: nullable(dateOrder) })),
  missing: list(name),
  good: count,
  bad: count,
  /** Warnings about lines that can be imported. */
  warnings: list(problem),
  /** The check's result: what is new, what changes, and what exists already. */
  promised: nullable(plain({ makes: things, joins: things, there: things })),
  /** How many of the valid lines are imported. */
  finished: count,
  /** How many of those existed already and stayed unchanged. */
  kept: count,
  canUndo: boolean,
  canDelete: boolean,
  /** Families created by it that have no password yet. */
  withoutPassword: count,
})
export type ImportRun = Value<typeof importRun>

/**
 * Moving in from another system (spec 3 §2.4): three kinds of file, each checked before anything is written.
 */
export const imports = {
  list: read('Imports/list', 'import.run', pageOfList, officeList(importListed)),
  headings: read('Imports/headings', 'import.run', { kind }, list(plain({ name, isRequired: boolean }))),
  template: read('Imports/template', 'import.run', { kind }, textFile),
  /** Uploads one file. Its kind is guessed, until `begin` sets it. */
  upload: write('Imports/upload', 'import.run', { file: upload }, plain({ id })),
  begin: write('Imports/begin', 'import.run', { id, kind, fileName: line }, plain({ id })),
  /** Polled while it runs. */
  get: read('Imports/get', 'import.run', { id }, importRun, { isPoll: true }),
  check: write(
    'Imports/check',
    'import.run',
    { id, columns: list(name), dateOrders: chosenOrders, policy },
    plain({ id }),
  ),
  /** Lists each message once, after the position `after`. */
  problems: read(
    'Imports/problems',
    'import.run',
    { id, after: count },
    plain({ items: list(problem), total: count }),
  ),
  /** Lists how whole names are split, uncertain ones first, after the position `after`. */
  names: read(
    'Imports/names',
    'import.run',
    { id, after: count },
    plain({
      items: list(plain({ line: count, whole: line, firstName: line, lastName: line })),
      total: count,
      decided: count,
    }),
  ),
  badRows: read('Imports/badRows', 'import.run', { id }, textFile, { needsReauthentication: true }),
  /** Starts the import. Refused if the columns or the policy differ from the check that was shown. */
  run: write(
    'Imports/run',
    'import.run',
    { id, columns: ifPresent(list(name)), dateOrders: chosenOrders, policy: ifPresent(policy) },
    plain({ id }),
    { needsReauthentication: true },
  ),
  undo: write('Imports/undo', 'import.run', { id }, plain({ id }), { needsReauthentication: true }),
  /** Deletes a file that was not imported. For an imported file it deletes the content and its line errors. */
  remove: write('Imports/remove', 'import.run', { id }, done),
}
