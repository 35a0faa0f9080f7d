import { expireOrders } from '#server/features/bookings/expire-orders.ts'
import { makeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import { makeOffering, makeSession } from './make-offering.ts'
import { makeClassOrder, makePackOrder, makeProductOrder, payByCard } from './make-order.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * A business that has seen everything once, through the front door where there is one: orders paid by card, by
 * credits and of nothing, unpaid, cancelled and expired ones, packs, products, trials, guests, a discount, a
 * waiting list with an offer, a mailed code.
 */
export async function fillShop(app: TestApp): Promise<void> {
  await makeDiscountCode(app)
  await makeClassOrder(app, { pricePence: 1500 })
  app.clock.advance(40)
  await expireOrders(app.services)

  await payByCard(app, await makeClassOrder(app, { pricePence: 2000, discountCode: 'SPRING' }))
  await payByCard(app, await makePackOrder(app, { credits: 10, pricePence: 9000 }))
  await payByCard(app, await makeProductOrder(app, { quantity: 2, stockLeft: 3 }))
  await app.cards.deliverPendingHooks()
  await makeClassOrder(app, { credits: 3, pricePence: 1000 })
  await makeClassOrder(app, { pricePence: 0 })
  const cancelled = await makeClassOrder(app, {
    credits: 1,
    sessionCredits: 2,
    pricePence: 3000,
    discountCode: 'SPRING',
  })
  await succeed(app, 'course_order/cancelOrder', { order_sn: cancelled.orderNumber }, cancelled.account.token)
  const unpaid = await makeClassOrder(app, { pricePence: 1250 })
  await succeed(app, 'pay/stripe', { order_sn: unpaid.orderNumber }, unpaid.account.token)
  await makeClassOrder(app, { pricePence: 700, account: await makeAccount(app, { points: 5 }) })

  await bookTrials(app)
  await offerFreedPlace(app)
  await succeed(app, 'ems/send', { event: 'register', email: 'new@example.test' })
  await app.runJobs()
  app.clock.advance(15)
}

async function makeDiscountCode({ db, clock }: TestApp): Promise<void> {
  const day = 24 * 60 * 60 * 1000
  const now = clock.now().getTime()
  await db
    .insertInto('discount_codes')
    .values({
      code: 'SPRING',
      percent: 10,
      kinds: ['class', 'event'],
      starts_at: new Date(now - day),
      ends_at: new Date(now + 30 * day),
      max_uses: 5,
      max_uses_per_account: 1,
    })
    .execute()
}

/** A child's trial and, as guests, a trial and a place that costs nothing. */
async function bookTrials(app: TestApp): Promise<void> {
  const family = await makeAccount(app)
  const childId = await makeChild(app, family)
  const classes = await makeOffering(app)
  const session = await makeSession(app, classes, { offersTrial: true })
  await makeSession(app, classes, { offersTrial: true })
  await succeed(
    app,
    'Course_Order/submitOrderByTry',
    { course_product_id: session.id, child_id: childId },
    family.token,
  )
  const forParents = await makeOffering(app, { kind: 'parentSession' })
  const evening = await makeSession(app, forParents, { offersTrial: true, pricePence: 0 })
  await makeSession(app, forParents, { offersTrial: true })
  const guest = { full_name: 'Gwen Hale', contact_number: '07700 900009', email: 'gwen@example.test' }
  await succeed(app, 'parents_order/submitOrderByTry', { course_product_id: evening.id, ...guest })
  const other = { ...guest, full_name: 'Tom Hale', email: 'tom@example.test' }
  await succeed(app, 'parents_order/submitOrder', {
    course_id: forParents.id,
    course_product_id: evening.id,
    ...other,
  })
}

/** Two families wait for the one place of a session; whoever has it gives it back, so the first is offered it. */
async function offerFreedPlace(app: TestApp): Promise<void> {
  const holder = await makeClassOrder(app, { capacity: 1 })
  for (const name of ['Ada', 'Ben']) {
    const family = await makeAccount(app)
    const childId = await makeChild(app, family, { firstName: name })
    const wish = {
      course_id: holder.session.offeringId,
      course_product_id: holder.session.id,
      child_id: childId,
    }
    await succeed(app, 'Course/wait', wish, family.token)
  }
  await succeed(app, 'course_order/cancelOrder', { order_sn: holder.orderNumber }, holder.account.token)
}

async function succeed(app: TestApp, path: string, body: unknown, token?: string): Promise<void> {
  const answer = await app.call(path, body, token)
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
}
