import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'

const offeringsPerKind = 30
const sessionsPerOfferingAndWeek = 2
const weeksOfTerm = 12
const pastWeeks = 520
const pastSessions = 500_000

/**
 * Inserts a running term: in each kind 30 offerings with 60 sessions a week, from this Monday on. `withPast`
 * adds ten years with half a million sessions. The handle must have one connection.
 */
export async function seedTimetable(database: Database, monday: string, withPast: boolean): Promise<void> {
  await migrate(database)
  const { db } = database
  // On the one connection of this handle; half a million rows take longer than a call may.
  await database.runScript('set statement_timeout = 0')
  await sql`
    insert into venues (name) select 'Venue ' || n from generate_series(1, 6) n`.execute(db)
  await sql`
    insert into age_groups (name) select 'Ages ' || n from generate_series(1, 5) n`.execute(db)
  await sql`
    insert into offering_types (kind, name, sort)
    select kind, 'Type ' || n, n
    from unnest(array['class', 'event', 'parentSession']) kind, generate_series(1, 10) n`.execute(db)
  await sql`
    insert into offerings (kind, offering_type_id, venue_id, age_group_id, name, start_date, end_date, colour, classroom, term_dates)
    select t.kind, t.id, 1 + n % 6, 1 + n % 5, t.name || ' at venue ' || n, ${monday}, ${monday}::date + 84, '#8b5fd0', 'Main hall', 'Autumn term'
    from offering_types t, generate_series(1, ${offeringsPerKind / 10}::int) n`.execute(db)
  if (withPast) {
    const perWeek = Math.ceil(pastSessions / pastWeeks / (3 * offeringsPerKind))
    await insertSessions(database, monday, -pastWeeks, -1, perWeek)
  }
  await insertSessions(database, monday, 0, weeksOfTerm - 1, sessionsPerOfferingAndWeek)
  await database.runScript('vacuum analyze')
}

/** Deletes all terms with their classes and dates, published ones too, which the product itself never does. */
export async function clearTerms(database: Database): Promise<void> {
  await database.runScript(`
    set session_replication_role = replica;
    delete from sessions where offering_id in (select id from offerings where term_id is not null);
    delete from offerings where term_id is not null;
    delete from terms;
    set session_replication_role = origin;`)
}

/**
 * Inserts later terms whose dates are all drafts. Each has 32 weeks from `from` on, and as many classes as
 * the running term. Returns their ids.
 */
export async function seedDrafts(
  database: Database,
  from: string,
  { terms, dates }: { terms: number; dates: number },
): Promise<number[]> {
  const { db } = database
  const ids: number[] = []
  for (let nth = 1; nth <= terms; nth++) {
    const { rows } = await sql<{ id: number }>`insert into terms (name, start_date, end_date)
      values ('Bench ' || ${nth}::int, ${from}, ${from}::date + 224) returning id`.execute(db)
    const termId = rows[0]?.id as number
    ids.push(termId)
    await sql`insert into offerings (kind, offering_type_id, venue_id, age_group_id, name, start_date, end_date, colour,
        classroom, term_dates, term_id, is_active)
      select kind, offering_type_id, venue_id, age_group_id, name, ${from}, ${from}::date + 224, colour, classroom,
        term_dates, ${termId}, false
      from offerings where term_id is null`.execute(db)
    await sql`insert into sessions (kind, offering_id, offering_type_id, name, start_date, end_date, start_time, end_time,
        capacity, price_pence, status)
      select o.kind, o.id, o.offering_type_id, 'Bench', day, day, slot, slot + interval '45 minutes', 12, 1250, 'draft'
      from (select *, row_number() over (order by id) as nth from offerings where term_id = ${termId}) o, generate_series(0, (${dates}::int - 1) / ${3 * offeringsPerKind}::int) n,
        lateral (select ${from}::date + ((nth * 107 + n) % 224)::integer as day,
          time '08:00' + (nth % 10) * interval '1 hour' as slot) d
      limit ${dates}`.execute(db)
  }
  await database.runScript('vacuum analyze')
  return ids
}

/** Inserts sessions week by week, because a business writes them in that order too. */
async function insertSessions(
  { db }: Database,
  monday: string,
  firstWeek: number,
  lastWeek: number,
  perOffering: number,
): Promise<void> {
  await sql`
    insert into sessions (kind, offering_id, offering_type_id, name, start_date, end_date, start_time, end_time, capacity, places_taken, price_pence, offers_trial, trial_price_pence)
    select o.kind, o.id, o.offering_type_id, 'Week ' || week, day, day, slot, slot + interval '45 minutes', 12, (o.id + n) % 13, 1250, n % 2 = 0, 500
    from generate_series(${firstWeek}::int, ${lastWeek}::int) week, offerings o, generate_series(1, ${perOffering}::int) n,
      lateral (select ${monday}::date + week * 7 + ((o.id + n * 3) % 7)::int as day) days,
      lateral (select time '08:00' + n * interval '50 minutes' as slot) slots
    order by week, o.id, n`.execute(db)
}
