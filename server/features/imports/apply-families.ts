import { sql } from 'kysely'
import {
  childKey,
  type FamilyLine,
  familyColumns,
  type ImportedChild,
  type ImportPolicy,
} from '#domain/office/import-families.ts'
import type { Tx } from '#server/database/connect.ts'
import { emptyNoteBytes, notePlace, sealNote } from '#server/database/seal-note.ts'
import type { AppliedLine, ImportContext } from './applied-line.ts'
import { noteAsText, sealBefore, sealedColumns } from './sealed-file.ts'

/**
 * The changes of a line: for each column the old and new value, and the rows added to a child. For a child
 * that the line created both sides are equal, so that Undo can see whether the family has changed it since.
 */
export interface Before {
  account?: Columns
  child?: Columns
  people?: People
}
export type Columns = Record<string, [before: unknown, after: unknown]>
/** The emergency contacts and pick-up people of a child, as database rows. */
export type People = Record<'emergency_contacts' | 'pick_up_people', object[]>

interface TakenChild {
  id: number
  made: boolean
  changed?: Columns
  people?: People
}

type ChildLine = FamilyLine & { child: ImportedChild; accountId: number }

/**
 * Creates the families and children of a batch, or changes existing ones by the policy: `createOnly` leaves
 * them alone, `fillEmpty` fills empty fields, `overwrite` takes every value of the file. New families have no
 * password.
 */
export async function applyFamilies(
  tx: Tx,
  lines: FamilyLine[],
  context: ImportContext,
): Promise<AppliedLine[]> {
  const firsts = lines.filter(({ isFirst }) => isFirst)
  const present = await lockAccounts(tx, lines)
  const made = await makeAccounts(
    tx,
    firsts.filter(({ email }) => !present.has(email)),
    context,
  )
  const accountOf = (email: string) => present.get(email)?.id ?? made.get(email) ?? 0
  const accountChanges = await changeAccounts(tx, firsts, present, context)
  await writeConsents(
    tx,
    firsts.filter(({ email }) => made.has(email) || accountChanges.get(email)?.wants_offers),
    accountOf,
    context,
  )
  const withChild = lines.flatMap(line =>
    line.child ? [{ ...line, child: line.child, accountId: accountOf(line.email) }] : [],
  )
  const children = await takeChildren(tx, withChild, context)
  return lines.map(({ line, email, isFirst }) => {
    const ofChild = children.get(line)
    const account = isFirst ? accountChanges.get(email) : undefined
    const before: Before = {
      ...(account && { account }),
      ...(ofChild?.changed && { child: ofChild.changed }),
      ...(ofChild?.people && { people: ofChild.people }),
    }
    const isChanged = Object.keys(before).length > 0
    const newAccount = isFirst ? made.get(email) : undefined
    const isMade = newAccount !== undefined || ofChild?.made === true
    return {
      line,
      outcome: isMade ? 'made' : isChanged ? 'changed' : 'kept',
      accountId: accountOf(email),
      made: {
        ...(newAccount !== undefined && { accountId: newAccount }),
        ...(ofChild?.made && { childId: ofChild.id }),
        ...(ofChild?.changed && !ofChild.made && { changedChildId: ofChild.id }),
      },
      ...(isChanged && { before: sealBefore(context.dataKey, context.importId, line, before) }),
    }
  })
}

/** The columns of an account that a line may change. */
export const changedColumns = [...familyColumns, 'wants_offers'] as const

type Account = {
  id: number
  email: string
  wants_offers: boolean | null
  /** The day of the last answer about offers, if it is known. */
  answered_on: string | null
} & Record<(typeof familyColumns)[number], string>

async function lockAccounts(tx: Tx, lines: FamilyLine[]): Promise<Map<string, Account>> {
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'email', ...changedColumns])
    .where('email', 'in', ['', ...lines.map(({ email }) => email)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Read after locking: the locking statement does not see what was written while it waited.
  const ids = rows.map(({ id }) => id)
  const answers = await sql<{ id: number; on: string }>`
    select distinct on (account_id) account_id as id, given_on as on from consents
    where account_id = any(${ids}::bigint[]) order by account_id, id desc`.execute(tx)
  const days = new Map(answers.rows.map(({ id, on }) => [id, on]))
  return new Map(rows.map(row => [row.email, { ...row, answered_on: days.get(row.id) ?? null }]))
}

async function makeAccounts(
  tx: Tx,
  lines: FamilyLine[],
  { now }: ImportContext,
): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map()
  const rows = await tx
    .insertInto('accounts')
    .values(
      lines.map(({ email, family, consent }) => ({
        email,
        password_hash: '',
        ...family,
        wants_offers: consent?.isGiven ?? null,
        created_at: now,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  return new Map(rows.map(({ email, id }) => [email, id]))
}

/** Records the file's answers about offers. An answer without a day is left out. */
async function writeConsents(
  tx: Tx,
  lines: FamilyLine[],
  accountOf: (email: string) => number,
  { now, importId }: ImportContext,
): Promise<void> {
  const rows = lines.flatMap(({ email, consent }) =>
    consent?.on
      ? {
          ...{ account_id: accountOf(email), kind: 'offers' as const, is_given: consent.isGiven },
          ...{
            wording: consent.wording,
            given_on: consent.on,
            source: `import ${importId}`,
            created_at: now,
          },
        }
      : [],
  )
  if (rows.length > 0) await tx.insertInto('consents').values(rows).execute()
}

/**
 * Decides what a file's answer about offers changes for an existing family. It counts if the family was never
 * asked, and a later no overrides a yes; otherwise the stored answer stays (record 065). The day is stored so
 * that Undo knows whether the earlier answer was recorded.
 */
function offersTo(
  { wants_offers: present, answered_on: answeredOn }: Account,
  { consent }: FamilyLine,
  policy: ImportPolicy,
): Columns {
  if (!consent || policy === 'createOnly' || present === consent.isGiven) return {}
  const isLaterNo = present === true && policy === 'overwrite' && consent.on > (answeredOn ?? '')
  return present === null || isLaterNo
    ? { wants_offers: [present, consent.isGiven], answered_on: [answeredOn, consent.on] }
    : {}
}

/**
 * Returns the fields of the file that change stored ones, without empty ones. A stored no is kept, but "attends no
 * school" is replaced, because it is the form's default.
 */
function changesTo(
  present: Record<string, unknown>,
  given: Record<string, unknown>,
  policy: ImportPolicy,
): Columns {
  const isUntold = (column: string) =>
    present[column] === '' || (column === 'attends_school' && present[column] === false)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([column, value]) => value !== '' && value !== undefined && value !== present[column])
      .filter(([column]) => policy === 'overwrite' || (policy === 'fillEmpty' && isUntold(column)))
      .map(([column, value]) => [column, [present[column], value]]),
  )
}

async function changeAccounts(
  tx: Tx,
  firsts: FamilyLine[],
  present: Map<string, Account>,
  context: ImportContext,
): Promise<Map<string, Columns>> {
  const { policy } = context
  const changes = new Map<string, Columns>()
  const rows: Account[] = []
  for (const line of firsts) {
    const account = present.get(line.email)
    if (!account) continue
    const changed = { ...changesTo(account, line.family, policy), ...offersTo(account, line, policy) }
    if (Object.keys(changed).length === 0) continue
    changes.set(line.email, changed)
    rows.push({ ...account, ...afterOf(changed) })
  }
  await updateRows(tx, 'accounts', changedColumns, rows, context)
  return changes
}

const afterOf = (changed: Columns) =>
  Object.fromEntries(Object.entries(changed).map(([column, [, after]]) => [column, after]))

/** Updates whole rows by id; numbers, booleans and bytes are converted to the column's type. */
async function updateRows(
  tx: Tx,
  table: 'accounts' | 'children',
  columns: readonly string[],
  rows: object[],
  { now, staffId }: Pick<ImportContext, 'now' | 'staffId'>,
): Promise<void> {
  if (rows.length === 0) return
  const assignments = columns.map(column => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`)
  await sql`update ${sql.table(table)} t set ${sql.join(assignments)}, version = t.version + 1,
      updated_at = ${now}, updated_by = ${staffId}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r where t.id = r.id`.execute(
    tx,
  )
}

/** The columns of a child that a file may fill, except sealed notes, which are compared separately. */
export const childColumns = [
  'gender',
  'attends_school',
  'school_name',
  'note',
  'photo_permission',
  'photo_marketing_permission',
] as const
/** The length of an empty note's envelope in hex. */
const emptyEnvelope = emptyNoteBytes * 2

const columnsOf = (child: ImportedChild) => ({
  gender: child.gender,
  attends_school: child.school === '' ? undefined : true,
  school_name: child.school,
  note: child.note,
  photo_permission: child.photoPermission,
  photo_marketing_permission: child.photoMarketingPermission,
})

type ChildRow = {
  id: number
  account_id: number
  key: string
  has_contacts: boolean
  has_pick_up: boolean
} & Record<string, unknown>

async function takeChildren(
  tx: Tx,
  lines: ChildLine[],
  { policy, dataKey, now, staffId }: ImportContext,
): Promise<Map<number, TakenChild>> {
  const taken = new Map<number, TakenChild>()
  if (lines.length === 0) return taken
  const present = await readChildRows(tx, lines)
  const sealed = ({ child, accountId }: ChildLine) => ({
    medical_sealed: sealNote(dataKey, child.medical, notePlace(accountId, 'medical')),
    allergy_sealed: sealNote(dataKey, child.allergy, notePlace(accountId, 'allergy')),
  })
  const keyOf = ({ accountId, child }: ChildLine) => `${accountId}|${childKey(child)}`
  const fresh = lines.filter(line => !present.has(keyOf(line)))
  if (fresh.length > 0) {
    const rows = await tx
      .insertInto('children')
      .values(
        fresh.map(line => ({
          account_id: line.accountId,
          first_name: line.child.firstName,
          last_name: line.child.lastName,
          date_of_birth: line.child.birthday,
          ...columnsOf(line.child),
          ...sealed(line),
          created_at: now,
        })),
      )
      .returning(['id', 'account_id', 'first_name', 'last_name', 'date_of_birth'])
      .returning(
        sql<
          Record<string, unknown>
        >`to_jsonb(children) - array['created_at', 'version', 'updated_at', 'updated_by']`.as('all'),
      )
      .execute()
    for (const row of rows) {
      const key = childKey({
        firstName: row.first_name,
        lastName: row.last_name,
        birthday: row.date_of_birth,
      })
      const line = fresh.find(one => keyOf(one) === `${row.account_id}|${key}`)
      const changed = Object.fromEntries(
        Object.entries(row.all).map(([column, value]): [string, Columns[string]] => [column, [value, value]]),
      )
      const { id } = row
      if (line) taken.set(line.line, { id, made: true, changed, people: peopleOf(line.child, id) })
    }
  }
  const changedRows: ChildRow[] = []
  for (const line of lines.filter(one => present.has(keyOf(one)))) {
    const row = present.get(keyOf(line)) as ChildRow
    const changed = {
      ...changesTo(row, columnsOf(line.child), policy),
      ...noteChanges(row, line.child, sealed(line), policy),
    }
    const isChanged = Object.keys(changed).length > 0
    const people = policy === 'createOnly' ? nobody : peopleOf(line.child, row.id, row)
    const isGiven = Object.values(people).some(rows => rows.length > 0)
    taken.set(line.line, {
      ...{ id: row.id, made: false },
      ...(isChanged && { changed }),
      ...(isGiven && { people }),
    })
    if (isChanged || isGiven) changedRows.push({ ...row, ...afterOf(changed) })
  }
  await updateRows(tx, 'children', [...childColumns, ...sealedColumns], changedRows, { now, staffId })
  await insertPeople(
    tx,
    lines.map(({ line }) => taken.get(line)?.people ?? nobody),
  )
  return taken
}

function noteChanges(
  row: ChildRow,
  child: ImportedChild,
  sealed: Record<(typeof sealedColumns)[number], Buffer>,
  policy: ImportPolicy,
): Columns {
  const given = { medical_sealed: child.medical, allergy_sealed: child.allergy }
  return Object.fromEntries(
    sealedColumns
      .filter(column => given[column] !== '' && policy !== 'createOnly')
      .filter(column => policy === 'overwrite' || String(row[column]).length === emptyEnvelope + '\\x'.length)
      .map(column => [column, [row[column], noteAsText(sealed[column])]]),
  )
}

async function readChildRows(tx: Tx, lines: ChildLine[]): Promise<Map<string, ChildRow>> {
  const ids = [...new Set(lines.map(({ accountId }) => accountId))]
  const { rows } = await sql<ChildRow & { first_name: string; last_name: string; date_of_birth: string }>`
    select id, account_id, first_name, last_name, date_of_birth, ${sql.join(childColumns.map(column => sql.ref(column)))},
      '\\x' || encode(medical_sealed, 'hex') as medical_sealed, '\\x' || encode(allergy_sealed, 'hex') as allergy_sealed,
      exists (select from emergency_contacts e where e.child_id = children.id) as has_contacts,
      exists (select from pick_up_people p where p.child_id = children.id) as has_pick_up
    from children where account_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(
    rows.map(row => [
      `${row.account_id}|${childKey({ firstName: row.first_name, lastName: row.last_name, birthday: row.date_of_birth })}`,
      row,
    ]),
  )
}

const nobody: People = { emergency_contacts: [], pick_up_people: [] }

/** Returns contacts and a pick-up person only for a child without any: a file never replaces emergency contacts. */
function peopleOf(
  { contacts, pickUp }: ImportedChild,
  childId: number,
  present?: Pick<ChildRow, 'has_contacts' | 'has_pick_up'>,
): People {
  const isGiven = Object.values(pickUp).some(value => value !== '')
  return {
    emergency_contacts: present?.has_contacts
      ? []
      : contacts.map(({ position, firstName, lastName, mobile, email, relationship }) => ({
          ...{ child_id: childId, position, first_name: firstName, last_name: lastName },
          ...{ mobile, email, relationship },
        })),
    pick_up_people:
      present?.has_pick_up || !isGiven
        ? []
        : [
            {
              ...{ child_id: childId, first_name: pickUp.firstName, last_name: pickUp.lastName },
              ...{ phone: pickUp.phone, relationship: pickUp.relationship, photo_path: '' },
            },
          ],
  }
}

async function insertPeople(tx: Tx, all: People[]): Promise<void> {
  for (const table of tablesOfPeople) {
    const rows = all.flatMap(people => people[table])
    if (rows.length > 0)
      await sql`insert into ${sql.table(table)} select * from ${rowsOf(table, rows)}`.execute(tx)
  }
}

/** Deletes rows that are unchanged since the import; a changed row stays. */
export async function deletePeople(tx: Tx, all: People[]): Promise<void> {
  for (const table of tablesOfPeople) {
    const rows = all.flatMap(people => people[table])
    if (rows.length > 0)
      await sql`delete from ${sql.table(table)} t using ${rowsOf(table, rows)} where t = r`.execute(tx)
  }
}

const tablesOfPeople = ['emergency_contacts', 'pick_up_people'] as const
const rowsOf = (table: string, rows: object[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r`
