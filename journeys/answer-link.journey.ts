import type { Page } from '@playwright/test'
import type { OfficeApi } from '#contract/office/client.ts'
import { addDays } from '#domain/calendar.ts'
import { longDay } from '#domain/format-dates.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { pay } from './kinds.ts'
import { freshName, makeClass } from './office/planned-classes.ts'
import { startStaffSession } from './office/staff-sign-in.ts'
import { childIdsOf, newPerson, type Person, readMail } from './people.ts'
import { expect, test } from './site-test.ts'
import { today } from './today.ts'

/** Moves a date of a class by minutes; its families are told when it becomes later. */
async function shift(owner: OfficeApi, offeringId: number, sessionId: number, minutes: number) {
  const { sessions } = await owner.planner.class({ id: offeringId })
  const version = sessions.find(({ id }) => id === sessionId)?.version as number
  await owner.planner.saveSessions({
    ...{ sessions: [{ id: sessionId, version }], changes: { shiftMinutes: minutes } },
    ...{ tell: minutes > 0, reason: '' },
  })
}

/** A family with two paid places on a date that got a new time, and the link of the mail that told it so. */
async function makeShifted(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const [date, later] = [addDays(today(), inDays), addDays(today(), inDays + 7)]
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), { date, laterDates: [later] })
  const person = await newPerson(site, 'Robyn', ['Wren', 'Finch'])
  const { orderNumber } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, orderNumber)
  await shift(owner, offeringId, sessionId, 15)
  const { text } = await readMail(site, person.email, /^Your class has a new time$/)
  const link = /Move or get your money back: (\S+)/.exec(text)?.[1] ?? ''
  await page.context().clearCookies()
  return { person, orderNumber, offeringId, sessionId, later, link }
}

const statesOf = async (person: Person, orderNumber: string) =>
  (await person.api.ownBookings.receipt({ orderNumber })).places.map(place => place.state ?? 'booked')

const partOf = (page: Page, child: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: new RegExp(` for ${child}$`) }) })

test('opening the link of a new time changes nothing, and each of its buttons works once', async ({
  page,
  context,
  site,
}) => {
  const { person, orderNumber, later, link } = await makeShifted(page, site, 44)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your class has a new time')
  for (const child of ['Wren', 'Finch']) {
    await expect(partOf(page, child)).toContainText('If that suits, there is nothing to do.')
    await expect(partOf(page, child)).toContainText('You get £8.50 back. This cannot be undone.')
  }
  await expectAccessible(page)
  const older = await context.newPage()
  await older.goto(link)
  expect(await statesOf(person, orderNumber)).toEqual(['booked', 'booked'])

  await partOf(page, 'Wren')
    .getByLabel('Another date')
    .selectOption({ label: `${longDay(later)}, 10:00` })
  await partOf(page, 'Wren').getByRole('button', { name: 'Move to this date' }).click()
  await expect(partOf(page, 'Wren')).toContainText(`Moved to ${longDay(later)}, 10:00.`)
  // By keyboard only.
  await partOf(page, 'Finch').getByRole('button', { name: 'Cancel and get it back' }).focus()
  await page.keyboard.press('Enter')
  await expect(partOf(page, 'Finch')).toContainText(
    /Cancelled: £8\.50 (refunded|is on its way) to your card\./,
  )
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  expect((await statesOf(person, orderNumber)).sort()).toEqual(['booked', 'cancelled'])

  // A window opened earlier still shows the buttons. Pressing one changes nothing.
  await partOf(older, 'Wren').getByRole('button', { name: 'Cancel and get it back' }).click()
  await expect(older.getByRole('alert')).toHaveText(sentences.answeredBefore)
  await expect(partOf(older, 'Wren')).toContainText(`Moved to ${longDay(later)}, 10:00.`)
  await expectAccessible(older)
  expect((await statesOf(person, orderNumber)).sort()).toEqual(['booked', 'cancelled'])
  await readMail(site, person.email, /^Your booking has been moved$/)
  await readMail(site, person.email, /^Your booking has been cancelled$/)
})

test('a changed link is invalid, and a date that is back at its old time can no longer be answered @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/404 .*\/answer\//)
  const { person, orderNumber, offeringId, sessionId, link } = await makeShifted(page, site, 45)
  await page.goto(`${link.slice(0, -4)}AAAA`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link not found')
  await expect(page.getByText('This link is not valid.')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Cancel and get it back' })).toHaveCount(2)
  const owner = await startStaffSession(page, site, 'owner')
  await shift(owner, offeringId, sessionId, -15)
  await partOf(page, 'Wren').getByRole('button', { name: 'Cancel and get it back' }).click()
  await expect(page.getByRole('alert')).toHaveText(sentences.answeredBefore)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(partOf(page, 'Wren')).toContainText('You could answer until ')
  expect(await statesOf(person, orderNumber)).toEqual(['booked', 'booked'])
})
