import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('enquiries are listed by state, the longest waiting first, and are answered once', async () => {
  const write = (name: string) =>
    app.visitor.enquiries.sendFeedback({
      name,
      contact: `${name}@example.test`,
      title: '',
      content: `I am ${name}`,
    })
  app.clock.set('2026-11-20T09:00:00Z') // a Friday
  await write('early')
  app.clock.set('2026-11-23T09:00:00Z')
  await write('late')
  app.clock.set('2026-11-24T09:00:00Z')
  const desk = await app.office('frontDesk')
  const list = await desk.enquiries.list({ state: 'waiting' })
  expect(list.items.map(({ name, waitedDays }) => [name, waitedDays])).toEqual([
    ['early', 2],
    ['late', 1],
  ])
  const [first] = list.items
  if (!first) throw new Error('nothing came')
  const { id } = first
  const { version } = await desk.enquiries.setState({ id, version: first.version, state: 'open' })
  expect((await desk.enquiries.list({ state: 'waiting' })).items).toHaveLength(2)
  expect((await desk.enquiries.list({ state: 'new' })).items).toHaveLength(1)
  const isAnsweredElsewhere = true
  // An enquiry is done only if somebody has answered it.
  const bare = desk.enquiries.setState({ id, version, state: 'done' })
  expect(await refusal(bare)).toBe(enquirySentences.notAnswered)
  const saved = await desk.enquiries.setState({ id, version, state: 'done', isAnsweredElsewhere })
  expect(await desk.enquiries.get({ id })).toMatchObject({
    state: 'done',
    answeredBy: 'Ann Perry',
    isAnsweredElsewhere,
    waitedDays: 0,
  })
  expect((await desk.enquiries.list({ state: 'new' })).items).toHaveLength(1)
  const again = desk.enquiries.setState({ id, version, state: 'spam' })
  expect(await refusal(again)).toContain('Ann Perry changed this at 09:00')
  await desk.enquiries.setState({ id, version: saved.version, state: 'new' })
  expect(await desk.enquiries.get({ id })).toMatchObject({ state: 'new', answeredAt: null, answeredBy: '' })
  expect((await desk.enquiries.list({})).items.map(({ name }) => name)).toEqual(['late', 'early'])
  const logged = await rowsOf(app.db, 'staff_actions', { action: 'enquiry.state' })
  expect(logged.map(({ facts }) => facts)).toEqual([
    { state: 'open' },
    { state: 'done', isAnsweredElsewhere },
    { state: 'new' },
  ])
  expect(await refusal((await app.office('teacher')).enquiries.list({}))).toBe(
    'Your role does not allow this',
  )
})

test('enquiries are sorted by time or name, across pages', async () => {
  const desk = await app.office('frontDesk')
  const firstOf = async (sort: 'from' | '-from' | 'came' | '-came') => {
    const first = await desk.enquiries.list({ sort, limit: 1 })
    const second = await desk.enquiries.list({ sort, limit: 1, after: first.next ?? '' })
    return [...first.items, ...second.items].map(({ name }) => name)
  }
  expect(await firstOf('from')).toEqual(['early', 'late'])
  expect(await firstOf('-from')).toEqual(['late', 'early'])
  expect(await firstOf('came')).toEqual(['early', 'late'])
  expect(await firstOf('-came')).toEqual(['late', 'early'])
})

test('Undo restores who answered and when; answering a reopened enquiry sets both again', async () => {
  const ann = await app.office('frontDesk')
  const { staffId, token } = await makeStaff(app, { role: 'frontDesk', fullName: 'Bo Lane' })
  const bo = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  await app.visitor.enquiries.sendFeedback({ name: 'Cy', contact: '07700', title: '', content: 'Hello' })
  const [asked] = (await ann.enquiries.list({ state: 'new' })).items.filter(({ name }) => name === 'Cy')
  if (!asked) throw new Error('nothing came')
  const { id } = asked
  const told = async () => {
    const { state, answeredAt, answeredBy } = await bo.enquiries.get({ id })
    return [state, answeredAt, answeredBy]
  }
  app.clock.advance(1)
  const then = app.clock.now().toISOString()
  const isAnsweredElsewhere = true
  const by = { version: asked.version, isAnsweredElsewhere }
  const answered = await ann.enquiries.setState({ id, state: 'done', ...by })
  app.clock.advance(2)
  const opened = await bo.enquiries.setState({ id, version: answered.version, state: 'open' })
  expect(await told()).toEqual(['open', null, ''])
  const undone = await bo.enquiries.setState({ id, version: opened.version, state: 'done', isUndo: true })
  expect(await told()).toEqual(['done', then, 'Ann Perry'])

  const again = await bo.enquiries.setState({ id, version: undone.version, state: 'open' })
  await bo.enquiries.setState({ id, version: again.version, state: 'done', isAnsweredElsewhere })
  expect(await told()).toEqual(['done', app.clock.now().toISOString(), 'Bo Lane'])
  expect(await rowOf(app.db, 'enquiries', { id })).toMatchObject({ answered_by: staffId })
})

/** Signs in a colleague with this name. */
async function signIn(fullName: string) {
  const { token, staffId } = await makeStaff(app, { role: 'frontDesk', fullName })
  return { api: makeOfficeApi((path, body) => app.officeCall(path, body, { token })), staffId }
}

async function ask(name: string, contact = `${name.toLowerCase()}@example.test`): Promise<number> {
  await app.visitor.enquiries.sendFeedback({ name, contact, title: '', content: `I am ${name}.\n\nA party?` })
  const { id } = await rowOf(app.db, 'enquiries', { name })
  return id
}

async function setContactEmail(value: string): Promise<void> {
  await app.db.deleteFrom('settings').where('key', '=', 'contactEmail').execute()
  await writeRow(app.db, 'settings', { area: 'site', key: 'contactEmail', value, format: 'text' })
}

const later = { next: 'waitingForThem' as const }

test('an answer is mailed, shown in the thread, and threaded below the earlier mails', async () => {
  await setContactEmail('hello@example.test')
  const id = await ask('Dee')
  const { api: ann, staffId } = await signIn('Ann Perry')
  const text = 'Of course.\n\nWhich day would suit you?'
  await ann.enquiries.reply({ id, text, lastReplyId: null, ...later })
  const opened = await ann.enquiries.get({ id })
  expect(opened).toMatchObject({ state: 'waitingForThem', replies: 1, waitedDays: 0 })
  expect(opened.thread).toMatchObject([{ kind: 'reply', by: 'Ann Perry', body: text, mail: 'waiting' }])
  const notice = await rowOf(app.db, 'mails', { once_key: `enquiry-${id}` })
  const first = await rowOf(app.db, 'mails', { to_email: 'dee@example.test' })
  expect(first).toMatchObject({
    ...{
      subject: 'Re: Your message',
      purpose: 'enquiry',
      reply_to: 'hello@example.test',
      follows: String(notice.id),
    },
  })
  expect(first.body_text).toBe(
    `${text}\n\nOn Tuesday 24 November 2026 you wrote:\n> I am Dee.\n>\n> A party?`,
  )
  const lastReplyId = opened.thread[0]?.id ?? null
  await ann.enquiries.reply({ id, text: 'Saturday it is', lastReplyId, next: 'done' })
  const [, second] = await rowsOf(app.db, 'mails', { to_email: 'dee@example.test' })
  expect(second?.follows).toBe(`${notice.id} ${first.id}`)
  expect(await ann.enquiries.get({ id })).toMatchObject({
    state: 'done',
    answeredBy: 'Ann Perry',
    replies: 2,
  })
  expect(await rowsOf(app.db, 'staff_actions', { action: 'enquiry.reply', subject_id: id })).toMatchObject([
    { staff_id: staffId, facts: { next: 'waitingForThem' } },
    { facts: { next: 'done' } },
  ])
  // The state of each mail is shown, and 'sent' once its row is deleted.
  await changeRows(app.db, 'mails', { id: first.id }, { sent_at: app.clock.now() })
  await changeRows(app.db, 'mails', { id: second?.id ?? 0 }, { refused_at: app.clock.now(), refusal: '550' })
  expect((await ann.enquiries.get({ id })).thread.map(({ mail }) => mail)).toEqual(['sent', 'refused'])
  await app.db.deleteFrom('mails').where('to_email', '=', 'dee@example.test').execute()
  expect((await ann.enquiries.get({ id })).thread.map(({ mail }) => mail)).toEqual(['sent', 'sent'])
})

test('the second of two who answer at once is shown the first answer before anything is sent', async () => {
  const id = await ask('Eve')
  const { api: ann } = await signIn('Ann Perry')
  const { api: bo } = await signIn('Bo Lane')
  const requestId = crypto.randomUUID()
  const answer = { id, text: 'Yes, gladly', lastReplyId: null, ...later, requestId }
  await ann.enquiries.reply(answer)
  const error = await bo.enquiries
    .reply({ id, text: 'No, sorry', lastReplyId: null, ...later })
    .catch(one => one)
  expect(error).toBeInstanceOf(OfficeRefusal)
  expect(error).toMatchObject({ officeCode: 409, facts: { by: 'Ann Perry' } })
  expect(error.facts.current.thread).toMatchObject([{ by: 'Ann Perry', body: 'Yes, gladly' }])
  expect(await rowsOf(app.db, 'mails', { to_email: 'eve@example.test' })).toHaveLength(1)
  // The same submission again is answered as the first time, and a note of a colleague is no answer.
  await ann.enquiries.reply(answer)
  await ann.enquiries.note({ id, text: 'Her son is allergic to nuts' })
  const lastReplyId = (await bo.enquiries.get({ id })).thread[0]?.id ?? null
  await bo.enquiries.reply({ id, text: 'And we have a room', lastReplyId, ...later })
  expect((await bo.enquiries.get({ id })).thread.map(({ kind, by }) => [kind, by])).toEqual([
    ['reply', 'Ann Perry'],
    ['note', 'Ann Perry'],
    ['reply', 'Bo Lane'],
  ])
})

test('ten colleagues who press Send together send one answer', async () => {
  const id = await ask('Flo')
  const colleagues = await Promise.all(Array.from({ length: 10 }, (_, at) => signIn(`Colleague ${at}`)))
  const told = await Promise.all(
    colleagues.map(({ api }) =>
      refusal(api.enquiries.reply({ id, text: 'Yes', lastReplyId: null, ...later })),
    ),
  )
  expect(told.filter(sentence => sentence === undefined)).toHaveLength(1)
  expect(told.filter(sentence => / changed this at /.test(sentence ?? ''))).toHaveLength(9)
  expect(await rowsOf(app.db, 'mails', { to_email: 'flo@example.test' })).toHaveLength(1)
})

test('an answer needs a text, an email address, and an enquiry that exists', async () => {
  const { api } = await signIn('Ann Perry')
  const id = await ask('Gil', '07700 900001')
  const answer = { id, text: 'Yes', lastReplyId: null, ...later }
  expect(await refusal(api.enquiries.reply({ ...answer, text: ' \n ' }))).toBe(
    enquirySentences.answerRequired,
  )
  expect(await refusal(api.enquiries.reply(answer))).toBe(enquirySentences.noAddress)
  expect(await refusal(api.enquiries.reply({ ...answer, id: 999_999 }))).toBe(officeSentences.notFound)
  expect(await refusal(api.enquiries.note({ id, text: '' }))).toBe(enquirySentences.noteRequired)
  expect(await refusal(api.enquiries.note({ id: 999_999, text: 'Hm' }))).toBe(officeSentences.notFound)
  expect((await api.enquiries.get({ id })).thread).toEqual([])
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.enquiries.reply(answer))).toBe(officeSentences.notYours)
})

test('an enquiry is given to a colleague who may answer it, and to nobody else', async () => {
  const id = await ask('Hal')
  const { api, staffId } = await signIn('Ann Perry')
  const teacher = await makeStaff(app, { role: 'teacher', fullName: 'Tess Moss' })
  const gone = await makeStaff(app, { role: 'frontDesk', fullName: 'Gone' })
  await changeRows(app.db, 'staff', { id: gone.staffId }, { status: 'suspended' })
  expect((await api.enquiries.colleagues({})).map(({ id }) => id)).not.toContain(teacher.staffId)
  const { version } = await api.enquiries.get({ id })
  for (const other of [teacher.staffId, gone.staffId, 999_999]) {
    const given = api.enquiries.assign({ id, version, staffId: other })
    expect(await refusal(given)).toBe(enquirySentences.noColleague)
  }
  const saved = await api.enquiries.assign({ id, version, staffId })
  expect(await api.enquiries.get({ id })).toMatchObject({ assignedTo: staffId, assignee: 'Ann Perry' })
  expect(await refusal(api.enquiries.assign({ id, version, staffId: null }))).toContain('changed this at')
  await api.enquiries.assign({ id, version: saved.version, staffId: null })
  expect(await api.enquiries.get({ id })).toMatchObject({ assignedTo: null, assignee: '' })
  expect(await refusal(api.enquiries.assign({ id: 999_999, version: 1, staffId }))).toBe(
    officeSentences.notFound,
  )
})

test('an answered enquiry waits for the customer, and can be opened or done by hand', async () => {
  const id = await ask('Ivy')
  const { api } = await signIn('Ann Perry')
  const waiting = async () =>
    (await api.enquiries.list({ state: 'waiting', limit: 200 })).items.map(one => one.id)
  expect(await waiting()).toContain(id)
  await api.enquiries.reply({ id, text: 'Which day?', lastReplyId: null, ...later })
  expect(await waiting()).not.toContain(id)
  expect((await api.enquiries.list({ state: 'waitingForThem' })).items.map(one => one.id)).toContain(id)
  const { version } = await api.enquiries.get({ id })
  await api.enquiries.setState({ id, version, state: 'open' })
  expect(await waiting()).toContain(id)
  const read = await api.enquiries.get({ id })
  await api.enquiries.setState({ id, version: read.version, state: 'done' })
  expect(await api.enquiries.get({ id })).toMatchObject({ state: 'done', isAnsweredElsewhere: false })
})

test('answers and notes are erased with the account, also those of its address', async () => {
  const { api: desk } = await signIn('Ann Perry')
  const { api, accountId, email } = await makeAccount(app)
  await api.enquiries.sendFeedback({ name: '', contact: '', title: 'Swings', content: 'Are there any?' })
  const { id } = await rowOf(app.db, 'enquiries', { account_id: accountId })
  await desk.enquiries.reply({ id, text: 'Two of them', lastReplyId: null, ...later })
  await desk.enquiries.note({ id, text: 'Wants swings' })
  const before = await ask('Jo', email)
  await desk.enquiries.note({ id: before, text: 'The same person' })
  const { json } = await api.ownData.download()
  expect(JSON.parse(json).enquiryAnswers).toMatchObject([{ body: 'Two of them' }, { body: 'Wants swings' }])
  await api.ownData.closeAccount({ password: 'Password1', giveUpBookings: false })
  const left = await rowsOf(app.db, 'enquiry_entries')
  expect(left.filter(({ enquiry_id }) => enquiry_id === id || enquiry_id === before)).toEqual([])
})
