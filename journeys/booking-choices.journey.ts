import { sentences } from '#domain/sentences.ts'
import { slashedDate, spokenDays } from '#web/ui/british-dates.ts'
import {
  chooseChild,
  closeMessages,
  confirmBooking,
  message,
  openBooking,
  pounds,
  total,
} from './booking-dialog.ts'
import { answerInstead, changeAnswers, refusal, watchCalls } from './calls-of-page.ts'
import { sessionKinds } from './kinds.ts'
import { childlessTest, expect, signedInTest } from './site-test.ts'
import {
  comingSessions,
  findSession,
  findSessions,
  openTimetable,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'

/** Two sessions of one offering that has a full one too. */
async function openBesideFull(api: Parameters<typeof comingSessions>[0], kind: 'class' | 'event') {
  const coming = await comingSessions(api, kind)
  const withFull = new Set(coming.filter(({ placesLeft }) => placesLeft === 0).map(one => one.offeringId))
  const fits = ({ offeringId, placesLeft, isPackOnly, pricePence }: Session) =>
    withFull.has(offeringId) && placesLeft >= 3 && !isPackOnly && pricePence > 0
  return (await findSessions(api, 2, fits, kind)) as [Session, Session]
}

for (const { kind, tag, booking, basket } of sessionKinds) {
  const selectChild = kind === 'event' ? sentences.selectChild : sentences.selectYourChild

  signedInTest(
    `the whole choice is shown, asked and sent once: ${kind}`,
    { tag },
    async ({ page, visitor, person }) => {
      const previews = watchCalls(page, `${booking}/buyNowConfirmOrder`)
      const orders = watchCalls(page, `${booking}/submitOrder`)
      const lists = watchCalls(page, 'user/getChildList')
      const added = watchCalls(page, `${basket}/add`)
      const [first, second] = await openBesideFull(visitor, kind)
      const [wren, finch] = (await person.api.children.list()).map(({ id }) => id)
      const attendees = { who: 'children' as const, childIds: [] }
      const wish = { offeringId: first.offeringId, sessionIds: [first.id], attendees, discountCode: '' }
      const { offering, sessions } = await person.api.orders[kind].preview(wish)

      const dialog = await openBooking(page, first, kind)
      expect(previews[0]).toMatchObject({
        course_id: first.offeringId,
        date_id: first.dayId,
        course_product_id: String(first.id),
      })
      const summary = dialog.locator('.offering-summary')
      for (const text of [
        offering.type.name,
        offering.venue.name,
        offering.ages.name,
        `${slashedDate(offering.startDate)} – ${slashedDate(offering.endDate)}`,
        offering.priceDescription,
      ]) {
        await expect(summary.getByText(text, { exact: true })).toBeVisible()
      }
      await expect(dialog.locator(`img[src$="${offering.image}"]`)).toBeVisible()
      const chips = dialog.getByRole('group', { name: 'When' }).getByRole('listitem')
      const when = ({ startDate, endDate, startTime, endTime }: (typeof sessions)[0]) =>
        `${spokenDays(startDate, endDate)} ${startTime}–${endTime}`
      expect(
        await chips.evaluateAll(all =>
          all.map(chip => ({
            text: [...chip.querySelectorAll('.session-chip-when, .session-chip-name')].map(
              one => one.textContent,
            ),
            isBookable: !chip.querySelector('input')?.disabled,
          })),
        ),
      ).toEqual(sessions.map(one => ({ text: [when(one), one.name], isBookable: one.isBookable })))
      expect(sessions.map(({ isBookable }) => isBookable)).toContain(false)

      const all = dialog.getByRole('checkbox', { name: 'Select all' })
      const chosen = dialog.getByRole('group', { name: 'When' }).getByRole('checkbox', { checked: true })
      const bookable = sessions.filter(({ isBookable }) => isBookable)
      await all.check()
      await expect(chosen).toHaveCount(bookable.length + 1)
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
        await closeMessages(page)
      }
      await sessionChip(dialog, first).click()
      await sessionChip(dialog, second).click()
      for (const button of [bookNow, toBasket]) {
        await button.click()
        await expect(message(page, selectChild)).toBeVisible()
        await closeMessages(page)
      }
      expect(lists).not.toEqual([])
      await chooseChild(dialog, 'Wren')
      await chooseChild(dialog, 'Finch')
      const pence = 2 * (first.pricePence + second.pricePence)
      await expect(total(dialog)).toContainText(`2 children ${pounds(pence)}`)
      await dialog.getByLabel('Discount code').fill('windfall')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog.getByText(sentences.discountInvalid)).toBeVisible()
      const choice = {
        course_id: first.offeringId,
        course_product_id: `${first.id},${second.id}`,
        child_id: `${wren},${finch}`,
        combo_num: 0,
      }
      expect(previews).toContainEqual({ ...choice, discount_code: 'windfall' })
      await dialog.getByLabel('Discount code').fill('')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(dialog.getByText(sentences.discountInvalid)).toBeHidden()

      await toBasket.click()
      await expect(message(page, sentences.addedToBasket)).toBeVisible()
      expect(added).toEqual([{ course_product_id: choice.course_product_id, child_ids: choice.child_id }])
      expect(orders).toEqual([])
    },
  )

  signedInTest(
    `the price is asked again 100 ms after each change: ${kind}`,
    { tag },
    async ({ page, visitor }) => {
      const previews = watchCalls(page, `${booking}/buyNowConfirmOrder`)
      const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2, kind)
      await page.clock.install()
      const dialog = await openBooking(page, session, kind)
      await expect(total(dialog)).toHaveAttribute('data-settled', 'true')
      await page.clock.pauseAt(Date.now() + 60_000)
      const count = () => previews.length
      const before = count()
      await sessionChip(dialog, session).click()
      await expect(sessionTick(dialog, session)).not.toBeChecked()
      await page.clock.runFor(99)
      expect(count()).toBe(before)
      await page.clock.runFor(1)
      await expect.poll(count).toBe(before + 1)

      const picker = dialog.getByRole('button', { name: /^Who / })
      await picker.click()
      await dialog.getByRole('group', { name: /^Who / }).getByText('Wren').click()
      await expect(picker).toContainText('Wren')
      await page.clock.runFor(99)
      expect(count()).toBe(before + 1)
      await page.clock.runFor(1)
      await expect.poll(count).toBe(before + 2)
      await page.clock.runFor(199)
      await expect(picker).toHaveAttribute('aria-expanded', 'true')
      await page.clock.runFor(1)
      await expect(picker).toHaveAttribute('aria-expanded', 'false')
    },
  )
}

for (const { kind, tag, booking } of sessionKinds) {
  const preview = `${booking}/buyNowConfirmOrder`
  const submit = `${booking}/submitOrder`

  signedInTest(
    `what stands in the way of a booking is said: ${kind}`,
    { tag },
    async ({ page, visitor, person, expectedComplaints }) => {
      const orders = watchCalls(page, `${booking}/submitOrder`)
      const cardPages = watchCalls(page, 'pay/stripe')
      const [session, second] = await openBesideFull(visitor, kind)
      const opened = async () => {
        await openTimetable(page, session, kind)
        await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
        return page.getByRole('dialog', { name: `Book ${session.typeName}` })
      }

      await changeAnswers<object>(page, preview, data => ({ ...data, all_list: [] }))
      await expect((await opened()).getByText(sentences.comingSoon)).toBeVisible()
      await page.unroute(`**/api/${preview}`)

      await answerInstead(page, preview, () => refusal('The hall is flooded'))
      const dialog = await opened()
      await expect(message(page, 'The hall is flooded')).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
      await page.unroute(`**/api/${preview}`)

      await changeAnswers<{ course_details: object }>(page, preview, data => ({
        ...data,
        course_details: { ...data.course_details, is_combo: 1 },
      }))
      await opened()
      await chooseChild(dialog, 'Wren')
      await dialog.getByRole('button', { name: 'Book Now' }).click()
      await expect(message(page, sentences.packOnly)).toBeVisible()
      await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
      await page.unroute(`**/api/${preview}`)

      // As if the family had five credits; the server knows better, and asks for the money.
      await changeAnswers<object>(page, preview, data => ({ ...data, user_combo_num: 5 }))
      await answerInstead(page, submit, () => refusal('The hall is closed'))
      await opened()
      await sessionChip(dialog, second).click()
      await chooseChild(dialog, 'Wren')
      await chooseChild(dialog, 'Finch')
      const credits = Math.min(5, 2 * (session.credits + second.credits))
      await expect(dialog).toContainText(`Class credits used${credits}`)
      await expect(dialog).toContainText(`Class credits left${5 - credits}`)
      await confirmBooking(page, dialog)
      await expect(message(page, 'The hall is closed')).toBeVisible()
      expect((await person.api.orders[kind].list({})).total).toBe(0)
      await page.unroute(`**/api/${submit}`)
      await confirmBooking(page, dialog)
      await expect(page.getByText('This is a practice card page.')).toBeVisible()
      const sent = {
        course_id: session.offeringId,
        course_product_id: `${session.id},${second.id}`,
        child_id: (await person.api.children.list()).map(({ id }) => id).join(','),
        combo_num: credits,
        discount_code: '',
      }
      expect(orders).toEqual([sent, sent])
      const [order] = (await person.api.orders[kind].list({})).items
      expect(cardPages).toEqual([{ order_sn: order?.orderNumber, type: 'pc' }])
      await page.unroute(`**/api/${preview}`)

      // What the page asks for until it is left, it asks for without a token.
      expectedComplaints.push(/401/)
      await answerInstead(page, preview, () => refusal(sentences.pleaseLogIn, 401))
      await opened()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
    },
  )

  childlessTest(
    `who has no child is told so, and after half a second asked to add one: ${kind}`,
    { tag },
    async ({ page, visitor }) => {
      const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2, kind)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(`**/api/${preview}`, async route => {
        await released
        await route.continue()
      })
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
    },
  )
}
