import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { ageOn } from '#domain/office/people.ts'
import { sentences } from '#domain/sentences.ts'
import { overlap } from '#domain/timetable.ts'
import { groupDates } from '#web/site/booking/date-groups.ts'
import { dayRange, longWeekday, spokenDays, timeRange } from '#web/ui/british-dates.ts'
import {
  childTick,
  chooseChild,
  closeMessages,
  confirmBooking,
  message,
  openBooking,
  pounds,
  total,
} from './booking-dialog.ts'
import { addressOf, answerInstead, changeAnswers, holdBack, refusal, watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { placeOrder, sessionKinds } from './kinds.ts'
import { childlessTest, expect, signedInTest } from './site-test.ts'
import {
  comingSessions,
  findSession,
  findSessions,
  isPriced,
  openTimetable,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'
import { today } from './today.ts'

/** Finds two bookable sessions of an offering that also has a full one. */
async function openBesideFull(api: Parameters<typeof comingSessions>[0], kind: 'class' | 'event') {
  const coming = await comingSessions(api, kind)
  const withFull = new Set(coming.filter(({ placesLeft }) => placesLeft === 0).map(one => one.offeringId))
  const fits = ({ offeringId, placesLeft, isPackOnly, pricePence }: Session) =>
    withFull.has(offeringId) && placesLeft >= 3 && !isPackOnly && pricePence > 0
  return (await findSessions(api, 2, fits, kind)) as [Session, Session]
}

for (const { kind, tag } of sessionKinds) {
  const selectChild = kind === 'event' ? sentences.selectChild : sentences.selectYourChild

  // Proves BOOK-01, BOOK-06 to BOOK-16, BOOK-19 to BOOK-24, BOOK-34 to BOOK-36, ERR-13, EVT-37, EVT-41,
  // EVT-42, EVT-44, EVT-46, EVT-47, EVT-52.
  signedInTest(
    `the dialog shows every choice, previews its price and sends it once: ${kind}`,
    { tag },
    async ({ page, visitor, person }) => {
      const previews = watchCalls(page, contract.orders[kind].preview)
      const orders = watchCalls(page, contract.orders[kind].place)
      const lists = watchCalls(page, contract.children.list)
      const added = watchCalls(page, contract.sessionBaskets[kind].add)
      const [first, second] = await openBesideFull(visitor, kind)
      const [wren, finch] = (await person.api.children.list()).map(({ id }) => id)
      const attendees = { who: 'children' as const, childIds: [] }
      const request = { offeringId: first.offeringId, sessionIds: [first.id], attendees, discountCode: '' }
      const { offering, sessions } = await person.api.orders[kind].preview(request)

      const dialog = await openBooking(page, first, kind)
      await expect
        .poll(() => previews[0])
        .toMatchObject({
          offeringId: first.offeringId,
          dayId: first.dayId,
          sessionIds: [first.id],
        })
      const summary = dialog.locator('.offering-summary')
      for (const text of [
        offering.title,
        offering.venue.name,
        offering.ages.name,
        dayRange(offering.startDate, offering.endDate, today()),
        offering.priceDescription,
      ]) {
        await expect(summary.getByText(text, { exact: true })).toBeVisible()
      }
      await expect(dialog.locator(`img[src$="${offering.image}"]`)).toBeVisible()
      const chips = dialog.getByRole('group', { name: 'When' }).getByRole('listitem')
      const when = ({ startDate, endDate, startTime, endTime }: (typeof sessions)[0]) =>
        `${spokenDays(startDate, endDate, today())} ${startTime}–${endTime}`
      expect(
        await chips.evaluateAll(all =>
          all.map(chip => ({
            text: [...chip.querySelectorAll('.session-chip-when, .session-chip-name')].map(
              one => one.textContent,
            ),
            isBookable: !chip.querySelector('input')?.disabled,
          })),
        ),
      ).toEqual(
        groupDates(sessions, first.id)
          .flatMap(group => group.sessions)
          .map(one => ({ text: [when(one), one.name], isBookable: one.isBookable })),
      )
      expect(sessions.map(({ isBookable }) => isBookable)).toContain(false)

      const all = dialog.getByRole('checkbox', { name: 'Select all' })
      const chosen = dialog.locator('input[name=sessions]:checked')
      const bookable = sessions.filter(({ isBookable }) => isBookable)
      const sum = bookable.reduce((pence, one) => pence + one.pricePence, 0)
      await expect(all).toHaveAccessibleName(`Select all · ${bookable.length} dates · ${pounds(sum)}`)
      await all.check()
      await expect(chosen).toHaveCount(bookable.length)
      await sessionChip(dialog, first).click()
      await expect(all).not.toBeChecked()
      await sessionChip(dialog, first).click()
      await expect(all).toBeChecked()
      await all.uncheck()
      await expect(chosen).toHaveCount(0)

      const bookNow = dialog.getByRole('button', { name: 'Book Now' })
      const toBasket = dialog.getByRole('button', { name: 'Add to Basket' })
      for (const button of [bookNow, toBasket]) {
        await button.click()
        await expect(message(page, sentences.selectCourse)).toBeVisible()
        await expectMarked(dialog.locator('input[name=sessions]:enabled').first(), 'Please choose a time')
        await closeMessages(page)
      }
      await sessionChip(dialog, first).click()
      await sessionChip(dialog, second).click()
      for (const button of [bookNow, toBasket]) {
        await button.click()
        await expect(message(page, selectChild)).toBeVisible()
        await expectMarked(childTick(dialog, 'Wren'), 'Tick everybody who is coming')
        await closeMessages(page)
      }
      expect(lists.length).toBeGreaterThan(0)
      await chooseChild(dialog, 'Wren')
      await chooseChild(dialog, 'Finch')
      const pence = 2 * (first.pricePence + second.pricePence)
      await expect(total(dialog)).toContainText(`2 children ${pounds(pence)}`)
      await dialog.getByLabel('Discount code').fill('windfall')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog.getByText(sentences.discountInvalid)).toBeVisible()
      const wanted = {
        sessionIds: [first.id, second.id],
        attendees: { who: 'children', childIds: [wren, finch] },
      }
      const { offeringId } = first
      const asked = { ...wanted, offeringId, creditsWanted: 0, discountCode: 'windfall' }
      expect(previews).toContainEqual(asked)
      await dialog.getByLabel('Discount code').fill('')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog.getByText(sentences.discountInvalid)).toBeHidden()

      await toBasket.click()
      await expect(message(page, sentences.addedToBasket)).toBeVisible()
      expect(added).toEqual([wanted])
      expect(orders).toEqual([])
    },
  )
}

signedInTest(
  'on a phone the children are visible when the dialog opens, however many dates there are',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const dates = Object.values(Object.groupBy(await comingSessions(visitor), one => one.offeringId))
    const [session] = (dates.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? []).filter(
      one => one.placesLeft >= 2,
    )
    const dialog = await openBooking(page, session as Session)
    await expect(total(dialog)).toBeVisible()
    for (const name of ['Wren', 'Finch']) {
      await expect(dialog.getByRole('group', { name: /^Who / }).getByText(name)).toBeInViewport({ ratio: 1 })
    }
  },
)

signedInTest(
  'the pressed weekday comes first with its date in sight, and one press chooses all its dates',
  async ({ page, visitor }) => {
    const slotOf = ({ offeringId, date, startTime }: Session) =>
      `${offeringId} ${longWeekday(date)} ${startTime}`
    const priced = (await comingSessions(visitor)).filter(isPriced)
    const slots = Object.values(Object.groupBy(priced, slotOf))
    const dates = slots.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] as Session[]
    const session = dates.at(-1) as Session
    const dialog = await openBooking(page, session)
    await expect(sessionChip(dialog, session)).toBeInViewport({ ratio: 1 })
    const day = `${longWeekday(session.date)}s`
    const group = dialog.locator('.date-group').first()
    await expect(group).toHaveAccessibleName(`${day} ${timeRange(session.startTime, session.endTime)}`)
    await expect(sessionTick(dialog, session)).toBeChecked()

    const count = await group.locator('input[name=sessions]:enabled').count()
    const all = group.getByRole('checkbox', { name: `All ${day}` })
    await expect(all).toHaveAccessibleName(new RegExp(` · ${count} classes · £\\d+`))
    await all.check()
    await expect(group.locator('input[name=sessions]:checked')).toHaveCount(count)
    await expect(total(dialog)).toContainText(`${count} classes, for each child`)
    await sessionChip(dialog, session).click()
    await expect(all).not.toBeChecked()
    await all.check()
    await all.uncheck()
    await expect(dialog.locator('input[name=sessions]:checked')).toHaveCount(0)
  },
)

signedInTest(
  'a child who is booked elsewhere at that time gets a warning, and may still come',
  async ({ page, person, visitor }) => {
    const roomy = (await comingSessions(visitor)).filter(one => one.placesLeft >= 3 && !one.isPackOnly)
    const [kept, wanted] = roomy.flatMap(one => {
      const other = roomy.find(
        another =>
          another.id !== one.id && another.offersTrial && another.placesLeft > 0 && overlap(one, another),
      )
      return other ? [one, other] : []
    })
    if (!kept || !wanted) throw new Error('the demo business has classes beside each other')
    await placeOrder(person, 'class', kept)
    const [{ who } = { who: '' }] = await person.api.sessions.familyPlaces(kept)
    const words = `${who} is at ${kept.title} then, ${timeRange(kept.startTime, kept.endTime)}`
    const booking = await openBooking(page, wanted)
    await chooseChild(booking, who)
    await expect(booking.getByText(words)).toBeVisible()
    await page.keyboard.press('Escape')
    await sessionCard(page, wanted)
      .getByRole('button', { name: /^Trial/ })
      .click()
    const trial = page.getByRole('dialog')
    await chooseChild(trial, who)
    await expect(trial.getByText(words)).toBeVisible()
    await confirmBooking(page, trial)
  },
)

signedInTest(
  'a child who is booked elsewhere in the second chosen week gets a warning @phone',
  async ({ page, person, visitor }) => {
    const wanted = await findSession(visitor, isPriced)
    const secondWeek = addDays(mondayOf(wanted.date), 7)
    const kept = await findSession(
      visitor,
      one => isPriced(one) && one.offeringId !== wanted.offeringId && mondayOf(one.date) === secondWeek,
    )
    await placeOrder(person, 'class', kept)
    const [{ who } = { who: '' }] = await person.api.sessions.familyPlaces(kept)
    const { endDate, startTime, endTime } = kept
    await changeAnswers(page, contract.orders.class.preview, answer => ({
      ...answer,
      sessions: answer.sessions.map(one => ({ ...one, endDate, startTime, endTime })),
    }))
    const booking = await openBooking(page, wanted)
    await chooseChild(booking, who)
    const words = `${who} is at ${kept.title} then, ${timeRange(startTime, endTime)}`
    await expect(booking.getByText(words)).toBeVisible()
  },
)

signedInTest(
  'dates on which a child has a place already say so, and cannot be chosen again',
  { tag: '@phone' },
  async ({ page, person, visitor }) => {
    const [near, far] = (await findSessions(visitor, 2, one => one.placesLeft >= 3 && !one.isPackOnly)) as [
      Session,
      Session,
    ]
    await placeOrder(person, 'class', far)
    const [{ who } = { who: '' }] = await person.api.sessions.familyPlacesOf(far)
    const booking = await openBooking(page, near)
    await sessionChip(booking, far).click()
    await expect(sessionTick(booking, far)).toBeChecked()
    await chooseChild(booking, who)
    await expect(sessionTick(booking, far)).toBeDisabled()
    await expect(sessionTick(booking, far)).not.toBeChecked()
    await expect(booking.getByText(new RegExp(`^${who} has .* already`))).toBeVisible()
    await expect(total(booking)).toContainText('1 class, 1 child')
    await confirmBooking(page, booking)
    await expect(message(page, sentences.alreadyBooked)).toHaveCount(0)
  },
)

signedInTest('a child of another age gets a warning, and may still come @desk', async ({ page, visitor }) => {
  const session = await findSession(
    visitor,
    ({ placesLeft, isPackOnly, ages }) => placesLeft >= 2 && !isPackOnly && ages === '1–2 years',
  )
  const dialog = await openBooking(page, session)
  await chooseChild(dialog, 'Wren')
  const age = ageOn('2021-06-01', session.date)
  const words = `Wren will be ${age} years old. This is meant for “1–2 years”.`
  await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText(words)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
})

signedInTest(
  'if checking a code fails, neither a price without it nor an order follows',
  { tag: '@phone' },
  async ({ page, visitor, expectedComplaints }) => {
    expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
    const { preview } = contract.orders.class
    const orders = watchCalls(page, contract.orders.class.place)
    const session = await findSession(
      visitor,
      ({ placesLeft, isPackOnly, pricePence }) => placesLeft >= 2 && !isPackOnly && pricePence > 0,
    )
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await expect(total(dialog)).toContainText(pounds(session.pricePence))
    await page.route(addressOf(preview), route =>
      route.request().postData()?.includes('WELCOME') ? route.abort() : route.fallback(),
    )
    await dialog.getByLabel('Discount code').fill('WELCOME')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByText(sentences.totalUnknown)).toBeVisible()
    await expect(dialog.locator('footer')).not.toContainText('£')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.totalUnknown)).toBeVisible()
    expect(orders).toEqual([])
    await page.unroute(addressOf(preview))
    await dialog.getByRole('button', { name: 'Work out the total again' }).click()
    await expect(dialog.getByText(sentences.discountInvalid)).toBeVisible()
    await expect(total(dialog)).toContainText(pounds(session.pricePence))
    // An invalid code is reported before the confirmation question, not after Yes.
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.discountInvalid)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
    expect(orders).toEqual([])
  },
)

signedInTest(
  'the confirmation question shows the price of the latest choice @desk',
  async ({ page, visitor }) => {
    const fits = ({ placesLeft, isPackOnly, pricePence }: Session) =>
      placesLeft >= 2 && !isPackOnly && pricePence > 0
    const session = await findSession(visitor, fits)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await expect(total(dialog)).toHaveAttribute('data-settled', 'true')
    const { preview } = contract.orders.class
    const release = await holdBack(page, addressOf(preview))
    const asked = page.waitForRequest(addressOf(preview))
    await chooseChild(dialog, 'Finch')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await asked
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toHaveCount(0)
    release()
    await expect(question).toContainText(pounds(2 * session.pricePence))
  },
)

for (const { kind, tag } of sessionKinds) {
  const { preview, place: submit } = contract.orders[kind]

  // Proves BOOK-03 to BOOK-05, BOOK-25, BOOK-28 to BOOK-30, BOOK-33, ERR-10, EVT-39, EVT-40, EVT-43,
  // EVT-49 to EVT-51.
  signedInTest(
    `the dialog says why a session cannot be booked: ${kind}`,
    { tag },
    async ({ page, visitor, person, expectedComplaints }) => {
      const orders = watchCalls(page, submit)
      const cardPages = watchCalls(page, contract.payments.openCardPage)
      const [session, second] = await openBesideFull(visitor, kind)
      const opened = async () => {
        await openTimetable(page, session, kind)
        await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
        return page.getByRole('dialog', { name: `Book ${session.typeName}` })
      }

      await changeAnswers(page, preview, data => ({ ...data, sessions: [] }))
      await expect((await opened()).getByText(sentences.comingSoon)).toBeVisible()
      await page.unroute(addressOf(preview))

      await answerInstead(page, preview, () => refusal('The hall is flooded'))
      const dialog = await opened()
      await expect(message(page, 'The hall is flooded')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
      await page.unroute(addressOf(preview))

      await changeAnswers(page, preview, data => ({
        ...data,
        offering: { ...data.offering, isPackOnly: true },
      }))
      await opened()
      await chooseChild(dialog, 'Wren')
      await dialog.getByRole('button', { name: 'Book Now' }).click()
      await expect(message(page, sentences.packOnly)).toBeVisible()
      await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
      await page.unroute(addressOf(preview))

      // As if the family had five credits. The server knows the true number and asks for money.
      await changeAnswers(page, preview, data => ({ ...data, creditBalance: 5 }))
      await answerInstead(page, submit, () => refusal('The hall is closed'))
      await opened()
      await sessionChip(dialog, second).click()
      await chooseChild(dialog, 'Wren')
      await chooseChild(dialog, 'Finch')
      const credits = Math.min(5, 2 * (session.credits + second.credits))
      await expect(dialog).toContainText(`Class credits used${credits}`)
      await expect(dialog).toContainText(`Class credits left${5 - credits}`)
      await expect(total(dialog)).toHaveAttribute('data-settled', 'true')
      // After a refusal the session is read again, because its last place may be gone.
      const lookedAtAnew = page.waitForRequest(addressOf(preview))
      await confirmBooking(page, dialog)
      await expect(message(page, 'The hall is closed')).toBeVisible()
      await lookedAtAnew
      expect((await person.api.orders[kind].list({})).total).toBe(0)
      await page.unroute(addressOf(submit))
      await confirmBooking(page, dialog)
      await expect(page.getByText('This is a practice card page.')).toBeVisible()
      const sent = {
        offeringId: session.offeringId,
        sessionIds: [session.id, second.id],
        attendees: {
          who: 'children',
          childIds: (await person.api.children.list()).map(({ id }) => id),
        },
        creditsWanted: credits,
        discountCode: '',
      }
      const [order] = (await person.api.orders[kind].list({})).items
      const shown = { totalPence: order?.totalPence, creditsUsed: credits }
      expect(orders).toEqual([
        { ...sent, shown },
        { ...sent, shown },
      ])
      expect(cardPages).toEqual([{ orderNumber: order?.orderNumber, device: 'web' }])
      await page.unroute(addressOf(preview))

      // Cancels first: a place that is still held is paid for from the timetable, not booked again.
      await person.api.orders[kind].cancel({ orderNumber: order?.orderNumber ?? '' })
      // Until the page is left, its other calls are refused too.
      expectedComplaints.push(/401/)
      await answerInstead(page, preview, () => refusal(sentences.pleaseLogIn, 401))
      await opened()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
    },
  )

  // Proves BOOK-02, CONST-11, ERR-04, EVT-38.
  childlessTest(
    `a parent without children is told so, and half a second later asked to add one: ${kind}`,
    { tag },
    async ({ page, visitor }) => {
      const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2, kind)
      const release = await holdBack(page, addressOf(preview))
      await page.clock.install()
      await openTimetable(page, session, kind)
      await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
      await expect(page.getByRole('dialog')).toContainText('Loading')
      await page.clock.pauseAt(Date.now() + 60_000)
      release()
      const told = message(page, sentences.addChildFirst)
      await expect(async () => {
        await page.clock.runFor(1)
        expect(await told.isVisible()).toBe(true)
      }).toPass({ intervals: [20] })
      await page.clock.runFor(400)
      expect(page.url()).toMatch(/home\/(classes|event)\?/)
      await page.clock.runFor(100)
      await expect(page).toHaveURL(/\/home\/userInfo\/editChild$/)
      await page.clock.resume()
      await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
      await expectOnlyMessage(page, sentences.addChildFirst)
    },
  )
}
