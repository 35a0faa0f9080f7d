import { describe, expect, test } from 'vitest'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const paths = {
  class: { wait: 'Course/wait', order: 'course_order', list: 'Course/getCourseList' },
  event: { wait: 'Events/wait', order: 'Events_order', list: 'Events/getCourseList' },
  parentSession: { wait: 'Parents/wait', order: 'parents_order', list: 'Parents/getCourseList' },
} as const

let families = 0
async function makeFamily() {
  families += 1
  const account = await makeAccount(app)
  const childId = await makeChild(app, account)
  return { ...account, childId, name: `Family ${families}`, contact: `family-${families}@example.test` }
}
type Family = Awaited<ReturnType<typeof makeFamily>>

const attendees = (kind: OfferingKind, family: Family) =>
  offeringKinds[kind].attendees === 'contact'
    ? { full_name: family.name, contact_number: '07700 900003', email: family.contact }
    : { child_id: family.childId }

describe.each(everyOfferingKind)('%s', kind => {
  const { wait, order, list } = paths[kind]

  async function makeFullSession() {
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-10', startTime: '10:00' })
    const holder = await makeFamily()
    const placed = await book(offering.id, session.id, holder)
    return { offering, session, holder, orderNumber: placed.data.order_sn }
  }
  const book = (offeringId: number, sessionId: number, family: Family) =>
    app.call<{ order_sn: string }>(
      `${order}/submitOrder`,
      { course_id: offeringId, course_product_id: sessionId, ...attendees(kind, family) },
      family.token,
    )
  const join = (offeringId: number, sessionId: number, family: Family) =>
    app.call(
      wait,
      { course_id: offeringId, course_product_id: sessionId, ...attendees(kind, family) },
      family.token,
    )
  const placesLeft = async (sessionId: number, token?: string) => {
    const query = { start_date: '2026-12-07', end_date: '2026-12-13' }
    const days = await app.call<{ course_list: { id: number; can_num: number }[] }[]>(list, query, token)
    return days.data.flatMap(day => day.course_list).find(slot => slot.id === sessionId)?.can_num
  }

  test('nobody waits for what can be booked, twice, or for a session that has started', async () => {
    const offering = await makeOffering(app, { kind })
    const open = await makeSession(app, offering)
    const past = await makeSession(app, offering, { date: '2026-11-20', capacity: 1, placesTaken: 1 })
    const family = await makeFamily()
    expect((await join(offering.id, open.id, family)).msg).toMatch(/still places available/)
    expect((await join(offering.id, past.id, family)).msg).toBe('This class was not found')
    const full = await makeFullSession()
    expect(await join(full.offering.id, full.session.id, family)).toMatchObject({ code: 1 })
    expect(await join(full.offering.id, full.session.id, family)).toMatchObject({
      code: 0,
      msg: 'You are already on the waiting list',
    })
  })

  test('a freed place is kept for the first in the queue, who alone sees and books it', async () => {
    const { offering, session, holder, orderNumber } = await makeFullSession()
    const [first, second, stranger] = [await makeFamily(), await makeFamily(), await makeFamily()]
    await join(offering.id, session.id, first)
    await join(offering.id, session.id, second)
    expect(await app.call(`${order}/cancelOrder`, { order_sn: orderNumber }, holder.token)).toMatchObject({
      code: 1,
    })
    expect(await placesLeft(session.id)).toBe(0)
    expect(await placesLeft(session.id, first.token)).toBe(1)
    expect(await placesLeft(session.id, second.token)).toBe(0)
    expect((await book(offering.id, session.id, stranger)).msg).toBe('Sorry, this class is full')
    expect((await book(offering.id, session.id, second)).msg).toBe('Sorry, this class is full')
    await app.runJobs()
    const told = await app.db
      .selectFrom('messages')
      .select('title')
      .where('account_id', '=', first.accountId)
      .orderBy('id')
      .execute()
    expect(told.map(message => message.title)).toEqual([
      'You are on the waiting list',
      'A place is free for you',
    ])
    expect(await book(offering.id, session.id, first)).toMatchObject({ code: 1 })
    const row = await app.db
      .selectFrom('sessions')
      .select(['places_taken', 'places_offered'])
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ places_taken: 1, places_offered: 0 })
  })

  test('an offer that is not taken up passes to the next in the queue', async () => {
    const { offering, session, holder, orderNumber } = await makeFullSession()
    const [first, second] = [await makeFamily(), await makeFamily()]
    await join(offering.id, session.id, first)
    await join(offering.id, session.id, second)
    await app.call(`${order}/cancelOrder`, { order_sn: orderNumber }, holder.token)
    await app.runJobs()
    app.clock.advance(12 * 60 + 1)
    await app.runJobs()
    expect((await book(offering.id, session.id, first)).msg).toBe('Sorry, this class is full')
    expect(await book(offering.id, session.id, second)).toMatchObject({ code: 1 })
  })
})

test('a foreign child cannot be put on a list, and a guest can put themselves', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1 })
  const [family, stranger] = [await makeFamily(), await makeFamily()]
  const body = { course_id: offering.id, course_product_id: session.id, child_id: stranger.childId }
  expect(await app.call('Course/wait', body, family.token)).toMatchObject({
    code: 0,
    msg: 'This child was not found',
  })
  expect(await app.call('Course/wait', body)).toMatchObject({ code: 401 })
  expect(await app.call('Course/wait', { ...body, child_id: '' }, family.token)).toMatchObject({
    msg: 'Please select your child',
  })
  const talk = await makeOffering(app, { kind: 'parentSession' })
  const fullTalk = await makeSession(app, talk, { capacity: 1, placesTaken: 1 })
  const guest = {
    course_id: talk.id,
    course_product_id: fullTalk.id,
    full_name: 'Gwen',
    email: 'gwen@example.test',
  }
  expect(await app.call('Parents/wait', guest)).toMatchObject({ code: 1 })
})

test('a place kept for one child is not taken by a sibling', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1 })
  const [holder, family] = [await makeFamily(), await makeFamily()]
  const sibling = await makeChild(app, family)
  const place = { course_id: offering.id, course_product_id: session.id }
  const held = await app.call<{ order_sn: string }>(
    'Course_Order/submitOrder',
    { ...place, child_id: holder.childId },
    holder.token,
  )
  await app.call('Course/wait', { ...place, child_id: family.childId }, family.token)
  await app.call('course_order/cancelOrder', { order_sn: held.data.order_sn }, holder.token)
  const book = (childId: number) =>
    app.call('Course_Order/submitOrder', { ...place, child_id: childId }, family.token)
  expect(await book(sibling)).toMatchObject({ code: 0, msg: 'Sorry, this class is full' })
  expect(await book(family.childId)).toMatchObject({ code: 1 })
})

test('who waits for a session and for any of its kind is offered one place, and the next in the queue the other', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 2 })
  const [holder, family, next] = [await makeFamily(), await makeFamily(), await makeFamily()]
  const sibling = await makeChild(app, holder)
  const held = await app.call<{ order_sn: string }>(
    'Course_Order/submitOrder',
    { course_id: offering.id, course_product_id: session.id, child_id: [holder.childId, sibling] },
    holder.token,
  )
  const wait = (sessionId: number | '', { childId, token }: Family) =>
    app.call(
      'Course/wait',
      { course_id: offering.id, course_product_id: sessionId, child_id: childId },
      token,
    )
  await wait(session.id, family)
  await wait('', family)
  await wait('', next)
  await app.call('course_order/cancelOrder', { order_sn: held.data.order_sn }, holder.token)
  const queue = await app.db
    .selectFrom('waiting_entries')
    .select(['child_id', 'status'])
    .where('offering_id', '=', offering.id)
    .orderBy('id')
    .execute()
  expect(queue).toEqual([
    { child_id: family.childId, status: 'offered' },
    { child_id: family.childId, status: 'waiting' },
    { child_id: next.childId, status: 'offered' },
  ])
})

describe('a place kept for a parents’ session', () => {
  /** A full session, and who waits for it: accounts and guests, each with an address. */
  async function makeKept(...waiting: { email: string; token?: string }[]) {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: waiting.length, date: '2026-12-10' })
    const place = { course_id: offering.id, course_product_id: session.id }
    const as = (email: string) => ({ full_name: 'Pat Lane', contact_number: '07700 900004', email })
    const holders = []
    for (const _place of waiting) {
      const { token, contact } = await makeFamily()
      const body = { ...place, ...as(contact) }
      holders.push({
        token,
        ...(await app.call<{ order_sn: string }>('parents_order/submitOrder', body, token)),
      })
    }
    for (const { email, token } of waiting) {
      expect(await app.call('Parents/wait', { ...place, ...as(email) }, token)).toMatchObject({ code: 1 })
    }
    for (const { data, token } of holders) {
      await app.call('parents_order/cancelOrder', { order_sn: data.order_sn }, token)
    }
    return {
      book: (email: string, token?: string) =>
        app.call('parents_order/submitOrder', { ...place, ...as(email) }, token),
      mayChoose: async (email: string, token?: string) => {
        const asked = { course_id: offering.id, course_product_id: `${session.id}`, ...as(email) }
        const shown = await app.call<{ all_list: { is_expired: boolean }[] }>(
          'parents_order/buyNowConfirmOrder',
          asked,
          token,
        )
        return shown.data.all_list[0]?.is_expired
      },
      queue: async () => {
        const entries = await app.db
          .selectFrom('waiting_entries')
          .select(['email', 'status'])
          .where('offering_id', '=', offering.id)
          .orderBy('id')
          .execute()
        return entries.map(({ email, status }) => `${email} ${status}`)
      },
      places: () =>
        app.db
          .selectFrom('sessions')
          .select(['places_taken', 'places_offered'])
          .where('id', '=', session.id)
          .executeTakeFirstOrThrow(),
    }
  }

  test('is the account’s, under whichever address it books', async () => {
    const { token } = await makeFamily()
    const kept = await makeKept({ email: 'pat@example.test', token })
    expect(await kept.mayChoose('work@example.test', token)).toBe(true)
    expect(await kept.book('work@example.test', token)).toMatchObject({ code: 1 })
    expect(await kept.queue()).toEqual(['pat@example.test booked'])
    expect(await kept.places()).toEqual({ places_taken: 1, places_offered: 0 })
    expect((await kept.book('second@example.test', token)).msg).toBe('Sorry, this class is full')
  })

  test('is nobody’s who only knows the account’s address', async () => {
    const [{ token }, stranger] = [await makeFamily(), await makeFamily()]
    const kept = await makeKept({ email: 'known@example.test', token })
    for (const someone of [undefined, stranger.token]) {
      expect(await kept.mayChoose('known@example.test', someone)).toBe(false)
      expect((await kept.book('known@example.test', someone)).msg).toBe('Sorry, this class is full')
    }
    expect(await kept.places()).toEqual({ places_taken: 0, places_offered: 1 })
  })

  test('is a guest’s by the address alone, logged in since then or not', async () => {
    const { token } = await makeFamily()
    const kept = await makeKept({ email: 'one@example.test' }, { email: 'two@example.test' })
    expect((await kept.book('three@example.test')).msg).toBe('Sorry, this class is full')
    expect((await kept.book('three@example.test', token)).msg).toBe('Sorry, this class is full')
    expect(await kept.book('one@example.test')).toMatchObject({ code: 1 })
    expect(await kept.book('two@example.test', token)).toMatchObject({ code: 1 })
    expect(await kept.places()).toEqual({ places_taken: 2, places_offered: 0 })
  })

  test('and another beside it are used one by one, the one of the given address first', async () => {
    const { token } = await makeFamily()
    const kept = await makeKept({ email: 'mum@example.test', token }, { email: 'dad@example.test', token })
    expect(await kept.book('dad@example.test', token)).toMatchObject({ code: 1 })
    expect(await kept.queue()).toEqual(['mum@example.test offered', 'dad@example.test booked'])
    expect(await kept.places()).toEqual({ places_taken: 1, places_offered: 1 })
    expect(await kept.book('gran@example.test', token)).toMatchObject({ code: 1 })
    expect(await kept.places()).toEqual({ places_taken: 2, places_offered: 0 })
  })
})
