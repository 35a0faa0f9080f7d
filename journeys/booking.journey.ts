import { addDays, mondayOf } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { dayRange } from '#web/ui/british-dates.ts'
import { chooseChild, confirmBooking, message, orderInHistory, pounds, total } from './booking-dialog.ts'
import { readMail } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import {
  findSessions,
  openFilters,
  placesLeft,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'
import { today } from './today.ts'

// Proves BOOK-11, BOOK-12, BOOK-26, BOOK-27, BOOK-30, CONST-05, ERR-11, ERR-14, SHELL-42.
signedInTest(
  'a parent finds a class, books two sessions and pays by card',
  async ({ page, site, visitor, person }) => {
    const [first, second] = (await findSessions(
      visitor,
      2,
      ({ typeName, pricePence, placesLeft: left }) =>
        typeName === 'Kitchen Band' && pricePence > 0 && left >= 3,
    )) as [Session, Session]
    const before = [await placesLeft(visitor, first), await placesLeft(visitor, second)]

    await visit(page, '/home/home')
    await page.getByRole('link', { name: 'See this week’s classes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()

    const week = page.getByRole('group', { name: 'Week' })
    const shows = (monday: string) =>
      expect(week).toContainText(dayRange(monday, addDays(monday, 6), today()))
    const thisMonday = mondayOf(today())
    await shows(thisMonday)
    await week.getByRole('button', { name: 'Last week' }).click()
    await shows(addDays(thisMonday, -7))
    await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
    await page.getByRole('button', { name: 'Back to this week' }).click()
    for (let monday = thisMonday; monday < mondayOf(first.date); ) {
      await week.getByRole('button', { name: 'Next week' }).click()
      monday = addDays(monday, 7)
      await shows(monday)
    }

    const filters = await openFilters(page)
    await filters.getByLabel('Type of class').selectOption({ label: first.typeName })
    await filters.getByLabel('Venue').selectOption({ label: first.venue })
    await filters.getByLabel('Age').selectOption({ label: first.ages })
    await filters.getByLabel('AM/PM').selectOption({ label: first.startTime < '12:00' ? 'AM' : 'PM' })
    await filters
      .getByLabel('Day', { exact: true })
      .selectOption({ index: 1 + weekdays.indexOf(first.weekday) })
    await expect(page.getByText(/^Showing \d class(es)?$/)).toBeVisible()
    await page.keyboard.press('Escape')
    const card = sessionCard(page, first)
    await expect(card).toContainText(pounds(first.pricePence))
    await openFilters(page)
    await filters.getByRole('button', { name: 'Clear' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^Showing \d\d classes$/)).toBeVisible()

    await card.getByRole('heading').getByRole('button').click()
    const details = page.getByRole('dialog', { name: 'Class Details' })
    await expect(details).toContainText(/Class Capacity\s*\d+/)
    await expect(details).toContainText(first.venue)
    await details.getByRole('button', { name: 'Book', exact: true }).click()

    const dialog = page.getByRole('dialog', { name: `Book ${first.typeName}` })
    await expect(total(dialog)).toContainText(`1 class, for each child ${pounds(first.pricePence)}`)
    await expect(sessionTick(dialog, first)).toBeChecked()
    await dialog.getByText('Select all').click()
    await expect(sessionTick(dialog, second)).toBeChecked()
    await dialog.getByText('Select all').click()
    await expect(sessionTick(dialog, first)).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.selectCourse)).toBeVisible()

    await sessionChip(dialog, first).click()
    await sessionChip(dialog, second).click()
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.selectYourChild)).toBeVisible()
    await chooseChild(dialog, 'Wren')
    const pence = first.pricePence + second.pricePence
    await expect(total(dialog)).toContainText(`2 classes, 1 child ${pounds(pence)}`)

    await dialog.getByRole('button', { name: 'Book Now' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toContainText(sentences.confirmOrder)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(message(page, sentences.cancelled)).toBeVisible()
    await confirmBooking(page, dialog)

    await expect(page.getByText('This is a practice card page.')).toBeVisible()
    await page.getByRole('button', { name: `Pay ${pounds(pence)}` }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=0&order_sn=/)
    await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()

    await page.getByRole('link', { name: 'View my bookings' }).click()
    const order = await orderInHistory(page, first)
    await expect(order).toHaveCount(1)
    await expect(order).toContainText('Paid')
    await expect(order).toContainText('Card')
    await expect(order).toContainText(pounds(pence))

    const mail = await readMail(site, person.email, /^Your booking is confirmed/)
    expect(mail.text).toContain(pounds(pence))
    expect(mail.text).toContain('Wren')
    expect(await placesLeft(visitor, first)).toBe((before[0] as number) - 1)
    expect(await placesLeft(visitor, second)).toBe((before[1] as number) - 1)
  },
)

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
