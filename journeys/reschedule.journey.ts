import { addDays, daysBetween, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { dayAndMonth, timeRange } from '#web/ui/british-dates.ts'
import { message } from './booking-dialog.ts'
import { readMail } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSessions, placeOrder, placesLeft, type Session } from './timetable.ts'

signedInTest('a parent moves a booked place to another day', async ({ page, site, visitor, person }) => {
  const [first, second] = (await findSessions(
    visitor,
    2,
    ({ pricePence, credits, placesLeft: left }) => pricePence === 0 && credits === 0 && left >= 2,
  )) as [Session, Session]
  await placeOrder(person, first)
  const leftBefore = await placesLeft(visitor, second)
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024

  await visit(page, '/home/userInfo/orderList')
  const calendar = page.getByRole('region', { name: 'Your classes', exact: true })
  const weeks = daysBetween(mondayOf(todayInLondon(new Date())), mondayOf(first.date)) / 7
  for (let week = 0; week < weeks; week++) await calendar.getByRole('button', { name: 'Next week' }).click()
  await expect(calendar.getByRole('link', { name: '+ Add a class' }).first()).toHaveAttribute(
    'href',
    `/home/classes?date=${mondayOf(first.date)}`,
  )
  const dayName = (day: string) => new RegExp(`\\b${Number(day.slice(8))}\\s`)
  if (isPhone) {
    await calendar
      .getByRole('navigation')
      .getByRole('button', { name: dayName(first.date) })
      .click()
  }
  const booked = calendar
    .getByRole('region', { name: new RegExp(`\\b${dayAndMonth(first.date)}$`) })
    .getByRole('listitem')
    .filter({ hasText: timeRange(first.startTime, first.endTime) })
  await booked.getByRole('button', { name: 'Reschedule' }).click()

  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  await dialog.getByRole('combobox', { name: 'Type of class' }).selectOption(first.typeName)
  await dialog.getByRole('combobox', { name: 'Venue' }).selectOption(second.venue)
  const steps = daysBetween(mondayOf(first.date), mondayOf(second.date)) / 7
  for (let step = 0; step < steps; step++) await dialog.getByRole('button', { name: 'Next week' }).click()
  if (isPhone) {
    await dialog
      .getByRole('navigation')
      .getByRole('button', { name: dayName(second.date) })
      .click()
  }
  const target = dialog
    .getByRole('region', { name: new RegExp(`\\b${dayAndMonth(second.date)}$`) })
    .getByRole('listitem')
    .filter({ hasText: timeRange(second.startTime, second.endTime) })
    .filter({ hasText: second.ages })
    .filter({ has: page.getByRole('button', { name: 'Select' }) })
  await target.getByRole('button', { name: 'Select' }).click()
  await expect(message(page, sentences.rescheduled)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(booked).toBeHidden()

  const own = await person.api.offerings.class.ownTimetable({
    startDate: addDays(first.date, -1),
    endDate: addDays(first.date, 29),
  })
  const moved = own.flatMap(day => day.sessions)
  expect(moved.map(({ id }) => id)).toEqual([second.id])
  expect(await placesLeft(visitor, second)).toBe(leftBefore - 1)
  await readMail(site, person.email, /^Your booking has been moved/)
})
