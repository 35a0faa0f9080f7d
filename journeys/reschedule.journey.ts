import type { Locator, Page, Route } from '@playwright/test'
import { ofKind, orderOf } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, daysBetween, mondayOf, weekdayOf } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { dayAndMonth, spokenDate, spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { closeMessages, message } from './booking-dialog.ts'
import { addressOf, busy, changeAnswers, refuse, watchCalls } from './calls-of-page.ts'
import { expectOnlyMessage } from './form-notes.ts'
import { everyKind, kinds, placeOrder, placeTrial } from './kinds.ts'
import { visitBookings } from './my-bookings.ts'
import { readMail } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import {
  comingSessions,
  findSession,
  findSessions,
  isFree,
  openFilters,
  placesLeft,
  type Session,
} from './timetable.ts'
import { today } from './today.ts'

/** Whether a session has a free trial, because the only free events are trials. */
const isFreeTrial = ({ offersTrial, trialPricePence, placesLeft: left }: Session) =>
  offersTrial && trialPricePence === 0 && left >= 2

/** Lists cards that overlap another one. They did on days that were narrower than a card. */
const overlapping = (cards: Locator): Promise<(string | null)[]> =>
  cards.evaluateAll(all => {
    const boxes = all.map(card => card.getBoundingClientRect())
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    return all
      .filter((_, at) => boxes.some((box, other) => at !== other && isOver(box, boxes[at] as DOMRect)))
      .map(card => card.textContent)
  })

for (const kind of everyKind) {
  const { calendar: name, add, tag } = kinds[kind]
  const { move } = contract.rescheduling[kind]

  // Proves ERR-18, ROUTE-37, RSCH-01 to RSCH-11.
  signedInTest(
    `a parent moves a booked place to another day: ${kind}`,
    { tag },
    async ({ page, site, visitor, person }) => {
      const isTrial = kind === 'event'
      // Takes late sessions, because other journeys book the earlier ones and this journey counts
      // places.
      const afterAFortnight = addDays(today(), 14)
      const fits = isTrial ? isFreeTrial : isFree
      const [first, second] = (await findSessions(
        visitor,
        2,
        session => session.date > afterAFortnight && fits(session),
        kind,
      )) as [Session, Session]
      await (isTrial ? placeTrial : placeOrder)(person, kind, first)
      const [leftHere, leftThere] = [
        await placesLeft(visitor, first, kind),
        await placesLeft(visitor, second, kind),
      ]
      const asked = watchCalls(page, contract.offerings[kind].changeTargets)
      const moves = watchCalls(page, move)

      await visitBookings(page)
      // There are three calendars. While one loads, those below it still move.
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      const calendar = page.getByRole('region', { name, exact: true })
      // It opens on the week of the next booking.
      await expect(calendar.getByRole('link', { name: add }).first()).toHaveAttribute(
        'href',
        ofKind[kind].timetable({ date: mondayOf(first.date) }),
      )
      await openDay(page, calendar, first.date)
      const booked = sessionOf(calendar, first)
      await booked.getByRole('button', { name: 'Reschedule' }).click()

      const dialog = page.getByRole('dialog', { name: 'Reschedule' })
      const ownWeeks = watchCalls(page, contract.offerings[kind].ownTimetable)
      const filters = await openFilters(page, dialog)
      for (const [filter, choice, values] of [
        ['AM/PM', 'AM', { startTime: '00:00', endTime: '12:00' }],
        ['Day', 'Sunday', { date: addDays(mondayOf(first.date), 6) }],
        ['Age', first.ages, { ageGroupId: first.ageGroupId }],
      ] as const) {
        await filters.getByRole('combobox', { name: filter }).selectOption(choice)
        await expect.poll(() => asked.at(-1)).toMatchObject(values)
      }
      await filters.getByRole('button', { name: 'Clear' }).click()
      // The calendar that the dialog was opened from stays on its week.
      expect(ownWeeks).toEqual([])
      await openFilters(page, dialog)
      await filters.getByRole('combobox', { name: /^Type of/ }).selectOption(first.typeName)
      const answered = page.waitForResponse(addressOf(contract.offerings[kind].changeTargets))
      await filters.getByRole('combobox', { name: 'Venue' }).selectOption(second.venue)
      await goToWeek(dialog, first.date, second.date)
      await openDay(page, dialog, second.date)
      await answered
      const target = sessionOf(dialog, second).filter({ has: page.getByRole('button', { name: 'Select' }) })
      await expect(target).toHaveCount(1)
      const [before] = (await person.api.offerings[kind].ownTimetable(weekOf(first.date))).flatMap(
        day => day.sessions,
      )
      const bookingId = before?.bookingId ?? 0
      await expectSelectOnlyWhereBookable(page, dialog, async () => {
        const given = { sessionId: first.id, bookingId, venueId: second.venueId, typeId: first.typeId }
        return person.api.offerings[kind].changeTargets({ ...weekOf(second.date), ...given })
      })

      const letThrough = await refuse(page, move, sentences.full)
      const question = page.getByRole('dialog', { name: 'Please confirm' })
      const select = async (answer: string) => {
        await target.getByRole('button', { name: 'Select' }).click()
        for (const { date, venue } of [first, second]) {
          await expect(question).toContainText(new RegExp(`${spokenDate(date, today())}.*${venue}`))
        }
        await question.getByRole('button', { name: answer }).click()
        await expect(question).toBeHidden()
      }
      await select('Keep as it is')
      expect(moves).toEqual([])
      const lookedAtAnew = page.waitForRequest(addressOf(contract.offerings[kind].changeTargets))
      await select('Move')
      await expect(message(page, sentences.full)).toBeVisible()
      await expect(dialog).toBeVisible()
      await lookedAtAnew
      await letThrough()
      await select('Move')
      await expect(message(page, sentences.rescheduled)).toBeVisible()
      await expect(dialog).toBeHidden()
      // The focus is on the moved place, in its new week.
      await expect(sessionOf(calendar, second)).toBeFocused()
      if (second.date !== first.date) await expect(booked).toBeHidden()
      await expect(message(page, sentences.sessionNotFound)).toHaveCount(0)

      expect(asked.at(-1)).toEqual({
        startDate: mondayOf(second.date),
        endDate: addDays(mondayOf(second.date), 6),
        typeId: first.typeId,
        venueId: second.venueId,
        sessionId: first.id,
        bookingId,
      })
      expect(moves.at(-1)).toEqual({ bookingId, sessionId: second.id })
      const placesIn = async (day: string) =>
        (await person.api.offerings[kind].ownTimetable({ startDate: day, endDate: day }))[0]?.sessions
      expect(await placesIn(first.date)).toEqual([])
      expect(await placesIn(second.date)).toMatchObject([{ bookingId, id: second.id }])
      expect(await placesLeft(visitor, first, kind)).toBe(leftHere + 1)
      expect(await placesLeft(visitor, second, kind)).toBe(leftThere - 1)
      await readMail(site, person.email, /^Your booking has been moved/)
    },
  )
}

signedInTest(
  'a place moved from Up next continues there, and its calendar shows its new week',
  async ({ page, visitor, person }) => {
    const afterAFortnight = addDays(today(), 14)
    const fits = (session: Session) => session.date <= afterAFortnight && isFree(session)
    const [first, second] = (await findSessions(visitor, 2, fits)) as [Session, Session]
    await placeOrder(person, 'class', first)
    // As if the class were for older children: the dialog warns, but allows it (record 033).
    const older = { ages: '9–11 years', fromMonths: 108, toMonths: 144 }
    await changeAnswers(page, contract.sessions.practical, answer => ({ ...answer, ...older }))
    await visitBookings(page)
    const next = page.getByRole('region', { name: 'Up next' })
    await next.getByRole('button', { name: /^Reschedule / }).click()
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await goToWeek(dialog, first.date, second.date)
    await openDay(page, dialog, second.date)
    await expect(sessionOf(dialog, second)).toBeVisible()
    expect(await overlapping(dialog.locator('.session').filter({ visible: true }))).toEqual([])
    await sessionOf(dialog, second).getByRole('button', { name: 'Select' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toContainText(/will be \d years old. This is meant for “9–11 years”./)
    await question.getByRole('button', { name: 'Move' }).click()
    await expect(dialog).toBeHidden()
    await expect(
      next.getByRole('listitem').filter({ hasText: spokenDate(second.date, today()) }),
    ).toBeFocused()
    const calendar = page.getByRole('region', { name: kinds.class.calendar, exact: true })
    await expect(sessionOf(calendar, second)).toBeVisible()
  },
)

signedInTest(
  'on a phone the dialog opens on the first day with a choice',
  { tag: '@phone' },
  async ({ page, visitor, person }) => {
    // The demo's free classes are on Wednesdays, Fridays and Sundays, one a day.
    const free = (await comingSessions(visitor)).filter(isFree)
    const booked = free.find(
      ({ date }) => weekdayOf(date) === 'Wed' && free.some(later => later.date === addDays(date, 2)),
    )
    if (!booked) throw new Error('the demo business has free classes on a Wednesday and the Friday after it')
    const orderNumber = await placeOrder(person, 'class', booked)
    await visit(page, `/home/userInfo/orderStatus?order_sn=${orderNumber}`)
    await page.getByRole('button', { name: /^Reschedule / }).click()
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    const friday = dialog.getByRole('region', { name: dayAndMonth(addDays(booked.date, 2)) })
    await expect(friday.getByRole('button', { name: 'Select' })).toBeInViewport()

    // Escape closes the top layer first: the filters, then the dialog.
    const filters = await openFilters(page, dialog)
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  },
)

// Proves ERR-09, ODC-17, RSCH-12.
signedInTest(
  'sessions that fail to load say so, and pressing Reschedule tries again @desk',
  async ({ page, visitor, person, expectedComplaints }) => {
    const session = await findSession(visitor, isFree)
    const orderNumber = await placeOrder(person, 'class', session)
    await visit(page, `/home/userInfo/orderStatus?order_sn=${orderNumber}`)
    const reschedule = page.getByRole('button', { name: /^Reschedule / })
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })

    const letThrough = await refuse(page, contract.offerings.class.changeTargets, sentences.notReschedulable)
    await reschedule.click()
    await expectOnlyMessage(page, sentences.notReschedulable)
    await expect(dialog).toBeHidden()
    await letThrough()

    expectedComplaints.push(/503|ERR_FAILED|Failed to fetch/)
    for (const failure of [busy, (route: Route) => route.abort()]) {
      await page.route(addressOf(contract.offerings.class.changeTargets), failure)
      await reschedule.click()
      await expect(dialog).toContainText('That did not load')
      await expect(message(page, sentences.unexpected)).toHaveCount(0)
      await page.unroute(addressOf(contract.offerings.class.changeTargets))
      if (failure !== busy) continue
      await closeMessages(page)
      await page.keyboard.press('Escape')
    }

    await dialog.getByRole('button', { name: 'Try again' }).click()
    // A phone opens on a day with a choice.
    await expect(dialog.locator('.week')).toBeVisible()
    await openDay(page, dialog, session.date)
    await expect(sessionOf(dialog, session).first()).toContainText('Your present place')
  },
)

const weekOf = (day: string) => ({ startDate: mondayOf(day), endDate: addDays(mondayOf(day), 6) })

async function goToWeek(calendar: Locator, from: string, to: string): Promise<void> {
  const weeks = daysBetween(mondayOf(from), mondayOf(to)) / 7
  for (let week = 0; week < weeks; week++) await calendar.getByRole('button', { name: 'Next week' }).click()
}

/** Opens a day of the week, because a phone shows one day at a time. */
async function openDay(page: Page, calendar: Locator, day: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1024) return
  // Until the next week has loaded the old one is shown, and its 9th may be in another month.
  await expect(calendar.locator('.week')).toHaveAttribute('aria-busy', 'false')
  const name = new RegExp(`^${weekdayOf(day)}\\s*${Number(day.slice(8))}\\s`)
  await calendar.getByRole('navigation').getByRole('button', { name }).click()
}

const sessionOf = (calendar: Locator, { date, startTime, endTime, ages }: Session): Locator =>
  calendar
    .getByRole('region', { name: new RegExp(`\\b${dayAndMonth(date)}$`) })
    .getByRole('listitem')
    .filter({ hasText: timeRange(startTime, endTime) })
    .filter({ hasText: ages })

/** Checks the whole week, including the days that a phone does not show. */
async function expectSelectOnlyWhereBookable(
  page: Page,
  dialog: Locator,
  read: () => Promise<{ sessions: { isBookable: boolean }[] }[]>,
): Promise<void> {
  const sessions = (await read()).flatMap(day => day.sessions)
  const select = page.getByRole('button', { name: 'Select', includeHidden: true })
  await expect(dialog.locator('.session')).toHaveCount(sessions.length)
  await expect(dialog.locator('.session').filter({ has: select })).toHaveCount(
    sessions.filter(({ isBookable }) => isBookable).length,
  )
}

signedInTest(
  'the same class at another time comes first among the choices, with its last day',
  async ({ page, visitor, person }) => {
    const session = await findSession(visitor, isFree)
    const orderNumber = await placeOrder(person, 'class', session)
    const asIf = { isBookable: true, placesLeft: 3, startDate: session.date, endDate: session.date }
    const ofTwoDays = { ...asIf, endDate: addDays(session.date, 1) }
    await changeAnswers(page, contract.offerings.class.changeTargets, week =>
      week.map(day => ({
        ...day,
        sessions:
          day.date === session.date
            ? [
                { ...session, ...ofTwoDays, isBookable: false },
                { ...session, ...asIf, id: 900_001, title: 'Full of others', isBookable: false },
                { ...session, ...asIf, id: 900_002, title: 'Another class' },
                { ...session, ...ofTwoDays, id: 900_003 },
              ]
            : [],
      })),
    )
    await visit(page, orderOf.class({ orderNumber }))
    await page.getByRole('button', { name: /^Reschedule/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Reschedule' })
    await expect(dialog.locator('.session-type')).toHaveText([
      session.title,
      'Another class',
      session.title,
      'Full of others',
    ])
    // The number of a day counts the classes that can be chosen.
    await expect(dialog.locator('.day-count:not([data-none])')).toHaveText('2 classes')
    await dialog.getByRole('button', { name: 'Select' }).first().click()
    const days = spokenDays(session.date, ofTwoDays.endDate, today())
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question.getByRole('definition')).toHaveText([
      new RegExp(`^${days}, `),
      new RegExp(`^${days}, `),
    ])
  },
)

signedInTest(
  'a session that cannot be chosen says why, using the current price if it is known',
  { tag: '@desk' },
  async ({ page, visitor, person }) => {
    const session = await findSession(visitor, isFree)
    const orderNumber = await placeOrder(person, 'class', session)
    const { date, venue, ages } = session
    const asIf = { isBookable: false, placesLeft: 3, startDate: date, endDate: date }
    const present = { ...session, ...asIf, pricePence: 1_250 }
    const target = { ...session, ...asIf, id: 900_001, title: 'As it was' }
    await visit(page, orderOf.class({ orderNumber }))
    for (const [listed, facts] of [
      [
        [present, target],
        [venue, ages, 'Another price'],
      ],
      [[target], [venue, ages]],
    ] as const) {
      await changeAnswers(page, contract.offerings.class.changeTargets, week =>
        week.map(day => ({ ...day, sessions: day.date === date ? [...listed] : [] })),
      )
      await page.getByRole('button', { name: /^Reschedule/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Reschedule' })
      const card = dialog.getByRole('listitem').filter({ hasText: target.title })
      await expect(card.locator('.session-facts > span')).toHaveText([...facts])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  },
)
