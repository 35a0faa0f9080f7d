import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { notePlace, sealNote } from '#server/database/seal-note.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { dataKey } from './start-product.ts'

export interface Family {
  email: string
  token: string
  childId: number
}
export interface Place {
  offeringId: number
  sessionId: number
}
export const password = 'Password1'
/** The cost of hashing a password, as in the product. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const offerings = 20

/**
 * Fills an empty database with families, each with a child, a password and a token, and with sessions of next
 * week. The first `scarce` sessions have ten places each, the others as many as anybody wants.
 */
export async function makeFamilies(
  url: string,
  wanted: { families: number; sessions: number; scarce?: number },
): Promise<{ families: Family[]; places: Place[] }> {
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const { db } = database
  const now = new Date()
  await migrate(database)
  await sql`insert into accounts (email, password_hash, first_name, last_name, created_at)
    select 'family-' || n || '@example.test', ${await hash(password, cost)}, 'Priya', 'Shah ' || n, ${now}
    from generate_series(1, ${wanted.families}::int) n`.execute(db)
  await sql`insert into access_tokens (account_id, token_hash, created_at, last_used_at, expires_at)
    select id, sha256(convert_to('family-' || id, 'UTF8')), ${now}, ${now}, ${now}::timestamptz + interval '1 day'
    from accounts`.execute(db)
  const accounts = await db.selectFrom('accounts').select('id').orderBy('id').execute()
  const notes = { medical: [] as string[], allergy: [] as string[] }
  for (const { id } of accounts) {
    for (const kind of ['medical', 'allergy'] as const) {
      notes[kind].push(sealNote(dataKey, 'Nobody reads it', notePlace(id, kind)).toString('hex'))
    }
  }
  await sql`insert into children (account_id, first_name, last_name, date_of_birth, medical_sealed, allergy_sealed, created_at)
    select id, 'Asha', 'Shah', date '2020-01-01', decode(medical, 'hex'), decode(allergy, 'hex'), ${now}
    from unnest(${accounts.map(({ id }) => id)}::bigint[], ${notes.medical}::text[], ${notes.allergy}::text[])
      as note (id, medical, allergy) order by id`.execute(db)
  const { rows } = await sql<Family>`select a.email, 'family-' || a.id as token, c.id as "childId"
    from accounts a join children c on c.account_id = a.id order by a.id`.execute(db)
  const clock = { now: () => now }
  const made = await Promise.all(Array.from({ length: offerings }, () => makeOffering({ db, clock })))
  const nextMonday = addDays(mondayOf(todayInLondon(now)), 7)
  const places: Place[] = []
  for (let nth = 0; nth < wanted.sessions; nth++) {
    const offering = made[nth % offerings] as (typeof made)[number]
    const session = await makeSession({ db, clock }, offering, {
      date: addDays(nextMonday, nth % 7),
      startTime: `${String(9 + (nth % 9)).padStart(2, '0')}:00`,
      endTime: `${String(9 + (nth % 9)).padStart(2, '0')}:45`,
      capacity: nth < (wanted.scarce ?? 0) ? 10 : 1_000_000,
    })
    places.push({ offeringId: offering.id, sessionId: session.id })
  }
  await database.runScript('vacuum analyze')
  await database.close()
  return { families: rows, places }
}
