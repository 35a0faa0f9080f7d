import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { callsIn, idLikeFields } from '#testing/call-fields.ts'
import { childForm } from '#testing/child-form.ts'
import { makeAttendee, makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeProductOrder } from '#testing/make-order.ts'
import { deliveryForm, makeProduct, makeSize } from '#testing/make-product.ts'
import { makeUpload } from '#testing/make-upload.ts'
import type { Answered } from '#testing/office-client.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { watchWrites } from '#testing/watch-writes.ts'

type Fields = Record<string, unknown>

/** A field that identifies something of one family, and how to create one. */
interface OwnedField {
  path: string
  field: string
  make: (family: Family) => Promise<number | string>
  absent: number | string
  /** The other fields, as this family would fill them in. */
  others: (family: Family) => Promise<Fields> | Fields
  /** Whether a caller without a token is asked to log in if the thing exists (decision E-37). */
  asksToLogIn?: true
}

interface World {
  owner: Family
  other: Family
  closed: Family
  expired: Family
  sessions: Record<OfferingKind, MadeSession>
  fullSessions: Record<OfferingKind, MadeSession>
}

const app = await startTestApp()
let world: World
let readWrites: () => Promise<string[]>
beforeAll(async () => {
  const [owner, other, closed, expired] = [
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
  ]
  // Each row of the matrix creates its own things: more children than the limit allows.
  await changeRows(app.db, 'accounts', {}, { children_at_most: 500, unpaid_at_most: 500 })
  await changeRows(app.db, 'accounts', { id: closed.accountId }, { status: 'closed' })
  await changeRows(
    app.db,
    'access_tokens',
    { account_id: expired.accountId },
    { expires_at: app.clock.now() },
  )
  const sessions = { capacity: 500, offersTrial: true }
  const full = { capacity: 0 }
  world = {
    owner,
    other,
    closed,
    expired,
    sessions: await sessionOfEachKind(sessions),
    fullSessions: await sessionOfEachKind(full),
  }
  readWrites = await watchWrites(app.db)
})

async function sessionOfEachKind(given: Parameters<typeof makeSession>[2]) {
  const made = await Promise.all(
    everyOfferingKind.map(async kind => [
      kind,
      await makeSession(app, await makeOffering(app, { kind }), given),
    ]),
  )
  return Object.fromEntries(made) as Record<OfferingKind, MadeSession>
}

/** A new name each time, because earlier trials are recognised by name and birthday. */
const child = {
  make: (family: Family) => makeChild(app, family, { firstName: `Child ${Math.random()}` }),
  absent: 999_999_999,
}

/** Fills in another child each time, because the same names and birthday cause a question. */
const newChildForm = () => childForm({ child_first_name: `Child ${Math.random()}` })

const order = (kind: OfferingKind) => ({
  make: async (family: Family) => (await book(kind, family, world.sessions[kind].id, 'held')).orderNumber,
  absent: '261123-0123456789ABCDEF',
})

/** Books a place for a new child, or under a new name where the kind has no children. */
async function book(kind: OfferingKind, family: Family, sessionId: number, status: 'held' | 'confirmed') {
  const who = await makeAttendee(app, kind, family, `Guest ${Math.random()}`)
  return makeBooking(app, sessionId, { ...who, status })
}

let pictures = 0
const picture = {
  make: ({ accountId }: Family) => makeUpload(app, accountId, `uploads/picture-${++pictures}.webp`),
  absent: 'uploads/no-such-picture.webp',
}

/** Adds a line to the family's basket, for a new child or under a new name. */
async function putIntoBasket(kind: OfferingKind, family: Family): Promise<number> {
  const takesChildren = offeringKinds[kind].attendees === 'children'
  const id = await writeRow(app.db, 'basket_sessions', {
    account_id: family.accountId,
    kind,
    session_id: (await makeSession(app, await makeOffering(app, { kind }))).id,
    created_at: app.clock.now(),
    ...(!takesChildren && { attendee_name: 'Gwen Hale', attendee_email: family.email }),
  })
  if (takesChildren) {
    await writeRow(app.db, 'basket_session_children', {
      basket_session_id: id,
      account_id: family.accountId,
      child_id: await makeChild(app, family),
    })
  }
  return id
}
const basketLine = (kind: OfferingKind) => ({
  make: (family: Family) => putIntoBasket(kind, family),
  absent: 999_999_999,
  others: () => ({}),
})

const chosen = ({ id, offeringId }: MadeSession) => ({ course_id: offeringId, course_product_id: id })
const twoWeeks = { start_date: '2026-11-23', end_date: '2026-12-06' }
const childKinds = everyOfferingKind.filter(kind => offeringKinds[kind].attendees === 'children')
const {
  accounts,
  children,
  offerings,
  orders,
  rescheduling,
  trials,
  waitingLists,
  sessionBaskets,
  payments,
  shop,
  productBasket,
  notifications,
  ownBookings,
  ownWaiting,
} = contract

/** Makes a basket line of its own product, of which one more can still be added. */
const productLine = {
  make: async ({ accountId }: Family) => {
    const { productId } = await makeProduct(app)
    return writeRow(app.db, 'basket_products', {
      account_id: accountId,
      product_id: productId,
      quantity: 2,
      created_at: app.clock.now(),
    })
  },
  absent: 999_999_999,
}

let sized: { productId: number; size: number } | undefined

/** Makes, once, a product with a size. */
async function sizedProduct(): Promise<{ productId: number; size: number }> {
  if (sized) return sized
  const { productId } = await makeProduct(app)
  sized = { productId, size: await makeSize(app, productId, { name: 'Small' }) }
  return sized
}

const message = {
  make: async ({ accountId }: Family) => {
    return writeRow(app.db, 'messages', {
      account_id: accountId,
      title: 'News',
      published_at: app.clock.now(),
    })
  },
  absent: 999_999_999,
}

const ownedFields: OwnedField[] = [
  { path: children.details.path, field: 'id', ...child, others: () => ({}) },
  { path: children.edit.path, field: 'id', ...child, others: () => childForm() },
  { path: notifications.details.path, field: 'id', ...message, others: () => ({}) },
  { path: notifications.markRead.path, field: 'id', ...message, others: () => ({}) },
  { path: accounts.editProfile.path, field: 'avatar', ...picture, others: () => ({}) },
  ...['child_avatar', 'nanny_avatar'].flatMap(field => [
    { path: children.add.path, field, ...picture, others: newChildForm },
    {
      path: children.edit.path,
      field,
      ...picture,
      others: ({ childId }: Family) => childForm({ id: childId }),
    },
  ]),
  ...childKinds.flatMap(kind => {
    const others = () => chosen(world.sessions[kind])
    return [
      { path: orders[kind].preview.path, field: 'child_id', ...child, others },
      { path: orders[kind].place.path, field: 'child_id', ...child, others },
      { path: orders[kind].placeTrial.path, field: 'child_id', ...child, others },
      {
        path: waitingLists[kind].join.path,
        field: 'child_id',
        ...child,
        others: () => chosen(world.fullSessions[kind]),
      },
    ]
  }),
  ...childKinds.map(kind => ({
    path: sessionBaskets[kind].add.path,
    field: 'child_ids',
    ...child,
    others: () => ({ course_product_id: world.sessions[kind].id }),
  })),
  ...everyOfferingKind.flatMap(kind =>
    [sessionBaskets[kind].list, sessionBaskets[kind].remove, sessionBaskets[kind].submit].map(({ path }) => ({
      path,
      field: 'cart_id',
      ...basketLine(kind),
    })),
  ),
  ...Object.values(trials).map(({ path }) => ({
    path,
    field: 'child_id',
    ...child,
    others: () => ({ type_id: world.sessions.class.typeId }),
  })),
  ...everyOfferingKind.flatMap(kind => [
    { path: orders[kind].details.path, field: 'order_sn', ...order(kind), others: () => ({}) },
    { path: orders[kind].cancel.path, field: 'order_sn', ...order(kind), others: () => ({}) },
    {
      path: offerings[kind].changeTargets.path,
      field: 'course_products_id',
      make: async (family: Family) => {
        const session = await makeSession(app, await makeOffering(app, { kind }))
        await book(kind, family, session.id, 'confirmed')
        return session.id
      },
      absent: 999_999_999,
      others: () => twoWeeks,
    },
    {
      path: offerings[kind].changeTargets.path,
      field: 'cpu_id',
      make: async (family: Family) =>
        (await book(kind, family, world.sessions[kind].id, 'confirmed')).bookingId,
      absent: 999_999_999,
      others: () => ({ ...twoWeeks, course_products_id: world.sessions[kind].id }),
    },
    {
      path: rescheduling[kind].move.path,
      field: 'cpu_id',
      make: async (family: Family) => {
        const session = await makeSession(app, await makeOffering(app, { kind }))
        return (await book(kind, family, session.id, 'confirmed')).bookingId
      },
      absent: 999_999_999,
      others: () => ({ change_id: world.sessions[kind].id }),
    },
  ]),
  ...[productBasket.increase, productBasket.decrease, productBasket.remove, shop.previewBasket].map(
    ({ path }) => ({ path, field: 'cart_id', ...productLine, others: () => ({}) }),
  ),
  {
    path: productBasket.chooseSize.path,
    field: 'cart_id',
    absent: 999_999_999,
    make: async ({ accountId }: Family) =>
      writeRow(app.db, 'basket_products', {
        ...{ account_id: accountId, product_id: (await sizedProduct()).productId, quantity: 1 },
        created_at: app.clock.now(),
      }),
    others: () => ({ variant_id: sized?.size }),
  },
  { path: shop.placeBasket.path, field: 'cart_id', ...productLine, others: () => deliveryForm },
  {
    path: shop.orderDetails.path,
    field: 'order_sn',
    make: async (family: Family) =>
      (await makeProductOrder(app, { quantity: 1, stockLeft: 1, account: family })).orderNumber,
    absent: '261123-0123456789ABCDEF',
    others: () => ({}),
  },
  ...[ownBookings.previewCancel, ownBookings.cancelPlaces].map(({ path }) => ({
    path,
    field: 'cpu_id',
    make: async (family: Family) => {
      await changeRows(app.db, 'business', {}, { parents_may_cancel: true })
      const { bookingId, orderId } = await book('class', family, world.sessions.class.id, 'confirmed')
      await changeRows(app.db, 'orders', { id: orderId }, { policy: '[]' })
      return bookingId
    },
    absent: 999_999_999,
    others: () => ({ expected: { refund_price: '0.00', kept_price: '12.50', combo_num: 0 } }),
  })),
  {
    path: ownBookings.tellAbsence.path,
    field: 'cpu_id',
    make: async (family: Family) =>
      (await book('class', family, world.sessions.class.id, 'confirmed')).bookingId,
    absent: 999_999_999,
    others: () => ({ is_absent: true }),
  },
  { path: ownBookings.statement.path, field: 'child_id', ...child, others: () => ({ month: '2026-11-01' }) },
  { path: ownBookings.receipt.path, field: 'order_sn', ...order('class'), others: () => ({}) },
  {
    path: ownWaiting.leave.path,
    field: 'id',
    make: async ({ accountId, childId }: Family) => {
      const { id, offeringId } = await makeSession(app, await makeOffering(app), { capacity: 0 })
      const waits = { kind: 'class', offering_id: offeringId, session_id: id, status: 'waiting' } as const
      const row = { ...waits, account_id: accountId, child_id: childId, created_at: app.clock.now() }
      return writeRow(app.db, 'waiting_entries', row)
    },
    absent: 999_999_999,
    others: () => ({}),
  },
  ...[payments.openCardPage, payments.hold].map(({ path }) => ({
    path,
    field: 'order_sn',
    ...order('class'),
    others: () => ({}),
    asksToLogIn: true as const,
  })),
]

/** Fields that anybody may fill in: the catalogue, and the pages of a list. */
const publicFields = new Set([
  'course_id',
  'course_product_id',
  'change_id',
  'course_type_id',
  'course_shop_id',
  'course_age_id',
  'type_id',
  'date_id',
  'goods_id',
  'variant_id',
  'category_id',
  'page',
  'limit',
  `${contract.credits.buyPack.path} id`,
  `${contract.content.termsVersion.path} id`,
  // A form's own number, kept per account: another family's finds no child.
  `${contract.children.add.path} request_id`,
  ...everyOfferingKind.flatMap(kind => [
    `${offerings[kind].introduction.path} id`,
    `${offerings[kind].typeDetails.path} id`,
  ]),
])

test('every field of the contract that identifies something is public or in the matrix', () => {
  const known = new Set([...publicFields, ...ownedFields.map(({ path, field }) => `${path} ${field}`)])
  const inContract = callsIn(contract).flatMap(call =>
    idLikeFields(call).map(field => ({ field, full: `${call.path} ${field}` })),
  )
  const unlisted = inContract.filter(({ field, full }) => !known.has(full) && !known.has(field))
  expect(unlisted.map(({ full }) => full)).toEqual([])
  const published = new Set(inContract.flatMap(({ field, full }) => [field, full]))
  expect([...known].filter(name => !published.has(name))).toEqual([])
})

type Cell = [name: string, value: unknown]

/**
 * Lists values that a caller may send in place of its own id: another family's id, alone, in a list or as
 * text, and values that name nothing.
 */
const variantsOf = (foreign: unknown, own: unknown, absent: unknown): Cell[] => [
  ['foreign', foreign],
  ['foreign as text', ` ${foreign} `],
  ['absent', absent],
  ['zero', 0],
  ['minus one', -1],
  ['2^53 + 1', '9007199254740993'],
  ['text', 'abc'],
  ['SQL', `${own} or 1=1`],
  ['a list of the foreign', [foreign]],
  ['own and foreign', [own, foreign]],
  ['own and foreign as text', `${own},${foreign}`],
  ['foreign and own', [foreign, own]],
  ['an object', { id: foreign }],
  ['everything', '%'],
]

const isRefused = (answer: Answered<unknown>) =>
  answer.code !== 1 && answer.msg !== '' && answer.data === null && answer.status < 500

describe.each(ownedFields)('$path $field', ({ path, field, make, absent, others, asksToLogIn }) => {
  // Proves API-16.
  test('is for the owner alone', async () => {
    const { owner, other, closed, expired } = world
    const [own, foreign] = [await make(owner), await make(other)]
    const wrong: string[] = []
    const expectRefusal = (who: string, [name, value]: Cell, answer: Answered<unknown>, like: unknown) => {
      const given = `${who}, ${name} (${JSON.stringify(value)})`
      if (!isRefused(answer)) wrong.push(`${given} is not refused: ${JSON.stringify(answer)}`)
      else if (like !== undefined && JSON.stringify(answer) !== JSON.stringify(like))
        wrong.push(`${given} differs from an absent one: ${JSON.stringify(answer)}`)
    }
    const ask = (family: Family, value: unknown, token: string | undefined, spelling = path) =>
      Promise.resolve(others(family)).then(rest => app.call(spelling, { ...rest, [field]: value }, token))

    await readWrites()
    for (const [who, family, variants] of [
      ['the owner', owner, variantsOf(foreign, own, absent)],
      ['another parent', other, variantsOf(own, foreign, absent)],
    ] as const) {
      const likeAbsent = await ask(family, absent, family.token)
      for (const cell of variants) {
        const isPlainlyForeign = cell[0].startsWith('foreign') && !Array.isArray(cell[1])
        const answer = await ask(family, cell[1], family.token)
        expectRefusal(who, cell, answer, isPlainlyForeign ? likeAbsent : undefined)
      }
      const spelled = await ask(family, variants[0]?.[1], family.token, path.toUpperCase())
      expectRefusal(`${who}, spelling it otherwise`, ['foreign', variants[0]?.[1]], spelled, likeAbsent)
    }
    const pleaseLogIn = { status: 401, code: 401, msg: sentences.pleaseLogIn, data: null }
    for (const [who, token] of [
      ['nobody', undefined],
      ['a made-up token', 'A'.repeat(43)],
      ['an expired token', expired.token],
      ['a closed account', closed.token],
    ] as const) {
      for (const cell of variantsOf(own, own, absent)) {
        const answer = await ask(owner, cell[1], token)
        const mayLookAbsent = asksToLogIn && token === undefined && cell[0] !== 'foreign'
        expectRefusal(who, cell, answer, mayLookAbsent ? undefined : pleaseLogIn)
      }
    }
    expect(wrong).toEqual([])
    expect(await readWrites()).toEqual([])

    const allowed = await ask(owner, own, owner.token)
    expect(allowed).toMatchObject({ status: 200, code: 1 })
  })
})

describe("a guest's order", () => {
  const guest = { full_name: 'Gwen Hale', contact_number: '07700 900009', email: 'gwen@example.test' }
  const placeAsGuest = async () => {
    const answer = await app.call<{ order_sn: string }>(orders.parentSession.place.path, {
      ...chosen(world.sessions.parentSession),
      ...guest,
    })
    expect(answer.code).toBe(1)
    return answer.data.order_sn
  }

  test('is read and cancelled by nobody, and paid by anyone with its number', async () => {
    const orderNumber = await placeAsGuest()
    await readWrites()
    for (const { path } of [orders.parentSession.details, orders.parentSession.cancel]) {
      const asParent = await app.call(path, { order_sn: orderNumber }, world.owner.token)
      expect(asParent).toMatchObject({ code: 0, msg: sentences.orderNotFound, data: null })
      expect(await app.call(path, { order_sn: orderNumber })).toMatchObject({ status: 401, code: 401 })
    }
    expect(await readWrites()).toEqual([])
    expect(await app.call(payments.openCardPage.path, { order_sn: orderNumber })).toMatchObject({ code: 1 })
  })
})
