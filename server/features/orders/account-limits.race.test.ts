import { expect, test } from 'vitest'
import { linesOf } from '#domain/booking-rules.ts'
import { sentences } from '#domain/sentences.ts'
import { addChild } from '#server/features/children/save-child.ts'
import { placeProductOrder } from '#server/features/shop/place-product-order.ts'
import { aChild } from '#testing/child-form.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { attendeesOf, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'
import { placeOrder } from './place-order.ts'

const racers = 20

const app = await startTestApp({ poolSize: 40 })

/** Places an order without the call limiter, which lets an account run only a few calls at once. */
const place = (family: Family, session: MadeSession, isTrial = false) =>
  placeOrder(app.services, asActor(family), {
    kind: session.kind,
    lines: linesOf([session.id], attendeesOf(session.kind, family)),
    isTrial,
    discountCode: '',
  })
const asActor = ({ accountId }: Family) => ({ accountId, tokenId: 0, ip: '10.0.0.1' })

/** Runs calls that all wait at a lock before any of them continues (at a row lock where possible). */
const rush = (table: 'accounts' | 'sessions', id: number, ask: (number: number) => Promise<unknown>) =>
  forceRace(app, {
    close: tx =>
      table === 'accounts'
        ? tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
        : tx.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    work: () => Promise.all(Array.from({ length: racers }, (_, number) => refusal(ask(number)))),
    waiting: racers,
  })
const lockOfBuyer = {
  of: 'place_order(orders, jsonb)',
  from: "and status = 'active' and frozen_at is null for no key update",
  to: '',
}
const answered = (refusals: (string | undefined)[]) => refusals.filter(sentence => sentence === undefined)

test('an account has eight children, however many tabs add one', async () => {
  const addInTabs = async (services = app.services) => {
    const { accountId } = await makeAccount(app)
    const { id: tokenId } = await rowOf(app.db, 'access_tokens', { account_id: accountId })
    const add = (number: number) =>
      addChild(services, { accountId, tokenId, ip: '' }, { ...aChild, firstName: `Leo ${number}` })
    return rush('accounts', accountId, add)
  }
  const refusals = await addInTabs()
  expect(answered(refusals)).toHaveLength(8)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyChildren]))
  // Negative control: without the lock, each of them is the first.
  const lock = { of: 'children_within_account()', from: 'for no key update', to: '' }
  const unlocked = { ...app.services, db: app.db.withPlugin(withoutLocks) }
  await withoutDefence(app, lock, async () =>
    expect(answered(await addInTabs(unlocked))).toHaveLength(racers),
  )
})

test('a child has one trial of a type, however often it was entered', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 40, offersTrial: true })
  const tryInTabs = async () => {
    const family = await makeFamily(app)
    const ids = [family.childId]
    while (ids.length < 8) ids.push(await makeChild(app, family))
    return rush('accounts', family.accountId, number =>
      place({ ...family, childIds: [ids[number % 8] ?? 0] }, session, true),
    )
  }
  const refusals = await tryInTabs()
  expect(answered(refusals)).toHaveLength(1)
  await app.database.runScript('drop index bookings_trial_person_once')
  // Negative control: without the index, the check alone lets every entry through once.
  expect(answered(await tryInTabs())).toHaveLength(8)
})

test("an account holds at most eight places of a parents' session, however many tabs ask", async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 100, pricePence: 0, credits: 0 })
  const bookInTabs = async () => {
    const family = await makeFamily(app)
    return rush('sessions', session.id, number => place({ ...family, fullName: `Parent ${number}` }, session))
  }
  const refusals = await bookInTabs()
  expect(answered(refusals)).toHaveLength(8)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyPlaces]))
  // Negative control: without the lock, each of them is the first.
  await withoutDefence(app, lockOfBuyer, async () =>
    expect(answered(await bookInTabs())).toHaveLength(racers),
  )
})

test('an account has at most three unpaid orders, however many tabs ask', async () => {
  const offering = await makeOffering(app)
  const orderInTabs = async (products: boolean) => {
    const family = await makeFamily(app)
    const { productId } = await makeProduct(app, { stock: 500 })
    return rush('accounts', family.accountId, async number => {
      const choice = { productId, quantity: number + 1 }
      return number % 2 || !products
        ? place(family, await makeSession(app, offering))
        : placeProductOrder(app.services, asActor(family), { choice, delivery })
    })
  }
  const refusals = await orderInTabs(true)
  expect(answered(refusals)).toHaveLength(3)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyUnpaidOrders]))
  // Negative control: without the lock, each of them is the first.
  await withoutDefence(app, lockOfBuyer, async () =>
    expect(answered(await orderInTabs(false))).toHaveLength(racers),
  )
})
