import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import type { Db } from './connect.ts'

const database = await openTestDatabase(1)
afterAll(() => database.close())
const source = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8')

/** `table.column` → its type, whether it may be null, and its default. */
type Columns = Record<string, string>

/** Database types → TypeScript types of the driver. */
const typesInTypeScript: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  date: 'string',
  numeric: 'string',
  'time without time zone': 'string',
  boolean: 'boolean',
  bytea: 'bytes',
  'text[]': 'string[]',
  'bigint[]': 'number[]',
  'timestamp with time zone': 'instant',
  jsonb: 'json',
  uuid: 'string',
}

/** A column that a trigger fills: products-supplied-at-first.sql. */
const filledByTrigger = 'products.supplied'

async function columnsOfDatabase(db: Db): Promise<Columns> {
  const { rows } = await sql<{ name: string; type: string; isOptional: boolean; fills: string }>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull and c.relkind = 'r' as "isOptional",
      case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' when a.atthasdef then 'unless given'
        else 'never' end as fills
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
      and c.relname not in ('schema_migrations', 'schema_functions')`.execute(db)
  return Object.fromEntries(
    rows.map(({ name, type, isOptional, fills }) => [
      name,
      described(
        typesInTypeScript[type] ?? type,
        isOptional,
        name === filledByTrigger ? 'unless given' : fills,
      ),
    ]),
  )
}

const described = (type: string, isOptional: boolean, fills: string) =>
  `${type}${isOptional ? ' or null' : ''}, filled ${fills}`

/** `table.column` → its type as written in schema.ts, which has one column per line. */
/** Puts a long union, which is formatted over several lines, onto one. */
const withUnionsOnOneLine = (text: string): string =>
  text
    .replace(/:\n +\| /g, ': ')
    .replace(/\n +\| /g, ' | ')
    .replace(/<\n +(.+)\n +>/g, '<$1>')

const fieldsOfTables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...withUnionsOnOneLine(text).matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\}/gms)].flatMap(
      ([, table, columns = '']) =>
        [...columns.matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, column, type = '']) => [
          `${table}.${column}`,
          type,
        ]),
    ),
  )

const columnsOfTypes = (text: string): Columns =>
  Object.fromEntries(Object.entries(fieldsOfTables(text)).map(([name, type]) => [name, describeType(type)]))

function describeType(type: string): string {
  const [, wrapper = '', inner = type] = /^(Generated|GeneratedAlways)<(.+)>$/.exec(type) ?? []
  const fills = { Generated: 'unless given', GeneratedAlways: 'always' }[wrapper] ?? 'never'
  const plain = inner.replace(/ \| null$/, '')
  if (plain === 'OptionalInstant') return described('instant', true, fills)
  if (plain === 'OptionalPayload') return described('json', true, fills)
  if (plain === 'Payload') return described('json', false, 'unless given')
  return described(nameOf(plain), plain !== inner, fills)
}

function nameOf(type: string): string {
  if (type === 'Instant' || type === 'Date') return 'instant'
  if (type === 'Uint8Array' || type === 'Buffer') return 'bytes'
  return type.split(' | ').every(part => part === 'OfferingKind' || part.startsWith("'")) ? 'string' : type
}

/** Reads the words that a check constraint allows in a column. */
async function wordsInDatabase(db: Db): Promise<Columns> {
  const { rows } = await sql<{ name: string; check: string }>`
    select c.conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and a.atttypid = 'text'::regtype
      and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'`.execute(db)
  return Object.fromEntries(rows.map(({ name, check }) => [name, wordsOf(check)]))
}

const wordsOf = (text: string) =>
  [...text.matchAll(/'(\w+)'/g)]
    .map(([, word]) => word)
    .toSorted()
    .join(' or ')

/** Reads the words of union types, by column. */
function wordsOfTypes(text: string): Columns {
  const kinds = Object.keys(offeringKinds).map(kind => `'${kind}'`)
  const types = Object.entries(fieldsOfTables(text))
  return Object.fromEntries(
    types.map(([name, type]) => [name, wordsOf(type.replace('OfferingKind', kinds.join(' | ')))]),
  )
}

test('the row types match the tables and views, column for column', async () => {
  expect(columnsOfTypes(source)).toEqual(await columnsOfDatabase(database.db))
})

test('a column with a fixed list of words allows the same words on both sides', async () => {
  const words = await wordsInDatabase(database.db)
  expect(Object.keys(words).length).toBeGreaterThan(15)
  expect(wordsOfTypes(source)).toMatchObject(words)
})

test.each([
  ['messages', 'order_id'],
  ['payments', 'order_id'],
  ['order_items', 'product_id'],
])(
  'rows that belong to one row are found by an index, without reading all %s: by their %s',
  async (table, column) => {
    const plan = await database.db.transaction().execute(async tx => {
      // PostgreSQL would read a small table whole.
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql`explain (costs off) select from ${sql.table(table)} where ${sql.ref(column)} = 1`.execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain(`Index Cond: (${column} = 1`)
  },
)

test('a column that exists on one side only is found', async () => {
  const withoutTown = source.replace('    town: Generated<string>\n', '')
  expect(columnsOfTypes(withoutTown)).not.toEqual(await columnsOfDatabase(database.db))
  await database.db.transaction().execute(async tx => {
    await sql`alter table accounts add column hobby text`.execute(tx)
    expect(columnsOfTypes(source)).not.toEqual(await columnsOfDatabase(tx))
    expect(columnsOfTypes(source.replace('    town: ', '    hobby: string | null\n    town: '))).toEqual(
      await columnsOfDatabase(tx),
    )
    await sql`alter table accounts drop column hobby`.execute(tx)
  })
})
