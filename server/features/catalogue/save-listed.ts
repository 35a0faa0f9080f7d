import { sql } from 'kysely'
import { type ListName, laterPicture, picture, pictures, richText } from '#contract/office/catalogue.ts'
import { maxPieces } from '#domain/limits.ts'
import { listRules } from '#domain/office/catalogue-rules.ts'
import { catalogueSentences, codeUsed, codeUsedByOne } from '#domain/office/catalogue-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { cleanHtml, picturesIn } from '#server/features/content/clean-html.ts'
import { keepVersion } from '#server/features/content/keep-version.ts'
import { requirePictures } from '#server/features/content/require-pictures.ts'
import { partsOf } from '#server/in-parts.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Action } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { enterStock } from './change-stock.ts'
import { listDefinitions, type Thing } from './list-definitions.ts'
import { columnOf, fieldsOf, readList } from './queries.ts'

const maxCharacters = 100_000

type Asked = Thing & { id?: number; version?: number; firstStock?: number }

/** The id and version of a saved item. */
export interface Saved {
  id: number
  version: number
}

/**
 * Creates an item of a list, or saves one that was read. Cleans rich text and keeps its former version;
 * pictures must be the business's own. Refuses fields that break a rule or a constraint, and an old version.
 */
export async function saveListed(
  tx: Tx,
  list: ListName,
  { id, version, requestId: _press, firstStock = 0, ...given }: Asked,
  request: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<{ answer: Saved; action: Action | Action[] }> {
  const { subject, only, refusals = {}, writesBeside } = listDefinitions[list]
  const now = request.clock()
  const clean = await cleaned(list, given)
  requireFields(listRules[list]?.(clean) ?? {})
  requireFields({ firstStock: firstStock > maxPieces && catalogueSentences.pieces })
  const [present] = id === undefined ? [] : await readList(tx, list, now, id)
  // A size cannot be saved as a product, nor a product as a size.
  requireThat(id === undefined || present || !only, officeSentences.notFound)
  if (list === 'codes' && present) await requireUsesKept(tx, clean, present)
  await requirePictures(tx, picturesOf(list, clean), present ? picturesOf(list, present) : [])
  try {
    const saved = await write(tx, list, { id, version }, clean, request)
    await writesBeside?.(tx, saved.id, clean, present, now)
    const changed = Object.keys(clean).filter(
      name => JSON.stringify(clean[name]) !== JSON.stringify(present?.[name]),
    )
    for (const field of changed.filter(name => fieldsOf(list)[name] === richText)) {
      await keepVersion(
        tx,
        {
          area: list,
          key: `${saved.id}.${field}`,
          value: String(clean[field]),
          before: String(present?.[field] ?? ''),
        },
        { staffId: request.staff.staffId, now },
      )
    }
    const action: Action = {
      action: `${subject}.save`,
      subjectKind: subject,
      subjectId: saved.id,
      facts: { fields: changed.join(' '), ...amountsOf(clean, changed) },
    }
    if (present || firstStock === 0) return { answer: saved, action }
    const came = { productId: saved.id, delta: firstStock, reason: 'delivery', note: '' } as const
    return { answer: saved, action: [action, await enterStock(tx, came, request, now)] }
  } catch (error) {
    const refusal = refusals[violatedConstraint(error) ?? '']
    if (refusal) requireFields({ [refusal[0]]: refusal[1] })
    throw error
  }
}

/** Leaves out optional fields that an older page does not send; they stay as they are. */
const onlyGiven = (given: Thing): Thing =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** Cleans the texts one after the other, so that other calls can run in between. */
async function cleaned(list: ListName, given: Thing): Promise<Thing> {
  const rich = Object.keys(given).filter(name => fieldsOf(list)[name] === richText)
  const texts: Record<string, string> = {}
  for await (const some of partsOf(rich, 1)) {
    for (const name of some) texts[name] = cleanHtml(String(given[name]))
  }
  requireFields(
    Object.fromEntries(
      rich.map(name => [name, (texts[name]?.length ?? 0) > maxCharacters && catalogueSentences.textTooLong]),
    ),
  )
  return { ...onlyGiven(given), ...texts }
}

/**
 * Refuses a code's limit that is lower than its uses so far, in all or by one family. A limit that is too low
 * already may stay. Locks the code, because orders use it.
 */
async function requireUsesKept(tx: Tx, given: Thing, present: Thing): Promise<void> {
  const { id } = present as { id: number }
  await tx.selectFrom('discount_codes').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const { rows } = await sql<{ used: number; byOne: number }>`
    select count(*)::integer as used, coalesce(max(times), 0)::integer as "byOne" from discount_uses u
    cross join lateral uses_of_code(u.discount_code_id, u.account_id, u.email, u.phone)
    where u.discount_code_id = ${id} and u.released_at is null`.execute(tx)
  const { used = 0, byOne = 0 } = rows[0] ?? {}
  const fallsBelow = (limit: string, uses: number) =>
    given[limit] != null && given[limit] !== present[limit] && Number(given[limit]) < uses
  requireFields({
    maxUses: fallsBelow('maxUses', used) && codeUsed(used),
    maxUsesPerAccount: fallsBelow('maxUsesPerAccount', byOne) && codeUsedByOne(byOne),
  })
}

const picturesOf = (list: ListName, thing: Thing): string[] =>
  Object.entries(fieldsOf(list)).flatMap(([name, codec]) => {
    if (codec === richText) return picturesIn(String(thing[name]))
    if (codec === laterPicture) return [String(thing[name] ?? '')]
    return codec === picture ? [String(thing[name])] : codec === pictures ? (thing[name] as string[]) : []
  })

async function write(
  tx: Tx,
  list: ListName,
  { id, version }: { id?: number; version?: number },
  clean: Thing,
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<Saved> {
  const { table, writes = (given: Thing) => given, beginsWith, isSorted } = listDefinitions[list]
  const now = clock()
  const asColumns = (thing: Thing) =>
    Object.fromEntries(Object.entries(thing).map(([name, value]) => [columnOf(name), value]))
  const values = asColumns(writes(clean))
  if (id !== undefined) {
    const current = async () => (await readList(tx, list, now, id))[0]
    return { id, version: await saveVersioned(tx, table, { id, version }, values, { staff, now, current }) }
  }
  const row: Thing = {
    ...values,
    ...asColumns(beginsWith?.(now) ?? {}),
    updated_at: now,
    updated_by: staff.staffId,
    ...(isSorted && { sort: sql`(select coalesce(max(sort), 0) + 1 from ${sql.table(table)})` }),
  }
  const { rows } =
    await sql<Saved>`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map(column => sql.ref(column)))})
    values (${sql.join(Object.values(row))}) returning id, version`.execute(tx)
  if (!rows[0]) throw new OfficeRefusal(catalogueSentences.inUse)
  return rows[0]
}

const amountsOf = (thing: Thing, changed: string[]): Record<string, number> =>
  Object.fromEntries(
    changed
      .filter(name => name.endsWith('Pence') && typeof thing[name] === 'number')
      .map(name => [name, thing[name] as number]),
  )
