import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

type Given = Record<string, unknown>
const feedback = (given: Given, { enquiries }: Api = app.visitor) =>
  enquiries.sendFeedback({ content: '', contact: '', name: '', title: '', ...given })
const written = () => rowsOf(app.db, 'enquiries')
const subscribers = (email: string) => rowsOf(app.db, 'subscriptions', { email })

test.each([
  ['nothing in it', {}, sentences.contentRequired],
  ['no content', { content: '  ', contact: 'ana@example.test' }, sentences.contentRequired],
  ['no way to answer', { content: 'Hello' }, sentences.answerRequired],
  ['a blank contact', { content: 'Hello', name: 'Ana', contact: ' ' }, sentences.answerRequired],
  ['half an address', { content: 'Hello', contact: 'ana@' }, sentences.answerRequired],
  ['two addresses', { content: 'Hello', contact: 'a@example.test,b@c' }, sentences.answerRequired],
  ['a list for content', { content: ['Hello'], contact: '07700' }, 'The value of content is not valid'],
  ['a long content', { content: 'x'.repeat(5_001), contact: '07700' }, 'The value of content is too long'],
])('feedback with %s is refused', async (_what, given, sentence) => {
  expect(await refusal(feedback(given))).toBe(sentence)
  expect(await written()).toEqual([])
})

test('a visitor leaves a message, with or without a title', async () => {
  const answer = await feedback({
    content: 'Do you have <b>parking</b>?',
    contact: 'Ana@example.test',
    name: 'Ana',
  })
  expect(answer).toBeNull()
  await feedback({ content: 'Call me', contact: '07700 900001', title: 'Parties' })
  expect(await written()).toMatchObject([
    {
      kind: 'feedback',
      account_id: null,
      name: 'Ana',
      // Lower-cased, as accounts store it: an account that closes takes its enquiries along by this address.
      email: 'ana@example.test',
      phone: '',
      title: '',
      content: 'Do you have <b>parking</b>?',
    },
    { email: '', phone: '07700 900001', title: 'Parties', account_id: null },
  ])
})

test('a parent can be answered without leaving an address; a stale token counts as a visitor', async () => {
  const { api, accountId } = await makeAccount(app)
  await feedback({ content: 'From a parent' }, api)
  expect(await refusal(feedback({ content: 'Mistyped', contact: 'ana@' }, api))).toBe(sentences.emailRequired)
  await feedback({ content: 'Stale', contact: 'ana@example.test' }, app.apiOf({ token: 'stale' }))
  expect((await written()).slice(-2)).toMatchObject([{ account_id: accountId }, { account_id: null }])
})

test('one network can leave ten messages an hour', async () => {
  const message = { content: 'Again', contact: 'ana@example.test' }
  const [first, other] = [app.apiOf({ ip: '192.0.2.1' }), app.apiOf({ ip: '192.0.2.2' })]
  for (let sent = 0; sent < 10; sent++) await feedback(message, first)
  expect(await refusal(feedback(message, first))).toBe(sentences.tooManyTries)
  await feedback(message, other)
})

const enquiryCalls = [
  ['sendPartyEnquiry', 'party', 'Party enquiry from Ana'],
  ['sendBespokeEnquiry', 'bespoke', 'Private class enquiry from Ana'],
] as const
const mails = () => rowsOf(app.db, 'mails')
const question = {
  content: 'A jungle, please',
  name: 'Ana',
  email: 'Ana@example.test',
  phone: '07700 900001',
}

async function setContactEmail(value: string): Promise<void> {
  await app.db.deleteFrom('settings').where('key', '=', 'contactEmail').execute()
  await writeRow(app.db, 'settings', { area: 'site', key: 'contactEmail', value, format: 'text' })
}

describe.each(enquiryCalls)('%s', (name, kind, subject) => {
  const ask = (given: Given, { enquiries }: Api = app.visitor) =>
    enquiries[name]({ content: '', phone: '', email: '', name: '', ...given })

  test.each([
    ['nothing in it', {}, sentences.contentRequired],
    ['blank content', { ...question, content: ' \n ' }, sentences.contentRequired],
    ['no way to answer', { content: 'Hello', name: 'Ana' }, sentences.answerRequired],
    ['half an address', { content: 'Hello', email: 'ana@' }, sentences.answerRequired],
    ['half an address beside a number', { ...question, email: 'ana@example' }, sentences.emailRequired],
    ['two addresses', { ...question, email: 'a@example.test, b@example.test' }, sentences.emailRequired],
    ['an object for a name', { ...question, name: { a: 1 } }, 'The value of name is not valid'],
    ['a long content', { ...question, content: 'x'.repeat(5_001) }, 'The value of content is too long'],
    ['a long name', { ...question, name: 'x'.repeat(101) }, 'The value of name is too long'],
  ])('an enquiry with %s is refused, and nothing is kept or mailed', async (_what, given, sentence) => {
    const before = [await written(), await mails()]
    expect(await refusal(ask(given))).toBe(sentence)
    expect([await written(), await mails()]).toEqual(before)
  })

  // Proves BESP-09, PARTY-10.
  test('an enquiry of a visitor is stored, and mailed to the business once', async () => {
    await setContactEmail('office@example.test')
    const before = (await mails()).length
    expect(await ask(question)).toBeNull()
    expect((await written()).at(-1)).toMatchObject({
      kind,
      account_id: null,
      name: 'Ana',
      email: 'ana@example.test',
      phone: '07700 900001',
      content: 'A jungle, please',
    })
    await app.runJobs()
    const sent = (await mails()).slice(before)
    expect(sent).toMatchObject([{ to_email: 'office@example.test', subject, purpose: 'enquiry' }])
    for (const part of ['A jungle, please', 'ana@example.test', '07700 900001']) {
      expect(sent[0]?.body_text).toContain(part)
    }
  })

  test('a phone number alone is enough for an answer, and so is a signed-in account', async () => {
    await setContactEmail('office@example.test')
    const { api, accountId, email } = await makeAccount(app)
    await ask({ content: 'Call me', phone: '07700 900001' })
    await ask({ content: 'From a parent' }, api)
    expect((await written()).slice(-2)).toMatchObject([{ account_id: null }, { account_id: accountId }])
    expect((await mails()).at(-1)?.body_text).toContain(email)
    const stale = ask({ content: 'Stale' }, app.apiOf({ token: 'stale' }))
    expect(await refusal(stale)).toBe(sentences.answerRequired)
  })

  test('a name cannot add mail headers', async () => {
    await setContactEmail('office@example.test')
    await ask({ ...question, name: 'Ana\r\nBcc: everybody@example.test' })
    expect((await mails()).at(-1)?.subject).not.toMatch(/[\r\n]/)
  })

  test('a business without an address still stores its enquiries', async () => {
    await setContactEmail('')
    const before = [(await written()).length, (await mails()).length]
    await ask(question)
    expect([(await written()).length, (await mails()).length]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('one network can send ten enquiries an hour', async () => {
    const [first, other] = [app.apiOf({ ip: '192.0.2.9' }), app.apiOf({ ip: '192.0.2.10' })]
    for (let sent = 0; sent < 10; sent++) await ask(question, first)
    const before = (await written()).length
    expect(await refusal(ask(question, first))).toBe(sentences.tooManyTries)
    expect(await written()).toHaveLength(before)
    await ask(question, other)
  })
})

test.each(['', 'somewhere', 'a@b', 'ana@example.test, bob@example.test'])(
  '%j is not subscribed',
  async email => {
    expect(await refusal(app.visitor.enquiries.subscribe({ email }))).toBe(sentences.emailRequired)
    expect(await subscribers(email)).toEqual([])
  },
)

test('an address is subscribed once, and again after unsubscribing', async () => {
  const email = 'deals@example.test'
  const { subscribe } = app.visitor.enquiries
  expect(await subscribe({ email: 'Deals@Example.test' })).toBeNull()
  const first = await subscribers(email)
  app.clock.advance(5)
  await subscribe({ email })
  expect(await subscribers(email)).toEqual(first)
  await changeRows(app.db, 'subscriptions', { email }, { unsubscribed_at: app.clock.now() })
  await subscribe({ email })
  expect(await subscribers(email)).toMatchObject([{ unsubscribed_at: null, subscribed_at: app.clock.now() }])
})

test('one network can subscribe ten addresses an hour', async () => {
  const { subscribe } = app.apiOf({ ip: '192.0.2.3' }).enquiries
  for (let sent = 0; sent < 10; sent++) await subscribe({ email: `deals-${sent}@example.test` })
  expect(await refusal(subscribe({ email: 'deals-10@example.test' }))).toBe(sentences.tooManyTries)
})
