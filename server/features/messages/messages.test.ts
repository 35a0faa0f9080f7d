import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import type { Audience } from '#contract/office/messages.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, makeProductOrder, payByCard } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const manager = await app.office('manager')
const desk = await app.office('frontDesk')

const wellies = {
  kind: 'service' as const,
  subject: 'Wellies on {day}',
  text: 'Hi {first name},\n\nplease bring wellies for {child} to {class}.\n\nhttps://elsewhere.test/',
}
const book = (session: { id: number }, { accountId, childId }: Family) =>
  makeBooking(app, session.id, { accountId, childId })
const mailsTo = (email: string, subject?: string) =>
  rowsOf(app.db, 'mails', { to_email: email, ...(subject && { subject }) })

async function send(
  audience: Audience,
  given: Partial<Parameters<typeof manager.messages.send>[0]> = {},
  office = manager,
): Promise<number> {
  const draft = { ...wellies, audience, ...given }
  const { mailed, toRing } = await office.messages.preview({
    audience,
    kind: draft.kind,
    subject: draft.subject,
    text: draft.text,
  })
  const { id } = await office.messages.send({ expected: { mailed, toRing }, ...draft })
  return id
}

async function makeDate(count = 2, given: Parameters<typeof makeSession>[2] = {}) {
  const offering = await makeOffering(app, {})
  const session = await makeSession(app, offering, { capacity: 200, ...given })
  const families = await makeFamilies(app, count)
  for (const family of families) await book(session, family)
  return { offering, session, families, audience: { to: 'date', sessionId: session.id } as Audience }
}

test('a message to a date has names filled in, is mailed, and is shown under Notifications', async () => {
  const { session, families, audience } = await makeDate(2)
  const [first, second] = families
  // A second place of the same family causes no second mail.
  const other = await makeFamily(app)
  await changeRows(app.db, 'children', { id: other.childId }, { first_name: 'Zed' })
  await book(session, other)
  await changeRows(app.db, 'accounts', { id: first.accountId }, { first_name: 'Robin' })
  const id = await send(audience, {}, desk)
  await app.runJobs()
  const { start_date: day } = await rowOf(app.db, 'sessions', { id: session.id })
  const mails = (await rowsOf(app.db, 'mails')).filter(({ purpose }) => purpose === 'message')
  expect(mails.map(mail => mail.to_email).toSorted()).toEqual(
    [first.email, second?.email, other.email].toSorted(),
  )
  const [mail] = await mailsTo(first.email)
  expect(mail?.subject).toMatch(new RegExp(`^Wellies on \\w+ ${Number(day.slice(8))} `))
  expect(mail?.body_text).toMatch(/^Hi Robin,\n\nplease bring wellies for \w+ to Type \d+/)
  expect(mail?.body_text).toContain('because of your booking or your account')
  const [message] = await first.api.notifications.list()
  expect(message?.title).toBe(mail?.subject)
  const { contentHtml } = await first.api.notifications.details({ id: message?.id ?? 0 })
  expect(contentHtml).toContain('<p>Hi Robin,</p>')
  expect(contentHtml).not.toContain('<a')
  expect(await desk.messages.get({ id })).toMatchObject({ state: 'sent', sent: 3, waiting: 0, toRing: 0 })
})

test('a line that is an address of the site becomes a button and a link', async () => {
  const { families, audience } = await makeDate(1)
  await send(audience, { text: `Book here:\n\n${app.services.config.publicUrl}/class` })
  await app.runJobs()
  const [message] = await families[0].api.notifications.list()
  const { contentHtml } = await families[0].api.notifications.details({ id: message?.id ?? 0 })
  expect(contentHtml).toContain(`<a href="${app.services.config.publicUrl}/class">`)
})

test('a message reaches the families of its audience, and each address once', async () => {
  const { offering, session, families } = await makeDate(2, { date: '2026-12-01' })
  const over = await makeSession(app, offering, { date: '2026-11-10' })
  const [past, last] = await makeFamilies(app, 2)
  await book(over, past)
  const {
    venue_id: venueId,
    term_id: termId,
    offering_type_id: typeId,
  } = await rowOf(app.db, 'offerings', {
    id: offering.id,
  })
  const count = async (audience: Audience, kind: 'service' | 'offers' = 'service') => {
    const { mailed, samples } = await manager.messages.preview({ audience, ...wellies, kind })
    return [mailed, samples.map(({ email }) => email).toSorted()]
  }
  const emails = families.map(({ email }) => email).toSorted()
  expect(await count({ to: 'date', sessionId: session.id })).toEqual([2, emails])
  expect(await count({ to: 'wholeClass', offeringId: offering.id })).toEqual([2, emails])
  expect(await count({ to: 'venueDay', venueId, day: '2026-12-01' })).toEqual([2, emails])
  expect(await count({ to: 'venueDay', venueId, day: '2026-12-02' })).toEqual([0, []])
  expect((await count({ to: 'booked', typeId }))[0]).toBe(3)
  if (termId) expect((await count({ to: 'booked', typeId, termId }))[0]).toBe(3)
  expect(await count({ to: 'family', accountId: last?.accountId })).toEqual([1, [last?.email]])
  // A class that is over reaches all who were in it.
  await changeRows(app.db, 'sessions', { id: session.id }, { status: 'withdrawn' })
  await changeRows(app.db, 'bookings', { session_id: session.id }, { status: 'cancelled' })
  expect(await count({ to: 'wholeClass', offeringId: offering.id })).toEqual([1, [past.email]])
  const active = await rowsOf(app.db, 'accounts', { status: 'active' })
  expect((await count({ to: 'everybody' }))[0]).toBe(active.length)
})

test('messages go by age, to those who have not paid and to buyers, without the families taken out', async () => {
  const { offering, families, audience } = await makeDate(3)
  const { age_group_id: ageGroupId } = await rowOf(app.db, 'offerings', { id: offering.id })
  const byAge: Audience = { to: 'booked', ageGroupId }
  const reached = async (to: Audience) =>
    (await manager.messages.preview({ audience: to, ...wellies, kind: 'service' })).samples
      .map(({ email }) => email)
      .toSorted()
  const emails = families.map(({ email }) => email).toSorted()
  expect(await reached(byAge)).toEqual(emails)
  const people = await manager.messages.people({ audience: byAge, kind: 'service' })
  expect(people.map(({ email }) => email).toSorted()).toEqual(emails)
  const found = await desk.messages.people({ audience, kind: 'service', words: families[0].email })
  expect(found).toMatchObject([{ accountId: families[0].accountId }])
  const out = [families[0].accountId]
  expect(await reached({ ...byAge, exceptAccountIds: out })).not.toContain(families[0].email)
  await send({ ...byAge, exceptAccountIds: out }, { subject: 'Without one' })
  await app.runJobs()
  expect(await mailsTo(families[0].email, 'Without one')).toEqual([])
  expect(await mailsTo(families[1]?.email ?? '', 'Without one')).toHaveLength(1)

  const unpaid = await makeClassOrder(app)
  expect(await reached({ to: 'unpaid' })).toContain(unpaid.account.email)
  expect(await reached({ to: 'unpaid' })).not.toContain(families[0].email)
  const bought = await makeProductOrder(app, { quantity: 1, stockLeft: 3 })
  const buyers: Audience = { to: 'buyers', productId: bought.productId }
  expect(await reached(buyers)).toEqual([])
  await payByCard(app, bought)
  await app.cards.deliverPendingHooks()
  expect(await reached(buyers)).toEqual([bought.account.email])
  expect(await reached({ to: 'buyers', productId: 999_999 }).catch(() => 'refused')).toBe('refused')
  for (const to of ['unpaid', 'buyers'] as const) {
    expect(await refusal(desk.messages.preview({ audience: { to }, ...wellies }))).toBe(
      'Your role does not allow this',
    )
  }
  expect(await refusal(desk.messages.people({ audience: { to: 'unpaid' }, kind: 'service' }))).toBe(
    'Your role does not allow this',
  )
})

/** Makes a date that guests may book, with a function that makes the place of one. */
async function makeGuestDate() {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  const guest = async (name: string, email: string, phone: string) => {
    const made = await makeBooking(app, session.id, {
      attendeeName: name,
      attendeeEmail: `x${phone}@example.test`,
    })
    await changeRows(
      app.db,
      'orders',
      { id: made.orderId },
      { guest_name: name, guest_email: email, guest_phone: phone },
    )
    return made
  }
  return { session, guest, audience: { to: 'date', sessionId: session.id } as Audience }
}

test('guests are taken out like families: everybody with their address, also once they have an account', async () => {
  const { audience, guest } = await makeGuestDate()
  await guest('Ida Moss', 'ida@example.test', '07700 900201')
  await guest('Ida Moss', 'IDA@example.test', '07700 900202')
  await guest('Una Vale', '', '07700 900203')
  const stays = await guest('Stan Reed', 'stan@example.test', '07700 900204')
  const people = await desk.messages.people({ audience, kind: 'service' })
  expect(people.map(({ name, accountId }) => [name, accountId])).toEqual([
    ['Ida Moss', null],
    ['Stan Reed', null],
    ['Una Vale', null],
  ])
  const orderIds = people.filter(({ name }) => name !== 'Stan Reed').map(({ orderId }) => orderId ?? 0)
  const without: Audience = { ...audience, exceptOrderIds: orderIds }
  expect(await desk.messages.preview({ ...wellies, audience: without })).toMatchObject({
    ...{ mailed: 1, toRing: 0, samples: [{ email: 'stan@example.test' }] },
  })
  // Those who were taken out are still listed, so that they can be put back.
  expect(await desk.messages.people({ audience: without, kind: 'service' })).toHaveLength(3)
  const id = await send(without, { subject: 'Without Ida' })
  await app.runJobs()
  expect(await mailsTo('ida@example.test', 'Without Ida')).toEqual([])
  expect((await desk.messages.recipients({ id })).items).toMatchObject([{ email: 'stan@example.test' }])

  const family = await makeFamily(app)
  const claimed = { account_id: family.accountId, guest_name: '', guest_email: '', guest_phone: '' }
  await changeRows(app.db, 'orders', { id: stays.orderId }, claimed)
  await changeRows(app.db, 'bookings', { id: stays.bookingId }, { account_id: family.accountId })
  const all = [...orderIds, stays.orderId]
  expect(await desk.messages.preview({ ...wellies, audience })).toMatchObject({ mailed: 2, toRing: 1 })
  expect(
    await desk.messages.preview({ ...wellies, audience: { ...audience, exceptOrderIds: all } }),
  ).toMatchObject({ mailed: 0, toRing: 0 })
})

test('an address of the popup is taken out by hand; the message keeps no address for that', async () => {
  for (const email of ['one.popup@example.test', 'two.popup@example.test'])
    await writeRow(app.db, 'subscriptions', { email, source: 'popup', subscribed_at: app.clock.now() })
  const audience: Audience = { to: 'everybody' }
  const offer = { kind: 'offers' as const, subject: 'Camp', text: 'Our camp is 20% off.' }
  const people = await manager.messages.people({ audience, kind: 'offers', words: 'popup' })
  expect(people.map(({ name, accountId }) => [name, accountId])).toEqual([
    ['one.popup@example.test', null],
    ['two.popup@example.test', null],
  ])
  const before = await manager.messages.preview({ ...offer, audience })
  const without = { ...audience, exceptSubscriptionIds: [people[0]?.subscriptionId ?? 0] }
  const after = await manager.messages.preview({ ...offer, audience: without })
  expect(after.mailed).toBe(before.mailed - 1)
  const { id } = await manager.messages.send({
    ...offer,
    audience: without,
    expected: { mailed: after.mailed, toRing: after.toRing },
  })
  await app.runJobs()
  expect(await mailsTo('one.popup@example.test')).toEqual([])
  expect(await mailsTo('two.popup@example.test')).toHaveLength(1)
  expect(JSON.stringify(await rowOf(app.db, 'office_messages', { id }))).not.toContain('popup@')
  // The front desk writes no offers, so it sees no such address.
  expect(await refusal(desk.messages.people({ audience, kind: 'offers', words: 'popup' }))).not.toBe('')
})

test('a guest without an email is counted as one to call, and one with a cancelled place gets no message', async () => {
  const { session, guest } = await makeGuestDate()
  await guest('Gwen Hart', 'gwen@example.test', '07700 900100')
  await guest('Gwen Again', 'GWEN@example.test', '07700 900101')
  await guest('Olive Ray', '', '07700 900102')
  const gone = await guest('Ned Gone', 'ned@example.test', '07700 900103')
  await changeRows(app.db, 'bookings', { id: gone.bookingId }, { status: 'cancelled' })
  const id = await send({ to: 'date', sessionId: session.id })
  await app.runJobs()
  expect(await mailsTo('ned@example.test')).toEqual([])
  expect((await mailsTo('gwen@example.test')).map(mail => mail.body_text)).toEqual([
    expect.stringMatching(/^Hi Gwen,/),
  ])
  const { items } = await desk.messages.recipients({ id, state: 'toRing' })
  expect(items).toMatchObject([{ name: 'Olive Ray', phone: '07700 900102', rungAt: null }])
  const [olive] = items
  await desk.messages.rung({ id, recipientId: olive?.id ?? 0, isRung: true })
  expect((await desk.messages.recipients({ id, state: 'toRing' })).items[0]?.rungAt).not.toBeNull()
  expect(
    await refusal(desk.messages.rung({ id: id + 1, recipientId: olive?.id ?? 0, isRung: true })),
  ).toMatch(/not there/)
})

test('offers reach only addresses that agreed, by the account or on the site, once each', async () => {
  const { families, audience } = await makeDate(3)
  const [agreed, declined, both] = families
  await agreed.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  await declined?.api.accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  await both?.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  for (const email of [both?.email ?? '', 'popup@example.test'])
    await app.visitor.enquiries.subscribe({ email })
  const offers = { kind: 'offers' as const, subject: '20% off', text: 'Our sale, {first name}' }
  const preview = await manager.messages.preview({ audience, ...offers })
  expect(preview).toMatchObject({ mailed: 2, withoutConsent: 1, toRing: 0 })
  await send(audience, offers)
  await send({ to: 'everybody' }, offers)
  await app.runJobs()
  expect(await mailsTo(declined?.email ?? '')).toEqual([])
  expect(await mailsTo('popup@example.test')).toHaveLength(1)
  expect(await mailsTo(both?.email ?? '')).toHaveLength(2)
  expect(await mailsTo(agreed.email)).toMatchObject([{ purpose: 'offers' }, { purpose: 'offers' }])
  expect(await refusal(desk.messages.preview({ audience, ...offers }))).toBe('Your role does not allow this')
  expect(await refusal(desk.messages.preview({ audience: { to: 'everybody' }, ...wellies }))).toBe(
    'Your role does not allow this',
  )
})

test('a preview says by which words a message is advertising and how many agreed, before anything is sent', async () => {
  const { families, audience } = await makeDate(3)
  const [agreed] = families
  await agreed.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  const camp = { audience, kind: 'service' as const, subject: 'Camp', text: 'Our camp is 20% off' }
  const advertising = { words: '20% off', offerMailed: 1 }
  expect(await manager.messages.preview(camp)).toMatchObject({ mailed: 3, advertising })
  expect(await desk.messages.preview(camp)).toMatchObject({ advertising: { ...advertising, offerMailed: 0 } })
  expect(await manager.messages.preview({ ...camp, kind: 'offers' })).toMatchObject({ advertising: null })
  expect(await manager.messages.preview({ ...camp, text: 'Bring wellies' })).toMatchObject({
    advertising: null,
  })
  const id = await send(audience, { kind: 'service', subject: 'Wellies', text: 'Bring wellies' })
  const sessionId = audience.to === 'date' ? audience.sessionId : 0
  expect(await manager.messages.get({ id })).toMatchObject({ kind: 'service', sessionId, offeringId: null })
})

test('an offer is not sent if consent is withdrawn between writing and sending', async () => {
  const { families, audience } = await makeDate(2)
  for (const { api } of families) await api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  const at = new Date(app.clock.now().getTime() + 60 * 60_000).toISOString()
  const id = await send(audience, { kind: 'offers', subject: 'Offer', text: 'Offer', sendAt: at })
  await app.runJobs()
  expect(await manager.messages.get({ id })).toMatchObject({ state: 'planned', waiting: 0 })
  await families[0].api.accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  app.clock.advance(61)
  await app.runJobs()
  expect(await manager.messages.get({ id })).toMatchObject({ state: 'sent', sent: 1, withoutConsent: 1 })
  expect(await mailsTo(families[0].email)).toEqual([])
  app.clock.advance(-61)
})

test('a service message that sounds like advertising is refused, unless the sender says that it is not advertising', async () => {
  const { audience } = await makeDate(1)
  await writeRow(app.db, 'discount_codes', {
    ...{ code: 'FROST10', percent: 10, kinds: ['class'] },
    ...{ starts_at: app.clock.now(), ends_at: new Date('2027-01-01T09:00:00Z') },
  })
  for (const text of ['A special offer for you', 'Half price now', '20 % off', 'Use frost10 next time']) {
    expect(await refusal(send(audience, { text }))).toMatch(/^Is this advertising\?/)
  }
  await send(audience, { text: 'We cannot offer parking', isNotAdvertising: true })
})

test('an incomplete message, an unknown name in it, and changed numbers of recipients are refused', async () => {
  const { session, audience } = await makeDate(1)
  expect(await refusal(send(audience, { subject: ' ' }))).toMatch(/^Please write a subject/)
  expect(await refusal(send(audience, { text: '' }))).toMatch(/^Please write your message/)
  expect(await refusal(send(audience, { text: 'Dear {surname}' }))).toMatch(
    /^\{surname\} cannot be filled in/,
  )
  expect(await refusal(send({ to: 'everybody' }, { text: 'On {day}' }))).toMatch(/^\{day\} cannot/)
  expect(await refusal(send({ to: 'date', sessionId: 999_999 }))).toMatch(/no longer there/)
  expect(await refusal(send({ to: 'date' }))).toMatch(/choose whom/)
  await book(session, await makeFamily(app))
  expect(await refusal(send(audience, { expected: { mailed: 1, toRing: 0 } }))).toMatch(
    /^Who gets it has changed/,
  )
  const past = new Date(app.clock.now().getTime() - 60_000).toISOString()
  expect(await refusal(send(audience, { sendAt: past }))).toMatch(/^This time is over/)
  const empty = await makeSession(app, await makeOffering(app, {}))
  expect(await refusal(send({ to: 'date', sessionId: empty.id }))).toMatch(/nobody/)
})

test('more than fifty families need a re-authentication', async () => {
  const audience = { to: 'everybody' as const }
  const message = { ...wellies, subject: 'Wellies', text: 'Hi {first name}' }
  const row = (nth: number) => ({
    email: `many-${nth}@example.test`,
    password_hash: '',
    created_at: app.clock.now(),
  })
  await app.db
    .insertInto('accounts')
    .values(Array.from({ length: 51 }, (_, nth) => row(nth)))
    .execute()
  const { token } = await makeStaff(app, { role: 'manager' })
  const office = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  app.clock.advance(11)
  expect((await office.messages.preview({ audience, ...message })).needsProof).toBe(true)
  expect(await refusal(send(audience, message, office))).toMatch(/^Please confirm/)
  app.clock.advance(-11)
  await send(audience, message, office)
})

test('a stopped message sends nothing more, and says how many had been sent', async () => {
  const { audience, families } = await makeDate(2)
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const id = await send(audience, { sendAt: at, subject: 'Not this one' })
  await desk.messages.stop({ id })
  app.clock.advance(2)
  await app.runJobs()
  expect(await mailsTo(families[0].email, 'Not this one')).toEqual([])
  expect(await desk.messages.get({ id })).toMatchObject({ state: 'stopped', stopped: { by: 'Ann Perry' } })
  const done = await send(audience)
  await app.runJobs()
  app.clock.advance(-2)
  expect(await refusal(desk.messages.stop({ id: 999_999 }))).toMatch(/not there/)
  expect((await desk.messages.list({})).items.slice(0, 2).map(one => one.id)).toEqual([done, id])
})

test('a test mail reaches the sender alone, filled in for the first recipient', async () => {
  const { audience, families } = await makeDate(1)
  const { token, email } = await makeStaff(app, { role: 'frontDesk', email: 'desk@example.test' })
  const office = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  expect(await office.messages.test({ audience, ...wellies })).toEqual({ email })
  await app.runJobs()
  expect(await mailsTo(email)).toMatchObject([{ subject: expect.stringMatching(/^Test: Wellies on/) }])
  expect(await mailsTo(families[0].email)).toEqual([])
})

test('the switch on the account page shows and ends both kinds of offers, and starts them again', async () => {
  const family = await makeFamily(app)
  const { accounts } = family.api
  const gets = async () => (await accounts.offers()).getsOffers
  expect(await gets()).toBe(false)
  await app.visitor.enquiries.subscribe({ email: family.email })
  expect(await gets()).toBe(true)
  await accounts.saveOffers({ wantsOffers: false })
  expect(await gets()).toBe(false)
  expect((await rowOf(app.db, 'subscriptions', { email: family.email })).unsubscribed_at).not.toBeNull()
  await accounts.saveOffers({ wantsOffers: true })
  expect(await gets()).toBe(true)
  // A “no” in the first steps after signing up ends a subscription as well.
  await app.visitor.enquiries.subscribe({ email: family.email })
  await accounts.saveOrigin({ wantsOffers: false, heardFrom: 'Other' })
  expect(await gets()).toBe(false)
  const answers = await rowsOf(app.db, 'consents', { account_id: family.accountId })
  expect(answers.map(({ is_given, source }) => [is_given, source])).toEqual([
    [false, 'account'],
    [true, 'account'],
    [false, 'onboarding'],
  ])
  expect(await refusal(app.visitor.accounts.saveOffers({ wantsOffers: true }))).toMatch(/log in/)
  expect(await refusal(app.visitor.accounts.offers())).toMatch(/log in/)
})

test('managers list the addresses of the site’s popup, and download them; the front desk may not', async () => {
  await app.visitor.enquiries.subscribe({ email: 'stays@example.test' })
  await app.visitor.enquiries.subscribe({ email: '=formula@example.test' }).catch(() => {})
  await app.visitor.enquiries.subscribe({ email: 'leaves@example.test' })
  await changeRows(
    app.db,
    'subscriptions',
    { email: 'leaves@example.test' },
    { unsubscribed_at: app.clock.now() },
  )
  const { items, total } = await manager.subscriptions.list({ limit: 200 })
  const listed = items.filter(({ email }) => /^(stays|leaves)@/.test(email))
  expect(listed.map(({ email, endedAt }) => [email, endedAt !== null])).toEqual([
    ['leaves@example.test', true],
    ['stays@example.test', false],
  ])
  expect(total).toBe(items.length)
  const first = await manager.subscriptions.list({ limit: 1 })
  const second = await manager.subscriptions.list({ limit: 1, after: first.next ?? '' })
  expect([...first.items, ...second.items]).toEqual(items.slice(0, 2))
  const { text } = await manager.subscriptions.export({})
  expect(text).toMatch(/^\ufeffemail,source,subscribed,ended\r\n/)
  expect(text).toMatch(/stays@example\.test,site,[\d :-]+,\r\n/)
  expect(await refusal(desk.subscriptions.list({}))).toBe('Your role does not allow this')
  expect(await refusal(desk.subscriptions.export({}))).toBe('Your role does not allow this')
})

test('one press unsubscribes an address from both kinds of offers, without signing in', async () => {
  const { families, audience } = await makeDate(1)
  const [family] = families
  await family.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  await app.visitor.enquiries.subscribe({ email: family.email })
  await send(audience, { kind: 'offers', subject: 'Offer', text: 'Offer' })
  await app.runJobs()
  const [mail] = await mailsTo(family.email, 'Offer')
  const link = new URL(mail?.unsubscribe_address ?? '')
  expect(mail?.body_text).toContain(`Unsubscribe: ${link}`)
  const press = (method: 'GET' | 'POST', url: string, headers = {}, payload = '') =>
    app.http.inject({ method, url, headers, ...(payload && { payload }) })
  const opened = await press('GET', link.pathname)
  expect(opened.body).toContain('<button>Unsubscribe</button>')
  expect((await rowOf(app.db, 'accounts', { id: family.accountId })).wants_offers).toBe(true)
  expect((await press('POST', `${link.pathname}x`)).statusCode).toBe(404)
  expect((await press('POST', link.pathname.replace(/\d+/, '1000000'))).statusCode).toBe(404)
  const boundary = 'multipart/form-data; boundary=x'
  const oneClick =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const pressed = await press('POST', link.pathname, { 'content-type': boundary }, oneClick)
  expect(pressed.statusCode).toBe(200)
  expect(pressed.body).toContain('You get no more offers')
  const again = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await press('POST', link.pathname, again, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect((await rowOf(app.db, 'accounts', { id: family.accountId })).wants_offers).toBe(false)
  const subscription = await rowOf(app.db, 'subscriptions', { email: family.email })
  expect(subscription.unsubscribed_at).not.toBeNull()
  const consents = await rowsOf(app.db, 'consents', { account_id: family.accountId })
  expect(consents.map(consent => consent.is_given)).toEqual([true, false])
  const offers = { kind: 'offers' as const, subject: 'Offer', text: 'Offer' }
  expect(await manager.messages.preview({ audience, ...offers })).toMatchObject({
    mailed: 0,
    withoutConsent: 1,
  })
})
