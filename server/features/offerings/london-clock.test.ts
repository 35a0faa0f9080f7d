import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { instantInLondon } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { requireTimesExist } from '#domain/timetable.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ now: new Date('2026-01-05T09:00:00Z') })

const clockChanges = ['2026-03-29', '2026-10-25']
const rareDays = [...clockChanges, '2026-12-31', '2028-02-29']
const times = ['00:00', '00:59', '01:00', '01:30', '01:59', '02:00', '02:30', '23:59']
const isLeftOut = (date: string, time: string) => date === '2026-03-29' && time >= '01:00' && time < '02:00'
const moments = clockChanges.flatMap(date => times.map(time => ({ date, time })))

test('database and code agree on the instant of every time around clock changes and new year', async () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) =>
    [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':'),
  )
  for (const date of rareDays) {
    const { rows } = await sql<{ instant: Date }>`
      select (${date}::date + clock) at time zone 'Europe/London' as instant
      from unnest(${minutes}::time[]) with ordinality as asked (clock, position) order by position`.execute(
      app.db,
    )
    expect(minutes.map(time => instantInLondon(date, time))).toEqual(rows.map(({ instant }) => instant))
  }
})

test("a family's calendar has the same instants as the database, also in the repeated hour", async () => {
  const parent = await makeAccount(app)
  const childId = await makeChild(app, parent)
  const offering = await makeOffering(app)
  for (const { date, time } of moments.filter(({ date, time }) => !isLeftOut(date, time))) {
    const session = await makeSession(app, offering, { date, startTime: time, endTime: '24:00' })
    await makeBooking(app, session.id, { accountId: parent.accountId, childId })
  }
  const { address } = await parent.api.calendarFeed.make()
  const { body } = await app.http.inject({ method: 'GET', url: new URL(address).pathname })
  const instants = (field: string) =>
    [...body.matchAll(new RegExp(`${field}:(\\S+)`, 'g'))].map(([, at]) => at)
  const { rows } = await sql<{ starts: string; ends: string }>`
    select to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as starts,
      to_char(ends_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as ends
    from sessions order by starts_at`.execute(app.db)
  expect(instants('DTSTART')).toEqual(rows.map(({ starts }) => starts))
  expect(instants('DTEND')).toEqual(rows.map(({ ends }) => ends))
  expect(rows.map(({ starts }) => starts)).toContain('20261025T013000Z')
})

test('a time that the clock skips in March is refused, as start and as end', async () => {
  const offering = await makeOffering(app)
  for (const { date, time } of moments) {
    for (const session of [
      { startDate: date, startTime: time, endDate: date, endTime: '24:00' },
      { startDate: '2026-01-31', startTime: '10:00', endDate: date, endTime: time },
    ]) {
      const { startDate, startTime, endDate, endTime } = session
      const write = makeSession(app, offering, { date: startDate, startTime, endDate, endTime })
      const refusedBy = await write.then(() => undefined, violatedConstraint)
      expect({ ...session, refusedBy }).toEqual({
        ...session,
        refusedBy: isLeftOut(date, time) ? 'sessions_times_exist' : undefined,
      })
      const require = () => requireTimesExist(session)
      if (isLeftOut(date, time)) expect(require).toThrow(sentences.timeSkipped)
      else expect(require).not.toThrow()
    }
  }
})

test('an older session at a skipped time can be booked and corrected', async () => {
  await sql`alter table sessions disable trigger sessions_times_exist`.execute(app.db)
  const session = await makeSession(app, await makeOffering(app), {
    date: '2026-03-29',
    startTime: '01:15',
    endTime: '02:30',
  })
  await sql`alter table sessions enable trigger sessions_times_exist`.execute(app.db)
  const parent = await makeAccount(app)
  const childId = await makeChild(app, parent)
  await makeBooking(app, session.id, { accountId: parent.accountId, childId })
  await changeRows(app.db, 'sessions', { id: session.id }, { places_taken: 0 })
  const startAt = (start_time: string) =>
    changeRows(app.db, 'sessions', { id: session.id }, { start_time }).then(
      () => undefined,
      violatedConstraint,
    )
  expect(await startAt('01:30')).toBe('sessions_times_exist')
  expect(await startAt('02:00')).toBeUndefined()
})
