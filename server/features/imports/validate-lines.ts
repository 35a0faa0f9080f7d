import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import { longDay } from '#domain/format-dates.ts'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import { type ClassLine, readClasses } from '#domain/office/import-classes.ts'
import { type CreditLine, creditsKey, readCredits } from '#domain/office/import-credits.ts'
import type { DateOrder } from '#domain/office/import-dates.ts'
import { childKey, type FamilyLine, type ImportPolicy, readFamilies } from '#domain/office/import-families.ts'
import type { ImportKind } from '#domain/office/import-headings.ts'
import type { ImportLine } from '#domain/office/import-line.ts'
import {
  type ImportPreview,
  previewClasses,
  previewCredits,
  previewFamilies,
} from '#domain/office/import-preview.ts'
import type { Db } from '#server/database/connect.ts'
import { inParts, partsOf } from '#server/in-parts.ts'
import { readKnownCatalogue } from './apply-classes.ts'
import { judgeChanges } from './change-dates.ts'
import { asLines, type FileTable } from './read-file.ts'

/** The lines that can be imported, by kind. */
export type GoodLines =
  | { kind: 'classes'; good: ClassLine[] }
  | { kind: 'families'; good: FamilyLine[] }
  | { kind: 'credits'; good: CreditLine[] }

/** Validates every line of a file against the file and the database; writes nothing. */
export async function validateLines(
  db: Db,
  {
    run,
    table,
    columns,
    orders,
    policy,
    now,
  }: Asked & { run: { id: number; kind: ImportKind }; table: FileTable; columns: string[] },
): Promise<Judged> {
  const { lines, problems } = await inParts(asLines(table, columns))
  const found = await judge[run.kind](db, lines, { importId: run.id, orders, policy, now })
  const all = [...problems, ...found.problems].sort((one, other) => one.line - other.line)
  return { ...found, problems: all }
}

interface Asked {
  /** The chosen order of day and month in a column of dates. */
  orders: Record<string, DateOrder>
  policy: ImportPolicy
  now: Date
}

interface Judged {
  validated: GoodLines
  problems: ImportProblem[]
  /** Warnings about valid lines. */
  warnings: ImportProblem[]
  promised: ImportPreview
}

const judge: Record<
  ImportKind,
  (db: Db, lines: ImportLine[], asked: Asked & { importId: number }) => Promise<Judged>
> = {
  families: async (db, lines, { now, orders }) => {
    const known = await readKnownFamilies(db, addressesIn(lines))
    const read = await inParts(readFamilies(lines, known, todayInLondon(now), orders))
    const { good, problems, warnings } = read
    return {
      ...{ validated: { kind: 'families', good }, problems, warnings },
      promised: previewFamilies(good, known),
    }
  },
  credits: async (db, lines, { importId }) => {
    const emails = addressesIn(lines)
    const known = await readKnownFamilies(db, emails)
    const given = await readGivenCredits(db, emails, importId)
    const { good, problems } = await inParts(readCredits(lines, new Set(known.keys()), given))
    return {
      ...{ validated: { kind: 'credits', good }, problems, warnings: [] },
      promised: previewCredits(good),
    }
  },
  classes: async (db, lines, { now, orders, policy }) => {
    const catalogue = await readKnownCatalogue(db, now)
    const { good, problems, warnings } = await inParts(readClasses(lines, catalogue, orders))
    const refused = await judgeChanges(db, good, policy, now)
    const isRefused = new Set(refused.map(({ line }) => line))
    const taken = good.filter(({ line }) => !isRefused.has(line))
    return {
      validated: { kind: 'classes', good: taken },
      problems: [...problems, ...refused],
      warnings: warnings.filter(({ line }) => !isRefused.has(line)),
      promised: previewClasses(taken),
    }
  },
}

const addressesIn = (lines: ImportLine[]) => [
  ...new Set(lines.map(({ cells }) => (cells.email ?? '').toLowerCase())),
]

const addressesPerBatch = 1_000

interface KnownFamily {
  id: number
  children: string[]
  maxChildren: number
}

/** Reads the existing families with these addresses, their children, and the limit of each. */
export async function readKnownFamilies(db: Db, emails: string[]): Promise<Map<string, KnownFamily>> {
  const known = new Map<string, KnownFamily>()
  for await (const some of partsOf(emails, addressesPerBatch)) {
    const { rows } = await sql<{
      id: number
      email: string
      maxChildren: number
      children: { firstName: string; lastName: string; birthday: string }[]
    }>`select a.id, a.email, a.children_at_most as "maxChildren",
      coalesce((select json_agg(json_build_object('firstName', c.first_name, 'lastName', c.last_name,
        'birthday', c.date_of_birth)) from children c where c.account_id = a.id), '[]') as children
    from accounts a where a.email = any(${some}::text[]) and a.status = 'active'`.execute(db)
    for (const { email, children, ...row } of rows)
      known.set(email, { ...row, children: children.map(childKey) })
  }
  return known
}

/** The credits that other imports gave these families, with their days, except undone ones. */
async function readGivenCredits(db: Db, emails: string[], importId: number): Promise<Map<string, string>> {
  const given = new Map<string, string>()
  for await (const some of partsOf(emails, addressesPerBatch)) {
    const { rows } = await sql<{ email: string; credits: number; reason: string; at: Date }>`
      select a.email, c.delta as credits, substring(c.memo from '(.*) [(]import') as reason, c.created_at as at
      from accounts a join credit_entries c on c.account_id = a.id and c.reason = 'granted'
      join imports i on i.id = substring(c.memo from '[(]import ([0-9]+)[)]$')::bigint and i.state <> 'undone'
      where a.email = any(${some}::text[]) and i.id <> ${importId}`.execute(db)
    for (const { at, ...row } of rows) given.set(creditsKey(row), longDay(todayInLondon(at)))
  }
  return given
}
