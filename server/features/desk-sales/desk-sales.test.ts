import { expect, test } from 'vitest'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { delivery, makeProduct, makeSize, readStock } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')

const makePack = () =>
  writeRow(app.db, 'class_packs', { name: 'Ten classes', credits: 10, price_pence: 7600, sort: 1 })

const inCash = ({ accountId }: Family, totalPence: number) => ({
  ...{ accountId, products: [], isGiven: false, expected: { totalPence } },
  ...{ pay: 'desk' as const, method: 'cash' as const, reference: 'Receipt 4' },
})

const creditsOf = async ({ accountId }: Family) =>
  (await rowOf(app.db, 'accounts', { id: accountId })).credit_balance

const orderOf = (number: string) => rowOf(app.db, 'orders', { order_number: number })

const today = () => app.clock.now().toISOString().slice(0, 10)

test('the front desk sells a pack in cash: credits, points, receipt and takings agree', async () => {
  const family = await makeFamily(app, { points: 0 })
  const packId = await makePack()
  const { packs } = await desk.deskSales.choices({ accountId: family.accountId })
  expect(packs).toContainEqual({ id: packId, name: 'Ten classes', credits: 10, pricePence: 7600 })
  const before = await owner.money.takings({ from: today(), to: today(), by: 'day' })
  const press = { ...inCash(family, 7600), packId, requestId: crypto.randomUUID() }
  const told = await Promise.all([1, 2, 3].map(() => desk.deskSales.place(press)))
  const [number] = [...new Set(told.map(one => one.number))]
  expect(new Set(told.map(one => one.number)).size).toBe(1)
  await app.runJobs()
  expect(await orderOf(number ?? '')).toMatchObject({
    ...{ kind: 'pack', status: 'paid', payment_method: 'desk', paid_pence: 7600 },
  })
  expect(await creditsOf(family)).toBe(10)
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ points_balance: 76 })
  expect(await desk.orders.get({ number: number ?? '' })).toMatchObject({
    ...{ order: { state: 'paid', method: 'desk' }, placedBy: 'Ann Perry' },
    payments: [{ method: 'cash', reference: 'Receipt 4', pence: 7600, state: 'succeeded' }],
  })
  const mails = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mails.find(({ subject }) => subject === 'Thank you for your order')?.body_text).toContain(
    'Paid in cash (reference Receipt 4): £76.00',
  )
  const after = await owner.money.takings({ from: today(), to: today(), by: 'day' })
  expect(sumOf(after) - sumOf(before)).toBe(7600)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

const sumOf = ({ rows }: { rows: { receivedPence: number }[] }) =>
  rows.reduce((sum, { receivedPence }) => sum + receivedPence, 0)

test('products are given at once without postage, or sent with it', async () => {
  const family = await makeFamily(app)
  const { accountId } = family
  await changeRows(app.db, 'business', {}, { postage_pence: 350 })
  const { productId } = await makeProduct(app, { stock: 5 })
  const products = [{ productId, quantity: 2 }]
  const given = await desk.deskSales.place({ ...inCash(family, 1798), products, isGiven: true })
  const order = await desk.orders.get({ number: given.number })
  expect(order.delivery).toMatchObject({ isToSend: false, isGiven: true, sentBy: 'Ann Perry' })
  expect((await desk.parcels.list({})).parcels.map(({ number }) => number)).not.toContain(given.number)
  expect(await readStock(app, productId)).toBe(3)

  const toSend = { ...inCash(family, 2148), products, delivery }
  expect(await refusal(desk.deskSales.place({ ...toSend, expected: { totalPence: 1798 } }))).toBe(
    'It costs £21.48 now. Look again before you book',
  )
  expect(await refusal(desk.deskSales.place({ ...toSend, delivery: undefined }))).toBe(
    sentences.fullNameRequired,
  )
  const sent = await desk.deskSales.place(toSend)
  expect((await desk.parcels.list({})).parcels).toContainEqual(
    expect.objectContaining({ number: sent.number, address: delivery.address }),
  )
  expect((await family.api.shop.orderDetails({ orderNumber: sent.number })).address).toBe(delivery.address)
  const more = { ...inCash(family, 1798), products, isGiven: true }
  expect(await refusal(desk.deskSales.place(more))).toBe(sentences.notEnoughStock)
  const twice = [...products, { productId, quantity: 1 }]
  expect(await refusal(desk.deskSales.place({ ...more, products: twice }))).toBe(deskSentences.productTwice)
  expect(await refusal(desk.deskSales.place({ ...more, products: [] }))).toBe(sentences.selectProduct)
  expect(await rowsOf(app.db, 'orders', { account_id: accountId })).toHaveLength(2)
  await changeRows(app.db, 'business', {}, { postage_pence: 0 })
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the desk sells products that are handed over at the next class, without postage and address', async () => {
  const family = await makeFamily(app)
  const { accountId } = family
  const { productId } = await makeProduct(app, { stock: 5 })
  await changeRows(app.db, 'business', {}, { postage_pence: 350, offers_collect: false })
  const press = {
    ...{ ...inCash(family, 899), products: [{ productId, quantity: 1 }], collects: true },
    delivery: { fullName: 'Priya Shah', mobile: '07700 900001', address: '', postcode: '' },
  }
  const choices = () => desk.deskSales.choices({ accountId })
  expect(await choices()).toMatchObject({ offersCollect: false, collectAt: null })
  expect(await refusal(desk.deskSales.place(press))).toBe(sentences.collectNeedsClass)
  await changeRows(app.db, 'business', {}, { offers_collect: true })
  expect(await choices()).toMatchObject({ offersCollect: true, collectAt: null })
  // Nothing is booked yet, so there is no class to collect at.
  expect(await refusal(desk.deskSales.place(press))).toBe(sentences.collectNeedsClass)
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-12' })
  await desk.deskBookings.place({
    ...{ accountId, offeringId: session.offeringId, childIds: family.childIds, sessionIds: [session.id] },
    ...{ isTrial: false, raises: [], expected: { totalPence: 1250, creditsUsed: 0 } },
    ...{ pay: 'desk', method: 'cash', reference: '' },
  })
  expect((await choices()).collectAt).toMatchObject({ startDate: '2026-12-12', startTime: '10:00' })
  const nameless = { ...press, delivery: { ...press.delivery, fullName: '' } }
  expect(await refusal(desk.deskSales.place(nameless))).toBe(sentences.fullNameRequired)
  const { number } = await desk.deskSales.place(press)
  expect((await desk.orders.get({ number })).delivery).toMatchObject({
    ...{ isCollected: true, isGiven: false, isToSend: true, collectAt: { startDate: '2026-12-12' } },
  })
  expect((await family.api.shop.orderDetails({ orderNumber: number })).collected).toMatchObject({
    isHandedOver: false,
  })
  await changeRows(app.db, 'business', {}, { postage_pence: 0, offers_collect: false })
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the desk sells a product in a size, from the stock of that size', async () => {
  const family = await makeFamily(app)
  const other = await makeProduct(app)
  const { productId } = await makeProduct(app, { name: 'Hoodie', stock: 4 })
  const small = await makeSize(app, productId, { name: 'Small', stock: 2 })
  const large = await makeSize(app, productId, { name: 'Large', stock: 3 })
  const { products: onSale } = await desk.deskSales.choices({ accountId: family.accountId })
  expect(onSale.find(({ id }) => id === productId)).toMatchObject({
    ...{ name: 'Hoodie', stock: 5 },
    sizes: [
      { id: small, name: 'Small', stock: 2 },
      { id: large, name: 'Large', stock: 3 },
    ],
  })
  expect(onSale.find(({ id }) => id === other.productId)).toMatchObject({ sizes: [] })
  const inSizes = (...sizes: [variantId: number | undefined, quantity: number][]) => ({
    ...{
      ...inCash(
        family,
        sizes.reduce((sum, [, quantity]) => sum + 899 * quantity, 0),
      ),
      isGiven: true,
    },
    products: sizes.map(([variantId, quantity]) => ({ productId, variantId, quantity })),
  })
  expect(await refusal(desk.deskSales.place(inSizes([undefined, 1])))).toBe(sentences.chooseSize)
  const ofOther = await makeSize(app, (await makeProduct(app)).productId, { name: 'Small' })
  expect(await refusal(desk.deskSales.place(inSizes([ofOther, 1])))).toBe(sentences.sizeGone)
  expect(await refusal(desk.deskSales.place(inSizes([small, 3])))).toBe(sentences.notEnoughStock)
  expect(await refusal(desk.deskSales.place(inSizes([small, 1], [small, 1])))).toBe(
    deskSentences.productTwice,
  )
  const { number } = await desk.deskSales.place(inSizes([small, 2], [large, 1]))
  expect([await readStock(app, small), await readStock(app, large), await readStock(app, productId)]).toEqual(
    [0, 2, 4],
  )
  const { items } = await family.api.shop.orderDetails({ orderNumber: number })
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Hoodie, Large', 'Hoodie, Small'])
  expect(JSON.stringify(await desk.orders.get({ number }))).toContain('Hoodie, Small')
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mails.find(({ subject }) => subject === 'Thank you for your order')?.body_text).toContain(
    'Hoodie, Small',
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a payment link sells a pack, past the unpaid orders of the family, and gives nothing before', async () => {
  const family = await makeFamily(app)
  const packId = await makePack()
  await changeRows(app.db, 'accounts', { id: family.accountId }, { unpaid_at_most: 0 })
  const { method, ...wanted } = inCash(family, 7600)
  const byLink = { ...wanted, packId, pay: 'link' as const, reference: '' }
  const { number } = await desk.deskSales.place(byLink)
  await app.runJobs()
  const { id: orderId, status } = await orderOf(number)
  expect([status, await creditsOf(family)]).toEqual(['pending', 0])
  const mails = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mails.map(({ subject }) => subject)).toContain('Please pay for your order')
  await payByCard(app, { orderNumber: number, orderId, account: family })
  await app.cards.deliverPendingHooks()
  expect([(await orderOf(number)).status, await creditsOf(family)]).toEqual(['paid', 10])
  const { productId } = await makeProduct(app)
  const products = [{ productId, quantity: 1 }]
  const unpaid = { ...byLink, packId: undefined, products, isGiven: true, expected: { totalPence: 899 } }
  expect(await refusal(desk.deskSales.place(unpaid))).toBe(deskSentences.givenUnpaid)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a manager gives a pack and products without payment for a reason; the front desk may not', async () => {
  const family = await makeFamily(app)
  const packId = await makePack()
  const { pay, method, reference, ...wanted } = inCash(family, 0)
  const free = { ...wanted, packId, reason: 'Won at the fair' }
  expect(await refusal(desk.deskSales.placeFree(free))).toBe(officeSentences.notYours)
  expect(await refusal(manager.deskSales.placeFree({ ...free, reason: ' ' }))).toBe(officeSentences.sayWhy)
  const { number } = await manager.deskSales.placeFree(free)
  expect(await orderOf(number)).toMatchObject({ status: 'paid', total_pence: 0, discount_pence: 7600 })
  expect(await creditsOf(family)).toBe(10)
  const { productId } = await makeProduct(app)
  const products = [{ productId, quantity: 1 }]
  await manager.deskSales.placeFree({ ...free, packId: undefined, products, isGiven: true })
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('expected money for a pack comes later, or the pack is taken back while it is unused', async () => {
  const family = await makeFamily(app)
  const packId = await makePack()
  const wanted = { ...inCash(family, 7600), packId, pay: 'expected' as const, method: 'childcare' as const }
  const paid = await desk.deskSales.place(wanted)
  expect(await creditsOf(family)).toBe(10)
  await desk.orders.receive({
    ...{ number: paid.number, pence: 7600, receivedPence: 0, receivedOn: today(), reference: '' },
  })
  expect(await orderOf(paid.number)).toMatchObject({ paid_pence: 7600 })

  const unpaid = await desk.deskSales.place(wanted)
  const expected = await manager.orders.previewTakeBack({ number: unpaid.number })
  expect(expected).toMatchObject({ places: 0, refundedPence: 0, notReceivedPence: 7600 })
  const grant = (credits: number) =>
    manager.families.grantCredits({ id: family.accountId, credits, reason: 'They came to eleven classes' })
  await grant(-11)
  const take = { number: unpaid.number, expected, reason: 'It never came' }
  expect(await refusal(manager.orders.takeBack(take))).toBe(deskSentences.packIsUsed)
  await grant(11)
  await manager.orders.takeBack(take)
  await app.runJobs()
  expect([(await orderOf(unpaid.number)).status, await creditsOf(family)]).toEqual(['cancelled', 10])

  const { productId } = await makeProduct(app, { stock: 5 })
  const products = { packId: undefined, products: [{ productId, quantity: 2 }] }
  const out = await desk.deskSales.place({
    ...{ ...wanted, ...products, isGiven: true, expected: { totalPence: 1798 } },
  })
  expect(await refusal(manager.orders.previewTakeBack({ number: out.number }))).toBe(
    deskSentences.goodsAreOut,
  )
  const toSend = await desk.deskSales.place({
    ...{ ...wanted, ...products, delivery, expected: { totalPence: 1798 } },
  })
  expect(await readStock(app, productId)).toBe(1)
  const noLonger = await manager.orders.previewTakeBack({ number: toSend.number })
  await manager.orders.takeBack({ number: toSend.number, expected: noLonger, reason: 'It never came' })
  expect(await readStock(app, productId)).toBe(3)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('ten sales of the last two pieces by the desk and by parents sell two', async () => {
  const { productId } = await makeProduct(app, { stock: 2 })
  const families = await Promise.all(Array.from({ length: 10 }, () => makeFamily(app)))
  const told = await Promise.all(
    families.map((family, at) =>
      refusal(
        at % 2 === 0
          ? desk.deskSales.place({
              ...{ ...inCash(family, 899), products: [{ productId, quantity: 1 }], isGiven: true },
            })
          : family.api.shop.placeProduct({ productId, quantity: 1, ...delivery }),
      ),
    ),
  )
  expect(told.filter(each => each === undefined)).toHaveLength(2)
  expect(await readStock(app, productId)).toBe(0)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('nothing is sold to a frozen or unknown family, and no pack that is not on sale', async () => {
  const family = await makeFamily(app)
  const packId = await makePack()
  expect(await refusal(desk.deskSales.place({ ...inCash(family, 7600), packId: 999_999 }))).toBe(
    sentences.packNotFound,
  )
  await manager.families.freeze({ id: family.accountId, reason: 'Unpaid bills' })
  expect(await refusal(desk.deskSales.place({ ...inCash(family, 7600), packId }))).toBe(
    'This family is frozen',
  )
  expect(await refusal(desk.deskSales.choices({ accountId: 999_999 }))).toBe('This family was not found')
  expect(await rowsOf(app.db, 'orders', { account_id: family.accountId })).toEqual([])
})
