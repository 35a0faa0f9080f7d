import { describe, expect, test } from 'vitest'
import { everyOfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { classAsRead, classInput } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const question = 'Which T-shirt size?'

/** Makes a date of a class with a question. */
async function makeAsking(
  given: Parameters<typeof makeSession>[2] & { kind?: MadeSession['kind']; asks?: string } = {},
) {
  const { kind = 'class', asks = question, ...session } = given
  const offering = await makeOffering(app, { kind })
  await changeRows(app.db, 'offerings', { id: offering.id }, { question: asks })
  return makeSession(app, offering, { offersTrial: true, trialPricePence: 500, ...session })
}
const answersAt = async (sessionId: number) =>
  (await rowsOf(app.db, 'bookings', { session_id: sessionId })).map(({ answer, ...row }) => [
    row.question,
    answer,
  ])

describe.each(everyOfferingKind)('the question of a %s', kind => {
  const hasChildren = offeringKinds[kind].attendees === 'children'

  test('is answered with the order, and shown with its places', async () => {
    const family = await makeFamily(app)
    const session = await makeAsking({ kind })
    const answers = [{ ...(hasChildren && { childId: family.childId }), text: ' Age 5–6 <b>' }]
    const placed = await family.api.orders[kind].place({ ...bookingRequest(family, session), answers })
    const details = await family.api.orders[kind].details(placed)
    expect(details.sessions).toMatchObject([{ question, answer: 'Age 5–6 <b>' }])
  })

  test('is answered with a trial, and may be left out', async () => {
    const [family, silent] = [await makeFamily(app), await makeFamily(app)]
    const session = await makeAsking({ kind })
    const answers = [{ ...(hasChildren && { childId: family.childId }), text: 'Medium' }]
    await family.api.orders[kind].placeTrial({ ...bookingRequest(family, session), answers })
    const placed = await silent.api.orders[kind].placeTrial(bookingRequest(silent, session))
    expect(await answersAt(session.id)).toEqual([
      [question, 'Medium'],
      [question, ''],
    ])
    const details = await silent.api.orders[kind].details(placed)
    expect(details.sessions).toMatchObject([{ question, answer: '' }])
  })

  test('is answered line by line in the basket', async () => {
    const family = await makeFamily(app)
    const [one, other] = [await makeAsking({ kind }), await makeAsking({ kind, asks: 'Left-handed?' })]
    const basket = family.api.sessionBaskets[kind]
    for (const session of [one, other]) await basket.add(bookingRequest(family, session))
    const { items } = (await basket.list({ lineIds: [], discountCode: '' })).lines
    const lineOf = ({ id }: MadeSession) => items.find(line => line.session.id === id)
    expect(lineOf(other)).toMatchObject({ question: 'Left-handed?' })
    const childId = hasChildren ? { childId: family.childId } : {}
    await basket.submit({
      lineIds: items.map(({ id }) => id),
      discountCode: '',
      answers: [
        { lineId: lineOf(one)?.id, ...childId, text: 'Small' },
        { lineId: lineOf(other)?.id, ...childId, text: 'Yes' },
      ],
    })
    expect(await answersAt(one.id)).toEqual([[question, 'Small']])
    expect(await answersAt(other.id)).toEqual([['Left-handed?', 'Yes']])
  })
})

const orderOf = async (session: MadeSession, text: string) => {
  const family = await makeFamily(app)
  const answers = [{ childId: family.childId, text }]
  const request = { ...bookingRequest(family, session), answers }
  return { family, request, placed: await family.api.orders.class.place(request) }
}

test('each child has an answer of its own', async () => {
  const family = await makeFamily(app, { children: 2 })
  const session = await makeAsking()
  const [first, second] = family.childIds as [number, number]
  const answers = [
    { childId: second, text: 'Large' },
    { childId: first, text: 'Small' },
  ]
  await family.api.orders.class.place({ ...bookingRequest(family, session), answers })
  expect(await answersAt(session.id)).toEqual([
    [question, 'Small'],
    [question, 'Large'],
  ])
})

test('an answer without a question is dropped, and so is one for a child who is not booked', async () => {
  const plain = await makeAsking({ asks: '' })
  const { family } = await orderOf(plain, 'Medium')
  expect(await answersAt(plain.id)).toEqual([['', '']])
  const session = await makeAsking()
  const answers = [{ childId: 999_999, text: 'Medium' }]
  const placed = await family.api.orders.class.place({ ...bookingRequest(family, session), answers })
  expect(await answersAt(session.id)).toEqual([[question, '']])
  expect((await family.api.orders.class.details(placed)).sessions[0]?.answer).toBe('')
})

test('an answer has at most 200 characters, and an order at most 400 answers', async () => {
  const family = await makeFamily(app)
  const session = await makeAsking()
  const place = (answers: { childId: number; text: string }[]) =>
    family.api.orders.class.place({ ...bookingRequest(family, session), answers })
  const { childId } = family
  expect(await refusal(place([{ childId, text: 'x'.repeat(201) }]))).toMatch(/200|too long/i)
  expect(await refusal(place(Array(401).fill({ childId, text: 'x' })))).toMatch(/fewer/)
  await place([{ childId, text: 'x'.repeat(200) }])
})

test('the same press with another answer is the same order', async () => {
  const session = await makeAsking()
  const { family, request, placed } = await orderOf(session, 'Medium')
  const again = { ...request, answers: [{ childId: family.childId, text: 'Large' }] }
  expect(await family.api.orders.class.place(again)).toEqual(placed)
  expect(await answersAt(session.id)).toEqual([[question, 'Medium']])
})

test('a place keeps its question and answer when it moves or the class asks something else', async () => {
  const family = await makeFamily(app)
  const session = await makeAsking()
  const { bookingId } = await makeBooking(app, session.id, family)
  await changeRows(app.db, 'bookings', { id: bookingId }, { question, answer: 'Medium' })
  await changeRows(app.db, 'offerings', { id: session.offeringId }, { question: 'Left-handed?' })
  const target = await makeAsking({ asks: 'Vegetarian?' })
  await family.api.rescheduling.class.move({ bookingId, sessionId: target.id })
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({
    ...{ session_id: target.id, question, answer: 'Medium' },
  })
})

test('staff read question and answer on the register and on the order', async () => {
  const session = await makeAsking({ date: '2026-11-24' })
  const { placed } = await orderOf(session, 'Medium')
  const desk = await app.office('frontDesk')
  const { rows } = await desk.registers.get({ sessionId: session.id })
  expect(rows).toMatchObject([{ question, answer: 'Medium' }])
  const { places } = await desk.orders.get({ number: placed.orderNumber })
  expect(places).toMatchObject([{ question, answer: 'Medium' }])
})

/** Returns what the desk sends to book all children of a family, paid in cash. */
const atDesk = (
  { accountId, childIds }: Awaited<ReturnType<typeof makeFamily>>,
  { id, offeringId }: MadeSession,
  totalPence: number,
) => ({
  ...{ accountId, childIds, offeringId, sessionIds: [id], isTrial: false, raises: [] },
  ...{ pay: 'desk' as const, method: 'cash' as const, reference: '' },
  expected: { totalPence, creditsUsed: 0 },
})
const placeOf = async ({ number }: { number: string }) => {
  const { id } = await rowOf(app.db, 'orders', { order_number: number })
  return rowOf(app.db, 'bookings', { order_id: id })
}

test('the desk reads the question, sends an answer for each child, and no other answer counts', async () => {
  const [desk, manager] = [await app.office('frontDesk'), await app.office('manager')]
  const family = await makeFamily(app, { children: 2 })
  const stranger = await makeFamily(app)
  const session = await makeAsking({ date: '2026-11-24', pricePence: 850 })
  const [first, second] = family.childIds as [number, number]
  const { accountId, childIds } = family
  const wanted = { accountId, childIds, sessionIds: [session.id], isTrial: false }
  const preview = await desk.deskBookings.preview({
    ...{ ...wanted, offeringId: session.offeringId, pay: 'desk' },
  })
  expect(preview.question).toBe(question)
  const answers = [
    { childId: stranger.childId, text: 'Not theirs' },
    { childId: second, text: ' Large ' },
  ]
  const asked = atDesk(family, session, 1700)
  const tooLong = { ...asked, answers: [{ childId: first, text: 'x'.repeat(201) }] }
  expect(await refusal(desk.deskBookings.place(tooLong))).toMatch(/too long/)
  expect(
    await refusal(desk.deskBookings.place({ ...asked, answers: Array(21).fill({ text: 'x' }) })),
  ).toMatch(/fewer/)
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.deskBookings.place({ ...asked, answers }))).toBe(officeSentences.notYours)
  const { number } = await desk.deskBookings.place({ ...asked, answers })
  expect(await answersAt(session.id)).toEqual([
    [question, ''],
    [question, 'Large'],
  ])
  const { rows } = await desk.registers.get({ sessionId: session.id })
  expect(rows.map(({ answer }) => answer).toSorted()).toEqual(['', 'Large'])
  expect((await desk.orders.get({ number })).places).toMatchObject([
    { question, answer: '' },
    { question, answer: 'Large' },
  ])

  // A booking without payment takes answers too. A class without a question drops them.
  const free = await makeAsking({ pricePence: 850 })
  const { pay: _, method: __, reference: ___, ...placing } = atDesk(stranger, free, 0)
  await manager.deskBookings.placeFree({
    ...{ ...placing, answers: [{ childId: stranger.childId, text: 'Small' }], reason: 'Her mother helps' },
  })
  expect(await answersAt(free.id)).toEqual([[question, 'Small']])
  const plain = await makeAsking({ asks: '', pricePence: 850 })
  const given = [{ childId: stranger.childId, text: 'Small' }]
  await desk.deskBookings.place({ ...atDesk(stranger, plain, 850), answers: given })
  expect(await answersAt(plain.id)).toEqual([['', '']])
})

test('the desk answers for a parent who comes', async () => {
  const desk = await app.office('frontDesk')
  const family = await makeFamily(app)
  const session = await makeAsking({ kind: 'parentSession', pricePence: 600 })
  const asked = { ...atDesk(family, session, 600), childIds: [], answers: [{ text: 'Decaf' }] }
  expect(await placeOf(await desk.deskBookings.place(asked))).toMatchObject({ question, answer: 'Decaf' })
})

test('a moved place keeps its answer; a rebooked one only if the new class asks the same', async () => {
  const [desk, manager] = [await app.office('frontDesk'), await app.office('manager')]
  const family = await makeFamily(app)
  const from = await makeAsking({ pricePence: 850 })
  const answers = [{ childId: family.childId, text: 'Medium' }]
  const { id: bookingId } = await placeOf(
    await desk.deskBookings.place({ ...atDesk(family, from, 850), answers }),
  )
  const target = await makeAsking({ asks: 'Vegetarian?', pricePence: 850 })
  await desk.orders.move({ bookingId, sessionId: target.id, reason: '' })
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ question, answer: 'Medium' })
  const cheaper = await makeAsking({ asks: 'Left-handed?', pricePence: 600 })
  const { leftPence } = await manager.orders.previewMove({ bookingId })
  await manager.orders.moveAtOtherPrice({
    ...{ bookingId, sessionId: cheaper.id, reason: 'Too early for her', pence: 0, credits: 0, leftPence },
    ...{ method: 'cash', reference: '' },
  })
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ question, answer: 'Medium' })

  const rebook = async (place: number, sessionId: number) => {
    const asked = { bookingId: place, sessionId, pay: 'desk' as const }
    const { back, price } = await manager.deskBookings.previewRebook(asked)
    const expected = { totalPence: price.totalPence, creditsUsed: price.creditsUsed }
    return placeOf(
      await manager.deskBookings.rebook({
        ...{ ...asked, back, expected, reason: 'They chose the long one', method: 'cash', reference: '' },
      }),
    )
  }
  const same = await makeAsking({ pricePence: 1200 })
  const again = await rebook(bookingId, same.id)
  expect(again).toMatchObject({ session_id: same.id, question, answer: 'Medium' })
  const another = await makeAsking({ asks: 'Vegetarian?', pricePence: 900 })
  expect(await rebook(again.id, another.id)).toMatchObject({ question: 'Vegetarian?', answer: '' })
})

test('answers are in the family’s data download, and are erased when its account closes', async () => {
  const session = await makeAsking({ pricePence: 0 })
  const { family } = await orderOf(session, 'Medium')
  const data = JSON.stringify(await family.api.ownData.download())
  expect(data).toContain('Medium')
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await answersAt(session.id)).toEqual([[question, '']])
})

test('a question is set in the planner, shown before booking, and kept by a save without it', async () => {
  const manager = await app.office('manager')
  const input = {
    ...(await classInput(app, manager)),
    question: 'Which T-shirt size?',
    publish: 'now' as const,
  }
  const { offeringId } = await manager.planner.makeClass(input)
  await manager.planner.saveClass(await classAsRead(manager, offeringId))
  expect(await manager.planner.class({ id: offeringId })).toMatchObject({ question })
  expect(await app.visitor.sessions.practical({ offeringId })).toMatchObject({ question })
  await manager.planner.saveClass({ ...(await classAsRead(manager, offeringId)), question: '' })
  expect(await manager.planner.class({ id: offeringId })).toMatchObject({ question: '' })
  const tooLong = { ...(await classAsRead(manager, offeringId)), question: 'x'.repeat(201) }
  expect(await refusal(manager.planner.saveClass(tooLong))).toMatch(/200|too long/i)
})
