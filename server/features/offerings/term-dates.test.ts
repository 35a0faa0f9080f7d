import { expect, test } from 'vitest'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ now: new Date('2026-11-23T09:00:00Z') })

test("a class of a term shows its days and closures; the business's own text comes first", async () => {
  const offering = await makeOffering(app)
  await makeSession(app, offering)
  const term = {
    name: 'Spring',
    start_date: '2027-01-04',
    end_date: '2027-03-28',
    state: 'published' as const,
  }
  const termId = await writeRow(app.db, 'terms', term)
  const elsewhere = await makeOffering(app)
  const closed = (name: string, day: string, venueId: number | null) =>
    writeRow(app.db, 'closures', { term_id: termId, venue_id: venueId, name, start_date: day, end_date: day })
  await closed('Fair', '2027-02-02', elsewhere.venueId)
  await closed('Show', '2027-03-06', offering.venueId)
  await closed('Snow day', '2027-01-12', null)
  await changeRows(app.db, 'offerings', { id: offering.id }, { term_id: termId })
  const { introduction, typeDetails } = app.visitor.offerings.class
  const words = 'Spring: 4 January 2027 to 28 March 2027. Closed: Snow day, 12 January 2027'
  expect((await introduction({ id: offering.id })).termDates).toBe(`${words}; Show, 6 March 2027`)
  expect((await typeDetails({ id: offering.typeId })).termDates).toBe(words)
  await changeRows(app.db, 'offerings', { id: offering.id }, { term_dates: 'All spring' })
  expect((await introduction({ id: offering.id })).termDates).toBe('All spring')
  expect((await introduction({ id: elsewhere.id })).termDates).toBe('')
})
