import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const feedback = (given: object, token?: string) => app.call('common/feedback', given, token)
const written = () => app.db.selectFrom('enquiries').selectAll().orderBy('id').execute()
const subscribers = (email: string) =>
  app.db.selectFrom('subscriptions').selectAll().where('email', '=', email).execute()
const from = (ip: string, path: string, body: object) =>
  app.http
    .inject({ method: 'POST', url: `/api/${path}`, remoteAddress: ip, payload: JSON.stringify(body) })
    .then(response => response.json<{ code: number; msg: string }>())

test.each([
  ['nothing in it', {}, sentences.contentRequired],
  ['no content', { content: '  ', contact: 'ana@example.test' }, sentences.contentRequired],
  ['no way to answer', { content: 'Hello' }, sentences.answerRequired],
  ['a blank contact', { content: 'Hello', name: 'Ana', contact: ' ' }, sentences.answerRequired],
  ['a list for content', { content: ['Hello'], contact: '07700' }, 'The value of content is not valid'],
  ['a long content', { content: 'x'.repeat(5_001), contact: '07700' }, 'The value of content is too long'],
])('feedback with %s is refused', async (_what, given, sentence) => {
  expect(await feedback(given)).toMatchObject({ status: 200, code: 0, msg: sentence })
  expect(await written()).toEqual([])
})

test('a visitor leaves a message, with or without a title', async () => {
  const answer = await feedback({
    content: 'Do you have <b>parking</b>?',
    contact: 'Ana@example.test',
    name: 'Ana',
  })
  expect(answer).toMatchObject({ code: 1, data: null })
  await feedback({ content: 'Call me', contact: '07700 900001', title: 'Parties', account_id: 1 })
  expect(await written()).toMatchObject([
    {
      kind: 'feedback',
      account_id: null,
      name: 'Ana',
      email: 'Ana@example.test',
      phone: '',
      title: '',
      content: 'Do you have <b>parking</b>?',
    },
    { email: '', phone: '07700 900001', title: 'Parties', account_id: null },
  ])
})

test('a parent can be answered without leaving an address; a stale token makes a visitor', async () => {
  const { token, accountId } = await makeAccount(app)
  expect((await feedback({ content: 'From a parent' }, token)).code).toBe(1)
  expect((await feedback({ content: 'Stale', contact: 'ana@example.test' }, 'stale')).code).toBe(1)
  expect((await written()).slice(-2)).toMatchObject([{ account_id: accountId }, { account_id: null }])
})

test('one place leaves ten messages an hour', async () => {
  const message = { content: 'Again', contact: 'ana@example.test' }
  for (let sent = 0; sent < 10; sent++) {
    expect((await from('192.0.2.1', 'common/feedback', message)).code).toBe(1)
  }
  expect(await from('192.0.2.1', 'common/feedback', message)).toMatchObject({
    code: 0,
    msg: sentences.tooManyTries,
  })
  expect((await from('192.0.2.2', 'common/feedback', message)).code).toBe(1)
})

const enquiryCalls = [
  ['common/party', 'party', 'Party enquiry from Ana'],
  ['Bespoke_Class/bespokeClass', 'bespoke', 'Private class enquiry from Ana'],
] as const
const mails = () => app.db.selectFrom('mails').selectAll().orderBy('id').execute()
const question = {
  content: 'A jungle, please',
  name: 'Ana',
  email: 'Ana@example.test',
  contact: '07700 900001',
}

async function setContactEmail(value: string): Promise<void> {
  await app.db.deleteFrom('settings').where('key', '=', 'contactEmail').execute()
  await app.db
    .insertInto('settings')
    .values({ area: 'site', key: 'contactEmail', value, format: 'text' })
    .execute()
}

describe.each(enquiryCalls)('%s', (path, kind, subject) => {
  test.each([
    ['nothing in it', {}, sentences.contentRequired],
    ['blank content', { ...question, content: ' \n ' }, sentences.contentRequired],
    ['no way to answer', { content: 'Hello', name: 'Ana' }, sentences.answerRequired],
    ['half an address', { content: 'Hello', email: 'ana@' }, sentences.answerRequired],
    ['an object for a name', { ...question, name: { a: 1 } }, 'The value of name is not valid'],
    ['a long content', { ...question, content: 'x'.repeat(5_001) }, 'The value of content is too long'],
    ['a long name', { ...question, name: 'x'.repeat(101) }, 'The value of name is too long'],
  ])('an enquiry with %s is refused, and nothing is kept or mailed', async (_what, given, sentence) => {
    const before = [await written(), await mails()]
    expect(await app.call(path, given)).toMatchObject({ status: 200, code: 0, msg: sentence, data: null })
    expect([await written(), await mails()]).toEqual(before)
  })

  test('a visitor asks: it is kept, and mailed to the business once', async () => {
    await setContactEmail('office@example.test')
    const before = (await mails()).length
    expect(await app.call(path, { ...question, account_id: 1 })).toMatchObject({ code: 1, data: null })
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

  test('a number alone is a way to answer, and so is the account of a good token', async () => {
    await setContactEmail('office@example.test')
    const { token, accountId, email } = await makeAccount(app)
    expect((await app.call(path, { content: 'Call me', contact: '07700 900001' })).code).toBe(1)
    expect((await app.call(path, { content: 'From a parent' }, token)).code).toBe(1)
    expect((await written()).slice(-2)).toMatchObject([{ account_id: null }, { account_id: accountId }])
    expect((await mails()).at(-1)?.body_text).toContain(email)
    expect(await app.call(path, { content: 'Stale' }, 'stale')).toMatchObject({
      code: 0,
      msg: sentences.answerRequired,
    })
  })

  test('a name cannot put lines into the head of the mail', async () => {
    await setContactEmail('office@example.test')
    await app.call(path, { ...question, name: 'Ana\r\nBcc: everybody@example.test' })
    expect((await mails()).at(-1)?.subject).not.toMatch(/[\r\n]/)
  })

  test('a business without an address keeps its enquiries all the same', async () => {
    await setContactEmail('')
    const before = [(await written()).length, (await mails()).length]
    expect((await app.call(path, question)).code).toBe(1)
    expect([(await written()).length, (await mails()).length]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('one place asks ten times an hour', async () => {
    for (let sent = 0; sent < 10; sent++) expect((await from('192.0.2.9', path, question)).code).toBe(1)
    const before = (await written()).length
    expect(await from('192.0.2.9', path, question)).toMatchObject({ code: 0, msg: sentences.tooManyTries })
    expect(await written()).toHaveLength(before)
    expect((await from('192.0.2.10', path, question)).code).toBe(1)
  })
})

test.each(['', 'somewhere', 'a@b', 'ana@example.test, bob@example.test'])(
  '%j is not subscribed',
  async email => {
    expect(await app.call('common/email', { email })).toMatchObject({ code: 0, msg: sentences.emailRequired })
    expect(await subscribers(email)).toEqual([])
  },
)

test('an address is subscribed once, and again after it left', async () => {
  const email = 'deals@example.test'
  expect(await app.call('common/email', { email: 'Deals@Example.test' })).toMatchObject({
    code: 1,
    data: null,
  })
  const first = await subscribers(email)
  app.clock.advance(5)
  expect((await app.call('common/email', { email })).code).toBe(1)
  expect(await subscribers(email)).toEqual(first)
  await app.db
    .updateTable('subscriptions')
    .set({ unsubscribed_at: app.clock.now() })
    .where('email', '=', email)
    .execute()
  expect((await app.call('common/email', { email })).code).toBe(1)
  expect(await subscribers(email)).toMatchObject([{ unsubscribed_at: null, subscribed_at: app.clock.now() }])
})

test('one place subscribes ten addresses an hour', async () => {
  for (let sent = 0; sent < 10; sent++) {
    expect((await from('192.0.2.3', 'common/email', { email: `deals-${sent}@example.test` })).code).toBe(1)
  }
  expect((await from('192.0.2.3', 'common/email', { email: 'deals-10@example.test' })).msg).toBe(
    sentences.tooManyTries,
  )
})
