import { expect, test } from 'vitest'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { waitingSentences } from '#domain/office/waiting-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, payByCard, readOutcome } from '#testing/make-order.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')
/** An owner who has just confirmed that it is them. */
const confirmedOwner = () => app.office('owner')
const text = 'We are closed until Easter.'

const book = (session: MadeSession, { api, ...family }: Family) =>
  api.orders.class.place(bookingRequest(family, session))
const join = (session: MadeSession, { api, ...family }: Family) =>
  api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })

test('while bookings are paused every way to buy answers the text, after the other checks', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { offersTrial: true, trialPricePence: 500 })
  const full = await makeSession(app, offering, { date: '2026-12-11', capacity: 1 })
  await book(full, await makeFamily(app))
  const past = await makeSession(app, offering, { date: '2026-11-20' })
  const { productId } = await makeProduct(app, { stock: 1 })
  const packId = await writeRow(app.db, 'class_packs', { name: 'Ten', credits: 10, price_pence: 9900 })
  const family = await makeFamily(app)
  const { api } = family
  await api.sessionBaskets.class.add(bookingRequest(family, session))
  const { lines } = await api.sessionBaskets.class.list({ lineIds: [], discountCode: '' })
  const lineIds = lines.items.map(({ id }) => id)

  await owner.business.pause({ text })
  expect(await refusal(book(session, family))).toBe(text)
  expect(await refusal(api.orders.class.placeTrial(bookingRequest(family, session)))).toBe(text)
  expect(await refusal(join(full, family))).toBe(text)
  expect(await refusal(api.credits.buyPack({ packId }))).toBe(text)
  expect(await refusal(api.shop.placeProduct({ productId, quantity: 1, ...delivery }))).toBe(text)
  expect(await refusal(api.productBasket.add({ productId, quantity: 1 }))).toBe(text)
  expect(await refusal(api.sessionBaskets.class.add(bookingRequest(family, session)))).toBe(text)
  expect(await refusal(api.sessionBaskets.class.submit({ lineIds, discountCode: '' }))).toBe(text)

  expect(await refusal(book(past, family))).toBe(sentences.past)
  expect(await refusal(book(full, family))).toBe('Sorry, this class is full')
  expect(await refusal(api.credits.buyPack({ packId: 999_999 }))).toBe(sentences.packNotFound)
  expect(await refusal(api.shop.placeProduct({ productId, quantity: 2, ...delivery }))).toBe(
    sentences.notEnoughStock,
  )

  await owner.business.resume({})
  await book(session, family)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('what was ordered before a pause can be paid, moved and cancelled', async () => {
  const offering = await makeOffering(app)
  const [one, other] = [
    await makeSession(app, offering),
    await makeSession(app, offering, { date: '2026-12-12' }),
  ]
  const order = await makeClassOrder(app, { session: one })
  const { account, orderId } = order
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  const unpaid = await makeClassOrder(app, { session: one })
  await owner.business.pause({ text })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  expect(await readOutcome(app, orderId)).toMatchObject({ status: 'paid' })
  await account.api.rescheduling.class.move({ bookingId, sessionId: other.id })
  await unpaid.account.api.orders.class.cancel(unpaid)
  await owner.business.resume({})
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

const offersOutOfOrder = async () =>
  (await findViolations(app.db, app.clock.now())).filter(({ number }) => number === 18)

test('no offer is made or runs out during a pause; afterwards both go on', async () => {
  const offering = await makeOffering(app)
  const date = '2026-12-10'
  const [held, freed] = [
    await makeSession(app, offering, { capacity: 1, date, startTime: '10:00', endTime: '10:45' }),
    await makeSession(app, offering, { capacity: 1, date, startTime: '12:00', endTime: '12:45' }),
  ]
  const [holder, first, second, third] = (await makeFamilies(app, 4)) as [Family, Family, Family, Family]
  const [heldOrder, freedOrder] = [await book(held, holder), await book(freed, holder)]
  await join(held, first)
  await join(held, second)
  await join(freed, third)
  await holder.api.orders.class.cancel(heldOrder)
  const { offer_expires_at: until } = await rowOf(app.db, 'waiting_entries', { offered_session_id: held.id })

  app.clock.advance(11 * 60)
  await (await confirmedOwner()).business.pause({ text })
  await holder.api.orders.class.cancel(freedOrder)
  app.clock.advance(120)
  await app.runJobs()
  expect(await first.api.ownWaiting.list()).toMatchObject([{ position: 0 }])
  expect(await third.api.ownWaiting.list()).toMatchObject([{ position: 1 }])
  const desk = await app.office('frontDesk')
  const [entry] = await desk.waiting.queue({ offeringId: offering.id, sessionId: freed.id })
  const offer = { id: entry?.id ?? 0, sessionId: freed.id, hours: 2, reason: 'Asked for it' }
  expect(await refusal(desk.waiting.offer(offer))).toMatch(waitingSentences.paused)
  expect(await offersOutOfOrder()).toEqual([])

  await (await confirmedOwner()).business.resume({})
  await app.runJobs()
  const after = await rowOf(app.db, 'waiting_entries', { offered_session_id: held.id })
  expect(after.offer_expires_at?.getTime()).toBe((until?.getTime() ?? 0) + 120 * 60_000)
  expect(await third.api.ownWaiting.list()).toMatchObject([{ position: 0 }])
  app.clock.advance(61)
  await app.runJobs()
  expect(await second.api.ownWaiting.list()).toMatchObject([{ position: 0 }])
  expect(await offersOutOfOrder()).toEqual([])
})

test('only the owner pauses, only an open business, and never without a text', async () => {
  const owner = await confirmedOwner()
  const manager = await app.office('manager')
  expect(await refusal(manager.business.pause({ text }))).toMatch('Your role does not allow this')
  expect(await refusal(manager.business.resume({}))).toMatch('Your role does not allow this')
  await expect(owner.business.pause({ text: '' })).rejects.toMatchObject({
    facts: { fields: { text: businessSentences.pauseTextRequired } },
  })
  expect(await refusal(owner.business.resume({}))).toMatch(businessSentences.notPaused)
  await owner.business.pause({ text })
  await owner.business.pause({ text: 'Back on Monday' })
  expect(await owner.business.get({})).toMatchObject({ pauseText: 'Back on Monday' })
  await owner.business.resume({})
  expect(await owner.business.get({})).toMatchObject({ pausedAt: null, pauseText: '' })
})
