import { expect, test } from 'vitest'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

type ShownPrice = { totalPence: number; creditsUsed: number }
const money = (totalPence: number): ShownPrice => ({ totalPence, creditsUsed: 0 })

const session = async (kind: OfferingKind, given: Parameters<typeof makeSession>[2] = {}) =>
  makeSession(app, await makeOffering(app, { kind }), { pricePence: 850, ...given })
const reprice = (id: number, given: object) => changeRows(app.db, 'sessions', { id }, given)
let guests = 0
/** Returns a guest on their own network. */
function aGuest() {
  guests += 1
  const email = `gwen-${guests}@example.test`
  const { parentSession } = app.apiOf({ ip: `10.7.0.${guests}` }).orders
  return {
    calls: parentSession,
    request: (one: MadeSession) => bookingRequest({ childIds: [], fullName: 'Gwen Hale', email }, one),
  }
}

/** A way to order something shown at £8.50: `raise` changes its price, `submit` orders it. */
interface Purchase {
  submit: (shown?: ShownPrice) => Promise<{ orderNumber: string; totalPence: number }>
  raise: (pence: number) => Promise<unknown>
}
const purchases: [what: string, make: () => Promise<Purchase>][] = [
  ...everyOfferingKind.flatMap((kind): [string, () => Promise<Purchase>][] => [
    [
      `a booking of a ${kind}`,
      async () => {
        const [family, one] = [await makeFamily(app), await session(kind)]
        return {
          submit: shown => family.api.orders[kind].place({ ...bookingRequest(family, one), shown }),
          raise: pence => reprice(one.id, { price_pence: pence }),
        }
      },
    ],
    [
      `a trial of a ${kind}`,
      async () => {
        const family = await makeFamily(app)
        const one = await session(kind, { offersTrial: true, trialPricePence: 850, pricePence: 0 })
        return {
          submit: shown => family.api.orders[kind].placeTrial({ ...bookingRequest(family, one), shown }),
          raise: pence => reprice(one.id, { trial_price_pence: pence }),
        }
      },
    ],
    [
      `a basket of a ${kind}`,
      async () => {
        const [family, one] = [await makeFamily(app), await session(kind)]
        const basket = family.api.sessionBaskets[kind]
        await basket.add(bookingRequest(family, one))
        const { lines } = await basket.list({ lineIds: [], discountCode: '' })
        const lineIds = lines.items.map(({ id }) => id)
        return {
          submit: shown => basket.submit({ lineIds, discountCode: '', shown }),
          raise: pence => reprice(one.id, { price_pence: pence }),
        }
      },
    ],
  ]),
  [
    'a booking of a guest',
    async () => {
      const one = await session('parentSession')
      const { calls, request } = aGuest()
      return {
        submit: shown => calls.place({ ...request(one), shown }),
        raise: pence => reprice(one.id, { price_pence: pence }),
      }
    },
  ],
  [
    'a trial of a guest',
    async () => {
      const one = await session('parentSession', { offersTrial: true, trialPricePence: 850 })
      const { calls, request } = aGuest()
      return {
        submit: shown => calls.placeTrial({ ...request(one), shown }),
        raise: pence => reprice(one.id, { trial_price_pence: pence }),
      }
    },
  ],
  [
    'a class pack',
    async () => {
      const family = await makeFamily(app)
      const packId = await writeRow(app.db, 'class_packs', { name: 'Pack', credits: 5, price_pence: 850 })
      return {
        submit: shown => family.api.credits.buyPack({ packId, shown }),
        raise: pence => changeRows(app.db, 'class_packs', { id: packId }, { price_pence: pence }),
      }
    },
  ],
  [
    'a product',
    async () => {
      const family = await makeFamily(app)
      const { productId } = await makeProduct(app, { price_pence: 425 })
      return {
        submit: shown => family.api.shop.placeProduct({ productId, quantity: 2, ...delivery, shown }),
        raise: pence => changeRows(app.db, 'products', { id: productId }, { price_pence: pence / 2 }),
      }
    },
  ],
  [
    'a basket of products',
    async () => {
      const { api } = await makeFamily(app)
      const { productId } = await makeProduct(app, { price_pence: 425 })
      await api.productBasket.add({ productId, quantity: 2 })
      const { items } = await api.productBasket.list({})
      const basketLineIds = items.map(({ id }) => id)
      return {
        submit: shown => api.shop.placeBasket({ basketLineIds, ...delivery, shown }),
        raise: pence => changeRows(app.db, 'products', { id: productId }, { price_pence: pence / 2 }),
      }
    },
  ],
]

const orders = async () => (await rowsOf(app.db, 'orders')).length

test.each(purchases)('%s is refused above the shown price, and placed below it', async (_what, make) => {
  const { submit, raise } = await make()
  const before = await orders()
  await raise(1450)
  expect(await refusal(submit(money(850)))).toBe('The price is now £14.50. Please look again')
  expect(await orders()).toBe(before)
  await raise(650)
  expect(await submit(money(850))).toMatchObject({ totalPence: 650 })
})

test.each(purchases)(
  '%s needs no shown price, and a repetition with any shown price is the same order',
  async (_what, make) => {
    const { submit, raise } = await make()
    const placed = await submit()
    await raise(1450)
    for (const shown of [money(850), money(1), money(9_000)]) {
      expect(await submit(shown)).toEqual(placed)
    }
  },
)

const order = (family: Family, one: MadeSession, shown: ShownPrice, given: object = {}) =>
  family.api.orders.class.place({ ...bookingRequest(family, one), ...given, shown })

test('using more credits than shown counts as a higher price, even without a chosen number', async () => {
  const family = await makeFamily(app, { credits: 10 })
  const one = await session('class')
  const shown = { totalPence: 0, creditsUsed: 1 }
  await reprice(one.id, { credits: 3 })
  // One credit of three pays a third.
  expect(await refusal(order(family, one, shown, { creditsWanted: 1 }))).toBe(
    'The price is now £5.67 and 1 credit. Please look again',
  )
  expect(await refusal(order(family, one, shown))).toBe('The price is now 3 credits. Please look again')
  // Less money does not make up for it.
  expect(await refusal(order(family, one, money(9_000)))).toBe(
    'The price is now 3 credits. Please look again',
  )
  await reprice(one.id, { credits: 1 })
  expect(await order(family, one, { totalPence: 0, creditsUsed: 3 })).toMatchObject({ totalPence: 0 })
  const { credit_balance } = await rowOf(app.db, 'accounts', { id: family.accountId })
  expect(credit_balance).toBe(9)
})

test('missing credits, and a discount code that reduces less, count as a higher price', async () => {
  const family = await makeFamily(app)
  const one = await session('class')
  expect(await refusal(order(family, one, { totalPence: 0, creditsUsed: 1 }, { creditsWanted: 1 }))).toBe(
    'The price is now £8.50. Please look again',
  )
  const id = await makeDiscountCode(app, { code: 'LOWERED', amount_pence: 500 })
  const coded = { discountCode: 'LOWERED' }
  const quote = await family.api.orders.class.preview({ ...bookingRequest(family, one, coded), dayId: 1 })
  expect(quote.totalPence).toBe(350)
  await changeRows(app.db, 'discount_codes', { id }, { amount_pence: 200 })
  expect(await refusal(order(family, one, money(quote.totalPence), coded))).toBe(
    'The price is now £6.50. Please look again',
  )
  expect(await rowOf(app.db, 'discount_codes', { id })).toMatchObject({ uses: 0 })
})

test('documented refusals come before a changed price', async () => {
  const family = await makeFamily(app)
  const full = await session('class', { capacity: 0 })
  expect(await refusal(order(family, full, money(1)))).toBe('Sorry, this class is full')
  const { productId } = await makeProduct(app, { stock: 1 })
  const ordered = { productId, quantity: 2, ...delivery, shown: money(1) }
  expect(await refusal(family.api.shop.placeProduct(ordered))).toBe('Sorry, there is not enough stock')
})
