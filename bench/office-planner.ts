// Measures the planner of a business with ten years of sessions: opening a term of 9,600 dates, changing 500
// at once, and showing a full week. Each is compared with a statement that only touches as many rows. Run by
// `npm run bench:office-planner`.
import { sql } from 'kysely'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { readPlannerSessions } from '#server/features/planning/planner-queries.ts'
import { publishDrafts } from '#server/features/planning/publish-drafts.ts'
import { saveSessions } from '#server/features/planning/save-sessions.ts'
import { issueStaffSession } from '#server/features/staff/staff-sessions.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { seedDrafts, seedTimetable } from './seed-timetable.ts'
import { tellResults } from './tell-results.ts'

const say = tellResults('office-planner')
const now = new Date()
const monday = mondayOf(todayInLondon(now))
const drafts = 9_600
const weeks = 100

const postgres = await startPostgres([])
try {
  const database = connectToPostgres(await newDatabase(postgres, 'bench_planner'), {
    poolSize: 1,
    answerWithin: 0,
  })
  const { db } = database
  await seedTimetable(database, monday, true)
  const [termId = 0] = await seedDrafts(database, addDays(monday, 84), { terms: 1, dates: drafts })

  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const bare = await timed(() =>
    transaction(db, tx =>
      sql`update sessions set price_pence = price_pence where status = 'draft'`.execute(tx),
    ),
  )
  const published = await timed(() =>
    transaction(db, tx => publishDrafts(tx, { termId }, { now, staffId: null })),
  )
  say(
    `publish ${drafts.toLocaleString('en-GB')} dates`,
    `${Math.round(published)} ms, ${(published / bare).toFixed(1)} × a bare update of them; at most 5,000 ms`,
  )

  const { rows: some } = await sql<{ id: number; version: number }>`select id, version from sessions
    where name = 'Bench' order by id limit 500`.execute(db)
  const bareRead = await timed(() =>
    sql`select * from sessions where id = any(${some.map(({ id }) => id)}::bigint[])`.execute(db),
  )
  const { rows: people } = await sql<{
    id: number
  }>`insert into staff (email, full_name, role, status, created_at)
    values ('ann@example.test', 'Ann Perry', 'owner', 'active', ${now}) returning id`.execute(db)
  const who = { staffId: people[0]?.id ?? 0, role: 'owner' as const }
  const { sessionId } = await issueStaffSession(db, who, now)
  const staff = { ...who, sessionId, fullName: 'Ann Perry' }
  const request = { db, clock: () => now, staff, jobWaiting: () => {} } as unknown as OfficeRequest
  const bulk = await timed(() =>
    saveSessions(request, { sessions: some, changes: { pricePence: 900, shiftMinutes: 15 }, tell: false }),
  )
  say(
    'change 500 dates',
    `${Math.round(bulk)} ms, ${(bulk / bareRead).toFixed(1)} × reading them; at most 1,000 ms`,
  )

  const week = { from: addDays(monday, 84), to: addDays(monday, 90) }
  const took: number[] = []
  let shown = 0
  for (let turn = 0; turn < weeks; turn++)
    took.push(
      await timed(async () => {
        shown = (await readPlannerSessions(db, week)).length
      }),
    )
  const p95 = took.toSorted((one, other) => one - other)[Math.floor(weeks * 0.95)] as number
  const bareWeek: number[] = []
  for (let turn = 0; turn < weeks; turn++)
    bareWeek.push(
      await timed(() =>
        sql`select * from sessions where start_date between ${week.from} and ${week.to} and kind = any(array['class', 'event', 'parentSession'])`.execute(
          db,
        ),
      ),
    )
  const bareP95 = bareWeek.toSorted((one, other) => one - other)[Math.floor(weeks * 0.95)] as number
  say(
    `a week of ${shown} dates among 500,000`,
    `${p95.toFixed(0)} ms p95, ${(p95 / bareP95).toFixed(1)} × reading its rows; at most 200 ms`,
  )
  if (published > 5_000 || bulk > 1_000 || p95 > 200) process.exitCode = 1
  await database.close()
} finally {
  await postgres.stop()
}
