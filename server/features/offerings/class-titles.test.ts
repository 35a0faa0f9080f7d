import { expect, test } from 'vitest'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ now: new Date('2026-11-23T09:00:00Z') })
const week = { startDate: '2026-11-30', endDate: '2026-12-06' }
const title = 'Pre-primary ballet, Grade 1'

async function twoOfOneType() {
  const given = { typeName: 'Pre-primary ballet', venue: 'Barn Hall', classroom: 'Small studio' }
  const plain = await makeOffering(app, given)
  const grade = await makeOffering(app, { ...given, name: 'Grade 1' })
  const times = { date: '2026-12-01', startTime: '10:00', endTime: '10:45', offersTrial: true }
  return {
    plain: await makeSession(app, plain, { ...times, name: 'Pre-primary ballet', pricePence: 0 }),
    grade: await makeSession(app, grade, { ...times, name: 'Grade 1', pricePence: 0 }),
  }
}

test('two classes of one type can be told apart wherever a family reads about them', async () => {
  const { grade } = await twoOfOneType()
  const shown = (await app.visitor.offerings.class.timetable(week)).flatMap(day => day.sessions)
  expect(shown.map(session => [session.typeName, session.title])).toEqual([
    ['Pre-primary ballet', 'Pre-primary ballet'],
    ['Pre-primary ballet', title],
  ])
  const family = await makeFamily(app)
  const { api } = family
  const { offering } = await api.orders.class.preview({ ...bookingRequest(family, grade), dayId: 0 })
  expect(offering).toMatchObject({ title, type: { name: 'Pre-primary ballet' } })
  await api.sessionBaskets.class.add(bookingRequest(family, grade))
  const basket = await api.sessionBaskets.class.list({ page: 1, lineIds: [], discountCode: '' })
  expect(basket.lines.items[0]?.session.title).toBe(title)

  const { orderNumber } = await api.orders.class.place(bookingRequest(family, grade))
  expect(await api.orders.class.details({ orderNumber })).toMatchObject({
    name: title,
    summary: { name: title },
  })
  const place = { title, room: 'Small studio', venue: 'Barn Hall' }
  expect((await api.ownBookings.receipt({ orderNumber })).places).toMatchObject([place])
  expect((await api.ownBookings.upNext()).places).toMatchObject([place])
  const own = (await api.offerings.class.ownTimetable(week)).flatMap(day => day.sessions)
  expect(own).toMatchObject([{ title }])
  const feed = new URL((await api.calendarFeed.make()).address).pathname
  expect((await app.http.inject({ url: feed })).body).toContain('SUMMARY:Pre-primary ballet\\, Grade 1: Leo')

  await app.runJobs()
  const mail = (await rowsOf(app.db, 'mails', { to_email: family.email }))
    .map(({ body_text }) => body_text)
    .join()
  expect(mail).toMatch(new RegExp(`What: ${title}\\nWhen: .* 10:00–10:45\\nWhere: Small studio, Barn Hall`))
})
