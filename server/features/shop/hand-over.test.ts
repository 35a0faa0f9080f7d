import { expect, test } from 'vitest'
import { handOverSentences } from '#domain/office/order-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { collecting, makeProduct } from '#testing/make-product.ts'
import { makeMember } from '#testing/make-register.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')
const { version, postage } = await owner.business.get({})
await owner.business.savePostage({ version, ...postage, offersCollect: true })

/** Makes a date of today whose only child's family collects two kites there, and the member who teaches it. */
async function makeCollected() {
  const family = await makeFamily(app)
  const at = { date: '2026-11-23', startTime: '20:00', endTime: '21:00', pricePence: 0 }
  const session = await makeSession(app, await makeOffering(app), at)
  await family.api.orders.class.place(bookingRequest(family, session))
  const { productId } = await makeProduct(app)
  const order = await family.api.shop.placeProduct({ productId, quantity: 2, ...collecting })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: order.orderNumber })
  await payByCard(app, { ...order, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const teacher = await makeMember(app, 'teacher', session.id)
  const { id: bookingId } = await rowOf(app.db, 'bookings', { session_id: session.id })
  const sessionId = session.id
  return { family, sessionId, bookingId, number: order.orderNumber, orderId, teacher }
}

const toldOf = (orderId: number) => rowsOf(app.db, 'messages', { once_key: `order-dispatched-${orderId}` })
const isListed = async (number: string) =>
  (await owner.parcels.list({})).parcels.some(parcel => parcel.number === number)

test('a teacher hands over products in the register; the family is told once it cannot be undone', async () => {
  const { sessionId, bookingId, number, orderId, teacher, family } = await makeCollected()
  const shown = () => teacher.parcels.atClass({ sessionId })
  expect(await shown()).toEqual([
    { number, bookingIds: [bookingId], items: [{ name: expect.any(String), quantity: 2 }], tick: null },
  ])
  // They are drawn with the rows, and a phone has them without a signal.
  expect((await teacher.registers.get({ sessionId })).handOvers).toEqual(await shown())
  const { registers } = await teacher.registers.along({ known: [] })
  expect(registers.find(({ id }) => id === sessionId)?.handOvers).toEqual(await shown())
  const tick = (isHandedOver: boolean) => teacher.parcels.handOver({ sessionId, number, isHandedOver })
  const now = app.clock.now().toISOString()
  await tick(true)
  expect(await shown()).toMatchObject([{ number, tick: { at: now, undoUntil: expect.any(String) } }])
  expect(await isListed(number)).toBe(false)
  expect((await owner.orders.get({ number })).delivery).toMatchObject({ isToSend: false, sentAt: now })
  expect(await refusal(tick(true))).toBe(handOverSentences.gone)

  app.clock.advance(10)
  await tick(false)
  expect(await isListed(number)).toBe(true)
  expect(await refusal(tick(false))).toBe(handOverSentences.notHere)
  await tick(true)
  app.clock.advance(10)
  await app.runJobs()
  expect(await toldOf(orderId)).toEqual([])
  app.clock.advance(5)
  await app.runJobs()
  expect(await toldOf(orderId)).toHaveLength(1)
  expect(await shown()).toMatchObject([{ number, tick: { undoUntil: null } }])
  expect(await refusal(tick(false))).toBe(handOverSentences.told)
  expect(await family.api.shop.orderDetails({ orderNumber: number })).toMatchObject({
    collected: { isHandedOver: true },
  })
  const log = await rowsOf(app.db, 'staff_actions', { subject_id: orderId, subject_kind: 'order' })
  expect(log.map(({ action }) => action)).toEqual(['order.handOver', 'order.undoHandOver', 'order.handOver'])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('of two simultaneous hand-overs one succeeds; an order marked as sent allows neither', async () => {
  const { sessionId, number, orderId, teacher } = await makeCollected()
  const desk = await makeMember(app, 'frontDesk')
  const asked = { sessionId, number, isHandedOver: true }
  const answers = await Promise.all([
    refusal(teacher.parcels.handOver(asked)),
    refusal(desk.parcels.handOver(asked)),
  ])
  expect(answers.toSorted()).toEqual([handOverSentences.gone, undefined])
  expect(await desk.parcels.markSent({ numbers: [number] })).toMatchObject({ sent: 1 })
  expect(await refusal(teacher.parcels.handOver({ ...asked, isHandedOver: false }))).toBe(
    handOverSentences.told,
  )
  app.clock.advance(20)
  await app.runJobs()
  expect(await toldOf(orderId)).toHaveLength(1)
  const sent = await makeCollected()
  await desk.parcels.markSent({ numbers: [sent.number] })
  expect(await sent.teacher.parcels.atClass({ sessionId: sent.sessionId })).toEqual([])
  expect(
    await refusal(
      sent.teacher.parcels.handOver({ sessionId: sent.sessionId, number: sent.number, isHandedOver: true }),
    ),
  ).toBe(handOverSentences.gone)
})

test('a teacher of another date sees and hands over nothing, and an order belongs to its family’s date', async () => {
  const mine = await makeCollected()
  const other = await makeCollected()
  const { sessionId, number } = other
  expect(await refusal(mine.teacher.parcels.atClass({ sessionId }))).toBe('This register is not yours')
  expect(await refusal(mine.teacher.parcels.handOver({ sessionId, number, isHandedOver: true }))).toBe(
    'This register is not yours',
  )
  expect(
    await refusal(mine.teacher.parcels.handOver({ sessionId: mine.sessionId, number, isHandedOver: true })),
  ).toBe(handOverSentences.gone)
  expect(await isListed(number)).toBe(true)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
