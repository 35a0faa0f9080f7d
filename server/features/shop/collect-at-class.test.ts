import { beforeEach, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { collecting, delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')
const desk = await app.office('frontDesk')

async function offerCollect(offersCollect: boolean) {
  const { version, postage } = await owner.business.get({})
  await owner.business.savePostage({ version, ...postage, pricePence: 350, offersCollect })
}
beforeEach(() => offerCollect(true))

/** Makes a family with a paid place on a day. */
async function makeBooked(date = '2026-12-05') {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app, { venue: 'The Loft' }), {
    date,
    pricePence: 0,
  })
  await family.api.orders.class.place(bookingRequest(family, session))
  return { family }
}

async function collect(family: Family, quantity = 1) {
  const { productId } = await makeProduct(app)
  return family.api.shop.placeProduct({ productId, quantity, ...collecting })
}

async function paid(family: Family) {
  const order = await collect(family)
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: order.orderNumber })
  await payByCard(app, { ...order, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  return order
}

test('the preview says where products can be collected, which costs no postage', async () => {
  const { family } = await makeBooked()
  const { productId } = await makeProduct(app)
  const preview = (collects?: boolean) =>
    family.api.shop.previewProduct({ productId, quantity: 1, ...(collects && { collects }) })
  const collectAt = { venue: 'The Loft', startDate: '2026-12-05' }
  expect(await preview()).toMatchObject({ totalPence: 1249, postagePence: 350, collectAt })
  expect(await preview(true)).toMatchObject({ totalPence: 899, postagePence: 0, collectAt })
})

test('an order to collect needs a name and a number, but no address', async () => {
  const { family } = await makeBooked()
  const order = await collect(family)
  expect(order.totalPence).toBe(899)
  expect(await family.api.shop.orderDetails(order)).toMatchObject({
    ...{ totalPence: 899, postagePence: 0, address: '', postcode: '' },
    collected: { isHandedOver: false, next: { startDate: '2026-12-05' } },
  })
  const { productId } = await makeProduct(app)
  const without = (given: object) =>
    refusal(family.api.shop.placeProduct({ productId, quantity: 1, ...collecting, ...given }))
  expect(await without({ fullName: '' })).toBe('Full name is Required')
  expect(await without({ mobile: '' })).toBe('Mobile is Required')
  expect(await without({ collects: false })).toBe('Address is Required')
})

test('an address sent with an order to collect is not stored', async () => {
  const { family } = await makeBooked()
  const { productId } = await makeProduct(app)
  const order = await family.api.shop.placeProduct({ productId, quantity: 1, ...delivery, collects: true })
  expect(await family.api.shop.orderDetails(order)).toMatchObject({ address: '', postcode: '' })
})

test('lines of the basket are collected too', async () => {
  const { family } = await makeBooked()
  const { productId } = await makeProduct(app)
  await family.api.productBasket.add({ productId, quantity: 2 })
  const basketLineIds = (await family.api.productBasket.list({})).items.map(({ id }) => id)
  const seen = await family.api.shop.previewBasket({ basketLineIds, collects: true })
  expect(seen.totalPence).toBe(1798)
  expect(await family.api.shop.placeBasket({ basketLineIds, ...collecting })).toMatchObject({
    totalPence: 1798,
  })
})

test('without a booked class, or where the business does not offer it, nothing can be collected', async () => {
  const { api } = await makeFamily(app)
  const { productId } = await makeProduct(app)
  const asked = { productId, quantity: 1 }
  expect((await api.shop.previewProduct(asked)).collectAt).toBeUndefined()
  expect(await refusal(api.shop.previewProduct({ ...asked, collects: true }))).toBe(
    sentences.collectNeedsClass,
  )
  expect(await refusal(api.shop.placeProduct({ ...asked, ...collecting }))).toBe(sentences.collectNeedsClass)
  const { family } = await makeBooked()
  await offerCollect(false)
  expect((await family.api.shop.previewProduct(asked)).collectAt).toBeUndefined()
  expect(await refusal(family.api.shop.placeProduct({ ...asked, ...collecting }))).toBe(
    sentences.collectNeedsClass,
  )
})

test('the office hands products over at a class, and the family is told once', async () => {
  const { family } = await makeBooked()
  const order = await paid(family)
  const number = order.orderNumber
  const found = async () => (await desk.parcels.list({})).parcels.find(parcel => parcel.number === number)
  expect(await found()).toMatchObject({
    ...{ isCollected: true, address: '', name: 'Priya Shah', collectAt: { startDate: '2026-12-05' } },
  })
  expect((await desk.orders.get({ number })).delivery).toMatchObject({ isCollected: true, isToSend: true })
  const mails = async () =>
    (await rowsOf(app.db, 'mails', { to_email: family.email })).map(
      mail => `${mail.subject}\n${mail.body_text}`,
    )
  expect(await mails()).toContainEqual(
    expect.stringMatching(
      /^Thank you for your order\n.*collect it at your next class: .*Saturday 5 December 2026/s,
    ),
  )
  expect(await desk.parcels.markSent({ numbers: [number] })).toEqual({ sent: 1, left: [] })
  await app.runJobs()
  expect(await mails()).toContainEqual(expect.stringMatching(/^We have handed over your order\n/))
  expect(await found()).toBeUndefined()
  expect(await family.api.shop.orderDetails(order)).toMatchObject({
    collected: { isHandedOver: true, next: null },
  })
  const teacher = await app.office('teacher')
  await expect(teacher.parcels.markSent({ numbers: [number] })).rejects.toMatchObject({ officeCode: 403 })
})

test('when the last class is cancelled, the order stays and the list says that none is booked', async () => {
  const { family } = await makeBooked()
  const { orderNumber: number } = await paid(family)
  const [{ bookingId } = { bookingId: 0 }] = (await family.api.ownBookings.upNext()).places
  await family.api.ownBookings.tellAbsence({ bookingId, isAbsent: true })
  const parcel = (await desk.parcels.list({})).parcels.find(one => one.number === number)
  expect(parcel).toMatchObject({ isCollected: true, collectAt: null })
})

test('nothing is handed over for a closed account, and every invariant holds', async () => {
  const { family } = await makeBooked()
  const { orderNumber: number } = await paid(family)
  const { id } = await rowOf(app.db, 'orders', { order_number: number })
  await changeRows(app.db, 'order_deliveries', { order_id: id }, { full_name: '', phone: '' })
  expect((await desk.parcels.list({})).parcels.map(parcel => parcel.number)).not.toContain(number)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an order waits for the next class: past and missed dates do not count', async () => {
  const { family } = await makeBooked('2026-11-25')
  const offering = await makeOffering(app)
  for (const date of ['2026-11-24', '2026-11-27']) {
    const session = await makeSession(app, offering, { date, pricePence: 0 })
    await family.api.orders.class.place(bookingRequest(family, session))
  }
  const next = async () => {
    const { productId } = await makeProduct(app)
    return (await family.api.shop.previewProduct({ productId, quantity: 1 })).collectAt?.startDate
  }
  expect(await next()).toBe('2026-11-24')
  const [{ bookingId } = { bookingId: 0 }] = (await family.api.ownBookings.upNext()).places
  await family.api.ownBookings.tellAbsence({ bookingId, isAbsent: true })
  expect(await next()).toBe('2026-11-25')
  app.clock.advance(3 * 24 * 60)
  expect(await next()).toBe('2026-11-27')
})
