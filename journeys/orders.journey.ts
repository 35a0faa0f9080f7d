import type { Locator, Page } from '@playwright/test'
import { bookings, eventBookings, ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import type { Call, Page as Paged } from '#contract/wire.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { dayRange, spokenDays } from '#web/ui/british-dates.ts'
import { changeAnswers, refuse, watchCalls } from './calls-of-page.ts'
import { everyKind, kinds, placeOrder } from './kinds.ts'
import { openParts, visitBookings } from './my-bookings.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isFree, isPriced, openFilters } from './timetable.ts'
import { today } from './today.ts'

/** A table of the parent's orders, and the call that loads its pages. */
interface History {
  name: string
  call: Call<unknown, Paged<unknown>>
  columns: string[]
  status: string
  detail: string
}

const calendarOf = (page: Page, kind: (typeof everyKind)[number]) =>
  page.getByRole('region', { name: kinds[kind].calendar, exact: true })

// Proves ORD-01 to ORD-15.
signedInTest('three calendars, each with its own filters and weeks', async ({ page }) => {
  const asked = {
    class: watchCalls(page, contract.offerings.class.ownTimetable),
    event: watchCalls(page, contract.offerings.event.ownTimetable),
    parentSession: watchCalls(page, contract.offerings.parentSession.ownTimetable),
  }
  const monday = mondayOf(today())
  const thisWeek = { startDate: monday, endDate: addDays(monday, 6) }
  await visitBookings(page, eventBookings())
  for (const kind of everyKind) {
    const { add } = kinds[kind]
    const calendar = calendarOf(page, kind)
    const addLinks = calendar.getByText(add, { exact: true })
    await expect(addLinks).toHaveCount(7)
    for (const link of await addLinks.all()) {
      await expect(link).toHaveAttribute('href', ofKind[kind].timetable({ date: monday }))
    }
    expect(asked[kind].at(-1)).toEqual(thisWeek)

    const filters = await openFilters(page, calendar)
    for (const name of ['Age', 'Venue', /^Type of/]) {
      const options = filters.getByRole('combobox', { name }).locator('option')
      await expect.poll(() => options.count()).toBeGreaterThan(1)
    }
    await filters.getByRole('combobox', { name: 'AM/PM' }).selectOption('PM')
    const days = filters.getByRole('combobox', { name: 'Day' })
    await expect(days.locator('option')).toHaveText([
      'Any day',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ])
    await days.selectOption('Sunday')
    const afternoons = { startTime: '12:00', endTime: '24:00' }
    await expect
      .poll(() => asked[kind].at(-1))
      .toEqual({ ...thisWeek, ...afternoons, date: thisWeek.endDate })
    for (const [name, field] of [
      ['Age', 'ageGroupId'],
      ['Venue', 'venueId'],
      [/^Type of/, 'typeId'],
    ] as const) {
      const filter = filters.getByRole('combobox', { name })
      await filter.selectOption({ index: 1 })
      const chosen = Number(await filter.inputValue())
      await expect.poll(() => asked[kind].at(-1)).toMatchObject({ [field]: chosen })
    }
    await filters.getByRole('button', { name: 'Clear' }).click()
  }

  const [weekBefore, weekAfter] = [addDays(monday, -7), addDays(monday, 7)]
  const range = (start: string) => dayRange(start, addDays(start, 6), today())
  await calendarOf(page, 'class').getByRole('button', { name: 'Next week' }).click()
  await calendarOf(page, 'event').getByRole('button', { name: 'Last week' }).click()
  await expect(calendarOf(page, 'class')).toContainText(range(weekAfter))
  await expect(calendarOf(page, 'event')).toContainText(range(weekBefore))
  await expect(calendarOf(page, 'parentSession')).toContainText(range(monday))
  await expect(calendarOf(page, 'class').getByText('+ Add a class').first()).toHaveAttribute(
    'href',
    `/home/classes?date=${weekAfter}`,
  )
})

// Proves ORD-16 to ORD-18, RSCH-13.
signedInTest('a booking is in its calendar, and can be moved until it begins', async ({ page }) => {
  await page.clock.setFixedTime(`${today()}T12:00:00Z`)
  const slot = {
    id: 1,
    offeringId: 1,
    typeId: 1,
    venueId: 1,
    date: today(),
    name: 'Lantern walk',
    venue: 'Orchard Studio',
    typeName: 'Muddy Boots',
    title: 'Muddy Boots',
    ages: '3–5 years',
    colour: '#3b9c5e',
    isTrial: false,
    attendee: 'Wren Hart',
  }
  const begun = { ...slot, bookingId: 1, startTime: '00:00', endTime: '00:45' }
  const toCome = { ...slot, bookingId: 2, startTime: '23:59', endTime: '23:59' }
  for (const kind of everyKind) {
    await changeAnswers(page, contract.offerings[kind].ownTimetable, days =>
      days.map(day => (day.date === today() ? { ...day, sessions: [begun, toCome] } : day)),
    )
  }
  await visitBookings(page)
  for (const kind of everyKind) {
    const sessions = calendarOf(page, kind).getByRole('listitem').filter({ hasText: 'Muddy Boots' })
    await expect(sessions).toHaveText([
      /^00:00–00:45.*Orchard Studio.*3–5 years.*Wren HartBook again: Muddy Boots$/,
      /^23:59–23:59.*Orchard Studio.*3–5 years.*Wren HartReschedule$/,
    ])
    await expect(sessions.locator('rect').nth(1)).toHaveAttribute('fill', '#3b9c5e')
  }
})

// Proves ORD-19 to ORD-36, ORD-38.
signedInTest(
  'My Bookings lists four paged histories, each order with its details',
  async ({ page, person, visitor }) => {
    const numbers = { class: '', event: '', parentSession: '' }
    const days = new Map<string, string>()
    for (const kind of everyKind) {
      const session = await findSession(visitor, isPriced, kind)
      numbers[kind] = await placeOrder(person, kind, session)
      days.set(kinds[kind].history, spokenDays(session.date, session.endDate, today()))
    }
    // A person can have at most three unpaid orders.
    await person.api.orders.class.cancel({ orderNumber: numbers.class })
    const bought = await person.api.shop.placeProduct({
      productId: 1,
      quantity: 1,
      fullName: 'Robyn Hart',
      address: '3 Raleigh Steps, Southville',
      postcode: 'BS3 1QZ',
      mobile: '07700 900188',
    })
    const histories: History[] = [
      ...everyKind.map(kind => ({
        name: kinds[kind].history,
        call: contract.orders[kind].list,
        columns: [
          'Image',
          'Class',
          'Order Time',
          kinds[kind].attendee,
          'Payment Status',
          'Method',
          'Amount',
          'Credits used',
          'Details',
        ],
        status: kind === 'class' ? 'Cancelled' : 'Payment outstanding',
        detail: `${kinds[kind].detail}?order_sn=${numbers[kind]}`,
      })),
      {
        name: 'Products Order History',
        call: contract.shop.orders,
        columns: ['Image', 'Product', 'Order Time', 'Quantity', 'Status', 'Method', 'Amount', 'Details'],
        status: 'To be paid',
        detail: `/home/userInfo/orderDetail?order_sn=${bought.orderNumber}`,
      },
    ]
    const asked = new Map(histories.map(({ call }) => [call, watchCalls(page, call)]))
    await visitBookings(page, eventBookings())
    for (const { name, columns, status, detail } of histories) {
      const history = page.getByRole('region', { name })
      await expect(history.locator('th')).toHaveText(columns)
      // A table row on a wide screen or a card on a phone, whichever is shown.
      const details = history.getByRole('link')
      await expect(details).toHaveCount(1)
      await expect(details).toHaveAttribute('href', detail)
      const order = history.getByRole('row').nth(1).or(history.getByRole('listitem'))
      await expect(order).toContainText(status)
      const day = days.get(name)
      if (day) await expect(order).toContainText(day)
    }

    for (const { call } of histories) {
      await changeAnswers(page, call, list => ({ ...list, total: 250, perPage: 100 }))
    }
    await page.reload()
    await openParts(page)
    for (const { name, call } of histories) {
      const history = page.getByRole('region', { name })
      await expect(history.getByText('Page 1 of 3')).toBeVisible()
      await history.getByRole('button', { name: 'Next page' }).click()
      await expect.poll(() => asked.get(call)?.at(-1)).toMatchObject({ page: 2 })
      const sizes = history.getByRole('combobox', { name: 'Rows per page' })
      await expect(sizes.locator('option')).toHaveText(['100', '200', '300', '400'])
      await sizes.selectOption('200')
      await expect.poll(() => asked.get(call)?.at(-1)).toEqual({ page: 1, limit: 200 })
    }
    await page.getByRole('region', { name: kinds.event.history }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/eventOrderDetail\\?order_sn=${numbers.event}$`))
  },
)

signedInTest(
  'ten coming dates are told within 1,500 px on a phone',
  { tag: '@phone' },
  async ({ page, visitor, person }) => {
    await placeOrder(person, 'class', await findSession(visitor, isFree))
    await changeAnswers(page, contract.ownBookings.upNext, next => ({
      ...next,
      coming: 14,
      places: next.places
        .slice(0, 1)
        .flatMap(place => Array.from({ length: 10 }, (_, at) => ({ ...place, bookingId: at + 1 }))),
    }))
    await visit(page, bookings())
    await expect(page.getByRole('region', { name: 'Up next' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: /^Reschedule/ })).toHaveCount(3)
    expect(await page.locator('html').evaluate(element => element.scrollHeight)).toBeLessThanOrEqual(1_500)
    await page.getByText('and 11 more').click()
    await expect(page.getByRole('button', { name: /^Reschedule/ })).toHaveCount(10)
    await expect(page.getByText('Later dates are in the calendar.')).toBeVisible()
  },
)

// Proves ORD-37.
signedInTest(
  'a calendar that fails to load says so quietly, and can be loaded again @phone',
  async ({ page }) => {
    const { offerings, orders, ownBookings, shop } = contract
    const region = (name: string) => page.getByRole('region', { name })
    const lists: { call: Call<unknown, unknown>; place: Locator }[] = [
      ...everyKind.flatMap(kind => [
        { call: offerings[kind].ownTimetable, place: calendarOf(page, kind) },
        { call: orders[kind].list, place: region(kinds[kind].history) },
      ]),
      { call: shop.orders, place: region('Products Order History') },
      // Last, because its failure also says that nothing is coming up.
      { call: ownBookings.upNext, place: region('Up next') },
    ]
    const lookups = everyKind.flatMap(kind => {
      const { types, venues, ageGroups } = offerings[kind]
      return [types, venues, ageGroups]
    })
    const calls = [...lists.map(({ call }) => call), ...lookups]
    const ends = await Promise.all(calls.map(call => refuse(page, call, 'Not just now')))
    await visitBookings(page)
    for (const { place } of lists) await expect(place).toContainText('That did not load')
    await expect(page.getByText('Not just now')).toHaveCount(0)
    for (const end of ends) await end()
    for (const { place } of lists) {
      await place.getByRole('button', { name: 'Try again' }).click()
      await expect(place).not.toContainText('That did not load')
    }
    await expect(calendarOf(page, 'event').getByText('+ Add an event')).toHaveCount(7)
  },
)
