import { dateOrders } from '#domain/office/import-dates.ts'
import { importPolicies } from '#domain/office/import-families.ts'
import { importKinds } from '#domain/office/import-headings.ts'
import {
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
  truth,
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

/** A sentence, and the lines that it is about: the first of them, and how many there are. */
const problem = plain({ column: name, sentence: textUpTo(500), lines: list(count), count })
export type ToldProblem = Value<typeof problem>

const dateOrder = choice(dateOrders)
const chosenOrders = ifPresent(list(plain({ column: name, order: dateOrder })))

const importRun = plain({
  ...listedFields,
  encoding: line,
  policy,
  /** For each column of the file: its heading, three of its values (of notes none), and what it is read as; '' is left out. */
  columns: list(plain({ heading: line, samples: list(line), readAs: name, dateOrder: nullable(dateOrder) })),
  missing: list(name),
  good: count,
  bad: count,
  /** What is odd about lines that can be taken. */
  warnings: list(problem),
  /** What the check promised: what is new, what is there and gets some of it, and what is there already. */
  promised: nullable(plain({ makes: things, joins: things, there: things })),
  /** How many of the good ones are in. */
  finished: count,
  /** How many of those were there already and stayed as they were. */
  kept: count,
  canUndo: truth,
  canDelete: truth,
  /** Families that came by it and have no password yet. */
  withoutPassword: count,
})
export type ImportRun = Value<typeof importRun>

/** Moving in from another system (spec 3 §2.4): three kinds of files, each checked before anything is written. */
export const imports = {
  list: read('Imports/list', 'import.run', pageOfList, officeList(importListed)),
  headings: read('Imports/headings', 'import.run', { kind }, list(plain({ name, isRequired: truth }))),
  template: read('Imports/template', 'import.run', { kind }, textFile),
  /** A file comes alone; what it is of is guessed, until `begin` says it. */
  upload: write('Imports/upload', 'import.run', { file: upload }, plain({ id })),
  begin: write('Imports/begin', 'import.run', { id, kind, fileName: line }, plain({ id })),
  /** Asked again while it runs. */
  get: read('Imports/get', 'import.run', { id }, importRun, { isPoll: true }),
  check: write(
    'Imports/check',
    'import.run',
    { id, columns: list(name), dateOrders: chosenOrders, policy },
    plain({ id }),
  ),
  /** Each sentence once, from the place `after` on. */
  problems: read(
    'Imports/problems',
    'import.run',
    { id, after: count },
    plain({ items: list(problem), total: count }),
  ),
  /** How whole names are split, those where something had to be decided first, from the place `after` on. */
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
  badRows: read('Imports/badRows', 'import.run', { id }, textFile, { needsProof: true }),
  /** With the check that was shown: of one with other columns or another policy nothing is taken. */
  run: write(
    'Imports/run',
    'import.run',
    { id, columns: ifPresent(list(name)), dateOrders: chosenOrders, policy: ifPresent(policy) },
    plain({ id }),
    { needsProof: true },
  ),
  undo: write('Imports/undo', 'import.run', { id }, plain({ id }), { needsProof: true }),
  /** A file that was not imported goes whole; of one that was, the file and what was wrong with its lines. */
  remove: write('Imports/remove', 'import.run', { id }, done),
}
