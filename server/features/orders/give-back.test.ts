import { expect, test } from 'vitest'
import { completedAfterDays } from '#domain/limits.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { completeOrders } from '#server/features/shop/complete-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeClassOrder, makePackOrder, makeProductOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

type Office = Awaited<ReturnType<TestApp['office']>>

async function paid<Order extends Parameters<typeof payByCard>[1]>(order: Order) {
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  return order
}

const paidPack = async (given: { credits?: number; pricePence?: number } = {}) =>
  paid(await makePackOrder(app, { credits: 10, pricePence: 8500, ...given }))

const paidParcel = async (quantity = 2) => paid(await makeProductOrder(app, { quantity, stockLeft: 3 }))

/** Returns the request with which the office's page refunds credits of a pack: the chosen ones, or all that are left. */
async function packBack(office: Office, number: string, credits?: number) {
  const { pack, leftPence } = await office.orders.previewRefund({ number })
  if (!pack) throw new Error('there is no pack')
  const left = Math.min(pack.credits - pack.returned, pack.balance)
  const chosen = credits ?? left
  return {
    ...{ number, leftPence, method: 'card' as const, reference: '', reason: 'They move away' },
    pence: Math.floor((pack.paidPence * chosen) / pack.credits),
    packCredits: { credits: chosen, left },
  }
}

/** Returns the request with which the office's page refunds pieces of the only line of an order. */
async function piecesBack(
  office: Office,
  number: string,
  quantity: number,
  given: { restock?: boolean } = {},
) {
  const { items, leftPence } = await office.orders.previewRefund({ number })
  const [item] = items
  if (!item) throw new Error('there is no line')
  return {
    ...{ number, leftPence, method: 'card' as const, reference: '', reason: 'The size is wrong' },
    pence: item.unitPence * quantity,
    items: [{ id: item.id, quantity, restock: given.restock ?? true }],
  }
}

const spend = (accountId: number, office: Office, credits: number) =>
  office.families.grantCredits({ id: accountId, credits: -credits, reason: 'Spent for this test' })

const balanceOf = async (id: number) => (await rowOf(app.db, 'accounts', { id })).credit_balance
const mailsTo = async (email: string) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).map(
    ({ subject, body_text }) => `${subject}\n${body_text}`,
  )
const requireSound = async () => {
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}

test('unspent credits go back pro rata: ledger, points, mail, receipt and download agree', async () => {
  const { orderNumber: number, account, orderId } = await paidPack()
  const office = await app.office('manager')
  await spend(account.accountId, office, 3)
  const before = (await rowOf(app.db, 'accounts', { id: account.accountId })).points_balance
  expect(await office.orders.previewRefund({ number })).toMatchObject({
    ...{ leftPence: 8500, mayGetCredits: true, items: [] },
    pack: { credits: 10, paidPence: 8500, returned: 0, balance: 7 },
  })
  const asked = await packBack(office, number)
  expect(asked).toMatchObject({ pence: 5950, packCredits: { credits: 7, left: 7 } })
  await office.orders.refund(asked)
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { id: account.accountId })).toMatchObject({
    ...{ credit_balance: 0, points_balance: before - 60 },
  })
  expect(await office.orders.get({ number })).toMatchObject({
    order: { state: 'partlyRefunded' },
    packCreditsBack: 7,
    money: { cameInPence: 8500, staysPence: 2550, backPence: 5950, keptPence: 0 },
    payments: [{ back: [{ kind: 'pack', pence: 5950, state: 'succeeded' }] }],
  })
  const [entry] = await rowsOf(app.db, 'credit_entries', { order_id: orderId, reason: 'packReturned' })
  expect(entry).toMatchObject({ delta: -7, memo: `Order ${number}, credits refunded` })
  expect(await mailsTo(account.email)).toContainEqual(
    expect.stringMatching(/^Refund for your order\n.*For 7 class credits of order .*refunded £59\.50/s),
  )
  expect(await account.api.ownBookings.receipt({ orderNumber: number })).toMatchObject({
    ...{ refundedPence: 5950, creditsTaken: 7, creditsGiven: 0 },
    refunds: [{ refundedPence: 5950, method: 'card', isOnItsWay: false }],
  })
  expect((await account.api.ownData.download({})).json).toContain('"credits_taken": 7')
  await requireSound()
})

test('a pack is given back in parts, to the penny, and then no more', async () => {
  const { orderNumber: number, account } = await paidPack({ credits: 3, pricePence: 1000 })
  const office = await app.office('owner')
  await office.orders.refund(await packBack(office, number, 1))
  const rest = { ...(await packBack(office, number, 2)), pence: 667 }
  await office.orders.refund(rest)
  expect(await balanceOf(account.accountId)).toBe(0)
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({ paid_pence: 1000 })
  expect((await office.orders.get({ number })).money).toMatchObject({ backPence: 1000, staysPence: 0 })
  await expect(office.orders.refund(rest)).rejects.toThrow(cancelSentences.packGivenBack)
  await requireSound()
})

test('a pack that is spent, or changed since it was shown, is refused with the new figures', async () => {
  const { orderNumber: number, account } = await paidPack()
  const office = await app.office('owner')
  const shown = await packBack(office, number)
  await spend(account.accountId, office, 3)
  await expect(office.orders.refund(shown)).rejects.toThrow(
    'The figures have changed. Please look again: 7 of 10 credits are left: £59.50',
  )
  const good = await packBack(office, number, 2)
  await expect(office.orders.refund({ ...good, pence: 8500 })).rejects.toMatchObject({ officeCode: 409 })
  await expect(office.orders.refund({ ...good, packCredits: { credits: 8, left: 7 } })).rejects.toThrow(
    'At most 7 credits can be given back',
  )
  await expect(office.orders.refund({ ...good, packCredits: { credits: 0, left: 7 } })).rejects.toMatchObject(
    { officeCode: 422 },
  )
  await spend(account.accountId, office, 7)
  await expect(office.orders.refund(good)).rejects.toThrow(cancelSentences.packSpent)
  const places = await paid(await makeClassOrder(app, { pricePence: 900, date: '2026-12-20' }))
  await expect(office.orders.refund({ ...good, number: places.orderNumber, leftPence: 900 })).rejects.toThrow(
    cancelSentences.noPack,
  )
  const goodwill = { number, pence: 8500, leftPence: 8500, method: 'card' as const, reference: '' }
  await office.orders.refund({ ...goodwill, reason: 'They are unhappy' })
  await office.families.grantCredits({ id: account.accountId, credits: 5, reason: 'Given back' })
  await expect(office.orders.refund({ ...good, leftPence: 0 })).rejects.toThrow(cancelSentences.packMoneyBack)
  expect(
    await rowsOf(app.db, 'credit_entries', { reason: 'packReturned', account_id: account.accountId }),
  ).toEqual([])
  await requireSound()
})

test('credits of other packs do not make a pack worth more', async () => {
  const { orderNumber: number, account } = await paidPack()
  await paid(await makePackOrder(app, { credits: 20, pricePence: 15_000, account }))
  const office = await app.office('owner')
  await expect(
    office.orders.refund({ ...(await packBack(office, number)), packCredits: { credits: 11, left: 10 } }),
  ).rejects.toThrow('At most 10 credits')
  await office.orders.refund(await packBack(office, number))
  expect(await balanceOf(account.accountId)).toBe(20)
  await requireSound()
})

test('a failed refund of a pack keeps its credits taken, and is paid by hand once', async () => {
  const { orderNumber: number, account } = await paidPack()
  const office = await app.office('owner')
  app.cards.faults.refuseRefunds = 2
  await office.orders.refund(await packBack(office, number))
  await app.runJobs()
  expect(await balanceOf(account.accountId)).toBe(0)
  const { payments, money } = await office.orders.get({ number })
  expect(money).toMatchObject({ owedPence: 8500, staysPence: 0 })
  const refundId = payments[0]?.back[0]?.id ?? 0
  await office.orders.refundByHand({ refundId, method: 'bank', reference: 'BACS 9' })
  expect((await office.orders.get({ number })).money).toMatchObject({ backPence: 8500, staysPence: 0 })
  await requireSound()
})

test('one of two pieces is returned into stock, and the parcel and the order show it', async () => {
  const { orderNumber: number, account, productId } = await paidParcel()
  const office = await app.office('manager')
  const before = await rowOf(app.db, 'products', { id: productId })
  const asked = await piecesBack(office, number, 1)
  await office.orders.refund(asked)
  await app.runJobs()
  expect((await rowOf(app.db, 'products', { id: productId })).stock).toBe(before.stock + 1)
  expect((await office.stock.entries({ productId })).items[0]).toMatchObject({
    ...{ pieces: 1, reason: 'returned', note: `Order ${number}`, by: 'Ann Perry' },
  })
  const shown = await office.orders.get({ number })
  expect(shown).toMatchObject({
    items: [{ quantity: 2, returned: 1 }],
    money: { backPence: asked.pence, staysPence: asked.pence, keptPence: 0 },
    delivery: { isToSend: true },
  })
  expect(shown.events.map(({ what, words }) => `${what} ${words}`)).toContainEqual(
    expect.stringMatching(/^itemsReturned 1 × .*, back on the shelf$/),
  )
  const { parcels } = await office.parcels.list({})
  expect(parcels.find(parcel => parcel.number === number)?.items).toMatchObject([{ quantity: 1 }])
  expect(await mailsTo(account.email)).toContainEqual(
    expect.stringMatching(/were returned:\s+What: 1 × .*It goes back to your card/s),
  )
  expect(await account.api.ownBookings.receipt({ orderNumber: number })).toMatchObject({
    items: [{ quantity: 2, returned: 1 }],
    refunds: [{ refundedPence: asked.pence, method: 'card', isOnItsWay: false }],
  })
  expect((await account.api.shop.orderDetails({ orderNumber: number })).items).toMatchObject([
    { returned: 1 },
  ])
  expect((await account.api.ownData.download({})).json).toContain('"returned_quantity": 1')
  await office.parcels.markSent({ numbers: [number] })
  await app.runJobs()
  expect(await mailsTo(account.email)).toContainEqual(
    expect.stringMatching(/^Your order is on its way\n.*1 × /s),
  )
  await requireSound()
})

test('pieces that cannot be sold again do not become stock, and less money may be refunded for them', async () => {
  const { orderNumber: number, productId } = await paidParcel()
  const office = await app.office('owner')
  const before = await rowOf(app.db, 'products', { id: productId })
  const asked = await piecesBack(office, number, 2, { restock: false })
  await office.orders.refund({ ...asked, pence: asked.pence - 300 })
  expect((await rowOf(app.db, 'products', { id: productId })).stock).toBe(before.stock)
  expect((await office.orders.get({ number })).money).toMatchObject({
    ...{ backPence: asked.pence - 300, keptPence: 300, staysPence: 0 },
  })
  await requireSound()
})

test('never more pieces come back than were bought, and never more money than they cost', async () => {
  const { orderNumber: number } = await paidParcel()
  const other = await paidParcel()
  const office = await app.office('owner')
  const one = await piecesBack(office, number, 1)
  const [line] = one.items
  if (!line) throw new Error('there is no line')
  const two = { ...one, pence: one.pence * 2 }
  await expect(office.orders.refund(two)).rejects.toThrow('can be refunded')
  await expect(office.orders.refund({ ...two, items: [{ ...line, quantity: 3 }] })).rejects.toThrow(
    'At most 2 can be returned',
  )
  await expect(office.orders.refund({ ...two, items: [line, line] })).rejects.toThrow(
    cancelSentences.itemNotFound,
  )
  const others = await piecesBack(office, other.orderNumber, 1)
  await expect(office.orders.refund({ ...one, items: others.items })).rejects.toThrow(
    cancelSentences.itemNotFound,
  )
  await office.orders.refund(one)
  await expect(office.orders.refund(one)).rejects.toMatchObject({ officeCode: 409 })
  await office.orders.refund(await piecesBack(office, number, 1))
  const last = { ...one, leftPence: 0, pence: 0 }
  await expect(office.orders.refund(last)).rejects.toThrow('All of these were returned before')
  await requireSound()
})

test('pieces can be returned without a refund if their money was refunded before', async () => {
  const { orderNumber: number, account } = await paidParcel()
  const office = await app.office('owner')
  const asked = await piecesBack(office, number, 2)
  const { items, ...goodwill } = asked
  await office.orders.refund(goodwill)
  await office.orders.refund({ ...asked, pence: 0, leftPence: 0 })
  expect(items).toHaveLength(1)
  expect((await office.orders.get({ number })).items).toMatchObject([{ returned: 2 }])
  expect(await mailsTo(account.email)).toContainEqual(expect.stringMatching(/^Your returned products\n/))
  await requireSound()
})

test('an order with every piece returned is not sent, and completes a fortnight after payment', async () => {
  const { orderNumber: number } = await paidParcel()
  const office = await app.office('owner')
  await office.orders.refund(await piecesBack(office, number, 2))
  await app.runJobs()
  expect((await office.orders.get({ number })).delivery).toMatchObject({ isToSend: false, sentAt: null })
  const { parcels } = await office.parcels.list({})
  expect(parcels.map(parcel => parcel.number)).not.toContain(number)
  expect(await office.parcels.markSent({ numbers: [number] })).toMatchObject({ sent: 0, left: [{ number }] })
  expect((await rowOf(app.db, 'orders', { order_number: number })).status).toBe('paid')
  app.clock.advance(completedAfterDays * 24 * 60 + 1)
  await completeOrders(app.services)
  expect((await rowOf(app.db, 'orders', { order_number: number })).status).toBe('completed')
  await requireSound()
})

test('credits are given as goodwill for an order: the ledger, the order and the family show it', async () => {
  const order = await makeClassOrder(app, { credits: 2, pricePence: 900, date: '2027-01-20' })
  const { orderNumber: number, account } = order
  const office = await app.office('manager')
  const before = await balanceOf(account.accountId)
  const asked = { number, pence: 0, leftPence: 0, method: 'card' as const, reference: '' }
  expect(await office.orders.previewRefund({ number })).toMatchObject({ leftPence: 0, mayGetCredits: true })
  await office.orders.refund({ ...asked, credits: 2, reason: 'The hall was cold' })
  await office.orders.refund({ ...asked, credits: 1, reason: 'And dark' })
  expect(await balanceOf(account.accountId)).toBe(before + 3)
  const shown = await office.orders.get({ number })
  expect(shown).toMatchObject({ goodwillCredits: 3, places: [{ state: 'confirmed' }] })
  expect(shown.events).toContainEqual(
    expect.objectContaining({ what: 'creditsGiven', words: '2, The hall was cold', byName: 'Ann Perry' }),
  )
  expect(await account.api.ownBookings.receipt({ orderNumber: number })).toMatchObject({
    creditsGiven: 3,
    refunds: [],
  })
  expect((await account.api.credits.creditEntries({ page: 1, limit: undefined })).items[0]).toMatchObject({
    ...{ credits: 1, memo: `Goodwill for order ${number}` },
  })
  const told = (await mailsTo(account.email)).filter(mail => mail.startsWith('Class credits for your order'))
  expect(told).toHaveLength(2)
  await requireSound()
})

test('credits are refused for guests, unpaid orders, closed accounts and together with money', async () => {
  const paidOrder = await paid(await makeClassOrder(app, { pricePence: 900, date: '2027-01-20' }))
  const unpaid = await makeClassOrder(app, { pricePence: 900, date: '2027-01-20' })
  const [office, desk] = [await app.office('owner'), await app.office('frontDesk')]
  const good = {
    ...{ number: paidOrder.orderNumber, pence: 0, leftPence: 900, method: 'card' as const },
    ...{ reference: '', credits: 1, reason: 'The hall was cold' },
  }
  await expect(office.orders.refund({ ...good, credits: 101 })).rejects.toMatchObject({ officeCode: 422 })
  await expect(office.orders.refund({ ...good, reason: '' })).rejects.toThrow('Please say why')
  await expect(office.orders.refund({ ...good, pence: 100 })).rejects.toThrow(cancelSentences.creditsOrMoney)
  await expect(office.orders.refund({ ...good, number: unpaid.orderNumber })).rejects.toThrow(
    cancelSentences.creditsOfPaid,
  )
  await expect(desk.orders.refund(good)).rejects.toMatchObject({ officeCode: 403 })
  await expect(desk.orders.previewRefund({ number: good.number })).rejects.toMatchObject({ officeCode: 403 })
  await expect(office.orders.previewRefund({ number: 'XXX' })).rejects.toThrow('not found')
  await desk.orders.askRefund({ number: good.number, pence: 100, reason: 'She rang us' })
  const { asked } = await office.orders.get({ number: good.number })
  await expect(office.orders.refund({ ...good, askedId: asked[0]?.id })).rejects.toThrow(
    cancelSentences.askedForMoney,
  )
  const { accountId } = paidOrder.account
  await changeRows(app.db, 'accounts', { id: accountId }, { status: 'closed' })
  await expect(office.orders.refund(good)).rejects.toThrow(cancelSentences.accountIsClosed)
  expect(await office.orders.previewRefund({ number: good.number })).toMatchObject({ mayGetCredits: false })
  await changeRows(app.db, 'accounts', { id: accountId }, { status: 'active' })
  expect(await rowsOf(app.db, 'credit_entries', { account_id: accountId })).toEqual([])
})

test('a pack or pieces that two colleagues give back at once go back once', async () => {
  const [pack, parcel] = [await paidPack(), await paidParcel()]
  const offices = await Promise.all(Array.from({ length: 8 }, () => app.office('manager')))
  const [office] = offices as [Office]
  const asked = await packBack(office, pack.orderNumber)
  const presses = await Promise.allSettled(offices.map(each => each.orders.refund(asked)))
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(presses.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: cancelSentences.packGivenBack, officeCode: 409 },
  })
  const pieces = await piecesBack(office, parcel.orderNumber, 2)
  const returns = await Promise.allSettled(offices.map(each => each.orders.refund(pieces)))
  expect(returns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await requireSound()
})

test('a pack that is given back while its family books with its credits is spent once', async () => {
  const account = await makeAccount(app)
  const pack = await paid(await makePackOrder(app, { credits: 1, pricePence: 900, account }))
  const office = await app.office('owner')
  const asked = await packBack(office, pack.orderNumber)
  const booked = makeClassOrder(app, { account, pricePence: 900, date: '2027-02-20' })
  const [refunded, order] = await Promise.allSettled([office.orders.refund(asked), booked])
  const spent =
    order.status === 'fulfilled' && (await rowOf(app.db, 'orders', { id: order.value.orderId })).credits_used
  expect(Number(refunded.status === 'fulfilled') + Number(spent)).toBe(1)
  expect(await balanceOf(account.accountId)).toBe(0)
  await requireSound()
})
