import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { behindGate } from '#testing/behind-gate.ts'
import { aChild } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily, wishOf } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'

const racers = 20

const app = await startTestApp({ poolSize: 40 })

/** What becomes of calls of which none is through before all of them stand before a lock: on a row, where they can. */
const rush = (table: 'accounts' | 'sessions', id: number, ask: (number: number) => Promise<unknown>) =>
  behindGate(app, {
    close: tx =>
      table === 'accounts'
        ? tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
        : tx.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    work: () => Promise.all(Array.from({ length: racers }, (_, number) => refusal(ask(number)))),
    waiting: racers,
  })
const answered = (refusals: (string | undefined)[]) => refusals.filter(sentence => sentence === undefined)

test('an account has eight children, however many tabs add one', async () => {
  const addInTabs = async () => {
    const { accountId, api } = await makeAccount(app)
    return rush('accounts', accountId, number => api.children.add({ ...aChild, firstName: `Leo ${number}` }))
  }
  const refusals = await addInTabs()
  expect(answered(refusals)).toHaveLength(8)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyChildren]))
  // Negative control: not one after the other, each of them is the first.
  const lock = { of: 'children_within_account()', from: 'for no key update', to: '' }
  await withoutDefence(app, lock, async () => expect(answered(await addInTabs())).toHaveLength(racers))
})

test('a child has one trial of a type, however often it was entered', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 40, offersTrial: true })
  const tryInTabs = async () => {
    const family = await makeFamily(app)
    const ids = [family.childId]
    while (ids.length < 8) ids.push(await makeChild(app, family))
    return rush('accounts', family.accountId, number =>
      family.api.orders.class.placeTrial(wishOf({ ...family, childIds: [ids[number % 8] ?? 0] }, session)),
    )
  }
  const refusals = await tryInTabs()
  expect(answered(refusals)).toHaveLength(1)
  await app.database.runScript('drop index bookings_trial_person_once')
  // Negative control: the check alone, without the index, lets every entry through once.
  expect(answered(await tryInTabs())).toHaveLength(8)
})

test('an account holds eight places of a parents’ session, however many tabs ask', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 100, pricePence: 0, credits: 0 })
  const bookInTabs = async () => {
    const family = await makeFamily(app)
    return rush('sessions', session.id, number =>
      family.api.orders.parentSession.place(wishOf({ ...family, fullName: `Parent ${number}` }, session)),
    )
  }
  const refusals = await bookInTabs()
  expect(answered(refusals)).toHaveLength(8)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyPlaces]))
  // Negative control: not one after the other, each of them is the first.
  const lock = { of: 'place_order(jsonb)', from: "and status = 'active' for no key update", to: '' }
  await withoutDefence(app, lock, async () => expect(answered(await bookInTabs())).toHaveLength(racers))
})

test('an account has three unpaid orders, however many tabs ask', async () => {
  const offering = await makeOffering(app)
  const orderInTabs = async (products: boolean) => {
    const family = await makeFamily(app)
    const sessions = await Promise.all(Array.from({ length: racers }, () => makeSession(app, offering)))
    const { productId } = await makeProduct(app, { stock: 500 })
    return rush('accounts', family.accountId, number => {
      const wish = wishOf(family, sessions[number] ?? [])
      const product = { productId, quantity: number + 1, ...delivery }
      return number % 2 || !products
        ? family.api.orders.class.place(wish)
        : family.api.shop.placeProduct(product)
    })
  }
  const refusals = await orderInTabs(true)
  expect(answered(refusals)).toHaveLength(3)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyUnpaidOrders]))
  // Negative control: not one after the other, each of them is the first.
  const lock = { of: 'place_order(jsonb)', from: "and status = 'active' for no key update", to: '' }
  await withoutDefence(app, lock, async () => expect(answered(await orderInTabs(false))).toHaveLength(racers))
})
