import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamilies } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** Makes a date with two families, and its teacher. */
async function makeDate(date = '2026-11-24') {
  const session = await makeSession(app, await makeOffering(app, {}), { date, startTime: '10:00' })
  const families = await makeFamilies(app, 2)
  for (const { accountId, childId } of families) await makeBooking(app, session.id, { accountId, childId })
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  await writeRow(app.db, 'session_teachers', { session_id: session.id, staff_id: staffId })
  const teacher = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  return { session, families, teacher, staffId }
}
const subjectsTo = async (email: string) =>
  (await rowsOf(app.db, 'mails', { to_email: email, purpose: 'message' })).map(({ subject }) => subject)

test('a teacher tells the families of their own date what to bring, and the log says so', async () => {
  const { session, families, teacher, staffId } = await makeDate()
  const sent = await teacher.messages.sendFixed({ sessionId: session.id, message: 'bring', word: 'wellies' })
  expect(sent).toMatchObject({ mailed: 2, toRing: 0 })
  await app.runJobs()
  for (const { email } of families) expect(await subjectsTo(email)).toEqual(['Please bring wellies'])
  const [mail] = await rowsOf(app.db, 'mails', { to_email: families[0].email, purpose: 'message' })
  expect(mail?.body_text).toMatch(/please bring wellies for \w+ to Type \d+ on Tuesday 24 November 2026/)
  const action = await rowOf(app.db, 'staff_actions', { action: 'message.send', subject_id: sent.id })
  expect(action).toMatchObject({
    staff_id: staffId,
    facts: { fixed: 'bring', session: session.id, mailed: 2 },
  })
  const [notice] = await families[0].api.notifications.list()
  expect(notice?.title).toBe('Please bring wellies')
})

test('a teacher writes only to a date of their own, near its day, and only in the fixed words', async () => {
  const { session, teacher } = await makeDate()
  const other = await makeDate()
  const later = await makeDate('2026-12-15')
  const before = await rowsOf(app.db, 'office_messages')
  const late = { message: 'late' as const, word: '10' }
  const send = (given: object) =>
    refusal(teacher.messages.sendFixed({ sessionId: session.id, ...late, ...given }))
  expect(await send({ sessionId: other.session.id })).not.toBe('')
  expect(await refusal(later.teacher.messages.sendFixed({ sessionId: later.session.id, ...late }))).toMatch(
    /^Opens /,
  )
  const audience = { to: 'date' as const, sessionId: session.id }
  const free = { kind: 'service' as const, subject: 'Hello', text: 'Hello', audience }
  expect(await refusal(teacher.messages.preview(free))).toBe('Your role does not allow this')
  expect(await refusal(teacher.messages.send({ ...free, expected: { mailed: 2, toRing: 0 } }))).toBe(
    'Your role does not allow this',
  )
  for (const word of ['0', '91', 'ten', '1.5', '-5']) expect(await send({ word })).toMatch(/minutes/)
  for (const word of ['evil.com', 'http://evil', 'a@b', '{surname}', 'a\nb', '<b>', 'x'.repeat(61)]) {
    expect(await send({ message: 'bring', word })).not.toBe('')
  }
  expect(await send({ message: 'bring', word: 'friends to our sale' })).toMatch(/sounds like advertising/)
  expect(await send({ word: ' ' })).toMatch(/fill this in/)
  expect(await rowsOf(app.db, 'office_messages')).toEqual(before)
})

test('six texts a day may go to one date', async () => {
  const { session, teacher } = await makeDate()
  const send = () => teacher.messages.sendFixed({ sessionId: session.id, message: 'late', word: '5' })
  for (let nth = 0; nth < 6; nth++) await send()
  expect(await refusal(send())).not.toBe('')
})
