// Measures what the desk waits for: a search over 50,000 people, and the check of a file of 3,000 families.
// Each is compared with a ceiling of the same run: counting the same rows, and reading the same file without
// a database. Also measures what others wait for: how long the process answers nobody while a file of 20,000
// families is imported. Run by `npm run bench:office-people`.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { guessColumns } from '#domain/office/import-headings.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { listFamilies } from '#server/features/families/queries.ts'
import { searchPeople } from '#server/features/families/search-people.ts'
import { checkImport } from '#server/features/imports/check-import.ts'
import { importLines } from '#server/features/imports/import-lines.ts'
import { readImport } from '#server/features/imports/queries.ts'
import { readCsv } from '#server/features/imports/read-file.ts'
import { runImport } from '#server/features/imports/run-import.ts'
import { undoImport } from '#server/features/imports/undo-import.ts'
import { beginImport, uploadImport } from '#server/features/imports/upload-import.ts'
import { validateLines } from '#server/features/imports/validate-lines.ts'
import { issueStaffSession } from '#server/features/staff/staff-sessions.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { tellResults } from './tell-results.ts'

const people = 50_000
const families = 3_000
const maxFileRows = 20_000
const today = '2026-11-23'
const searches = 200
const pages = 40
const typed = [
  'anna',
  'ann',
  'be',
  'smith',
  'anna sm',
  'ma be',
  '07700 9',
  'family4',
  'kid12',
  'ls1',
  'zo th',
  'nobody',
]

const say = tellResults('office-people')
const p95 = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] as number

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function seed(database: Database): Promise<void> {
  await migrate(database)
  await database.runScript('set statement_timeout = 0')
  const names = ['Anna', 'Ben', 'Mia', 'Zoe', 'Tom', 'Max', 'Ida', 'Leo', 'Amy', 'Kit']
    .map(name => `'${name}'`)
    .join()
  const surnames = ['Smith', 'Bell', 'Thorne', 'Hill', 'Marsh', 'Bennett', 'Ofori', 'Khan', 'Lee', 'Shah']
    .map(name => `'${name}'`)
    .join()
  await sql`
    insert into accounts (email, password_hash, first_name, last_name, mobile, postcode, created_at)
    select 'family' || n || '@example.test', '', (array[${sql.raw(names)}])[1 + n % 10], (array[${sql.raw(surnames)}])[1 + n / 10 % 10],
      '07700 ' || lpad(n::text, 6, '0'), 'LS' || n % 30 || ' ' || n % 9 || 'AB', ${today} from generate_series(1, ${people}::integer) n`.execute(
    database.db,
  )
  await sql`
    insert into children (account_id, first_name, last_name, date_of_birth, medical_sealed, allergy_sealed, created_at)
    select id, 'Kid' || id, last_name, '2020-01-01', sha256('a') || sha256('b'), sha256('a') || sha256('b'), ${today} from accounts`.execute(
    database.db,
  )
  await database.runScript('vacuum analyze')
}

async function measure(name: string, database: Database, most: number): Promise<void> {
  await seed(database)
  const { db } = database
  const count = () => sql`select count(*) from people_search where words like '%anna%'`.execute(db)
  for (const words of typed) await searchPeople(db, words, today)
  const [asked, ceiling]: [number[], number[]] = [[], []]
  for (let at = 0; at < searches; at++) {
    asked.push(await timed(() => searchPeople(db, typed[at % typed.length] as string, today)))
    if (at % 10 === 0) ceiling.push(await timed(count))
  }
  const [own, scan] = [p95(asked), p95(ceiling)]
  say(
    `search over ${people.toLocaleString('en-GB')} people, ${name}, p95`,
    `${own.toFixed(0)} ms of ${most}; ${(own / scan).toFixed(2)} of reading every row (${scan.toFixed(0)} ms)`,
  )

  const inOrder: number[] = []
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    inOrder.push(
      await timed(async () => {
        after = (await listFamilies(db, { sort: 'name', after }, today)).next ?? undefined
      }),
    )
  }
  say(
    `a page of ${people.toLocaleString('en-GB')} families sorted by name, ${name}, p95`,
    `${p95(inOrder).toFixed(0)} ms of 150; ${(p95(inOrder) / scan).toFixed(2)} of reading every row`,
  )

  const bytes = fileOf(families)
  const table = await readCsv(bytes)
  const columns = guessColumns('families', table.headings)
  const reading = await timed(() => readCsv(bytes))
  const dry = await timed(async () =>
    validateLines(db, {
      orders: {},
      run: { id: 0, kind: 'families' },
      table: await readCsv(bytes),
      columns,
      policy: 'createOnly',
      now: new Date(`${today}T09:00Z`),
    }),
  )
  say(
    `dry run of ${families.toLocaleString('en-GB')} families, ${name}`,
    `${(dry / 1000).toFixed(2)} s of 10; ${(dry / reading).toFixed(1)} of reading the file`,
  )
}

const fileOf = (length: number) =>
  Buffer.from(
    [
      'email,first_name,last_name,mobile,child_first_name,child_last_name,child_birthday,allergy',
      ...Array.from(
        { length },
        (_, at) => `new${at}@example.test,Anna,Bell,07700 900123,Kid${at},Bell,17/05/2020,Peanuts`,
      ),
    ].join('\r\n'),
  )

/** Measures how long each step of importing the longest file blocks the process. */
async function measureStandstills(name: string, { db }: Database, most: number): Promise<void> {
  const now = new Date()
  const { id: staffId } = await db
    .insertInto('staff')
    .values({
      email: 'ann@example.test',
      full_name: 'Ann Perry',
      role: 'owner',
      status: 'active',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { sessionId } = await issueStaffSession(db, { staffId, role: 'owner' }, now)
  const request = {
    ...{ db, clock: () => now, config: { dataKey: randomBytes(32) }, jobWaiting: () => {} },
    staff: { staffId, sessionId, fullName: 'Ann Perry', role: 'owner' },
  } as unknown as OfficeRequest
  const told: string[] = []
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const from = performance.now()
    const result = await work()
    // A standstill at the end is measured in the next turn of the event loop.
    await pause(5)
    delay.disable()
    told.push(`${what} ${(delay.max / 1e6).toFixed(0)} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
    return result
  }
  const upload = () => uploadImport(request, { file: new Blob([fileOf(maxFileRows)]) })
  const { id } = (await step('upload', upload)).answer
  await beginImport(request, { id, kind: 'families', fileName: 'old.csv' })
  const { columns } = await readImport(db, request.config.dataKey, id, now)
  const asked = { id, columns: columns.map(({ readAs }) => readAs), policy: 'createOnly' as const }
  await step('check', () => checkImport(request, asked))
  await runImport(request, { id })
  await step('apply', () => importLines(request, { importId: id }))
  await step('undo', () => undoImport(request, { id }))
  say(`20,000 families, ${name}, longest standstill`, `${told.join(', ')}; at most ${most} ms`)
}

const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-'))
const embedded = await openEmbeddedDatabase(join(folder, 'data'))
await measure('embedded', embedded, 150)
await measureStandstills('embedded', embedded, 500)
await embedded.close()
rmSync(folder, { recursive: true, force: true })

const postgres = await startPostgres([])
const url = await newDatabase(postgres, 'maypole_bench_people')
const onPostgres = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
await measure('PostgreSQL', onPostgres, 100)
await measureStandstills('PostgreSQL', onPostgres, 100)
await onPostgres.close()
await postgres.stop()
