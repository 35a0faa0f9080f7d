import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeStaff } from '#testing/office-client.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { recordAction } from './record-action.ts'

const app = await startTestApp({ poolSize: 4 })

async function somebody() {
  const { token } = await makeStaff(app)
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  return { ...app.services, staff, submitted: { path: 'Test/one', input: { name: 'Fay' } } }
}
const countActions = async () => (await app.db.selectFrom('staff_actions').select('id').execute()).length

test('a repeated submission, even a simultaneous one, is done once and gets the same answer', async () => {
  const request = await somebody()
  const requestId = randomUUID()
  let done = 0
  const press = () =>
    recordAction(request, { requestId }, async () => {
      done += 1
      return { answer: { done }, action: { action: 'audit.run', subjectKind: 'test' } }
    })
  const before = await countActions()
  const answers = await Promise.all([press(), press(), press()])
  expect([...answers, await press()].map(({ answer }) => answer)).toEqual(Array(4).fill({ done: 1 }))
  expect(await countActions()).toBe(before + 1)
})

test('an id reused for another call or input is refused', async () => {
  const request = await somebody()
  const requestId = randomUUID()
  const press = (submitted: OfficeRequest['submitted']) =>
    recordAction({ ...request, submitted }, { requestId }, async () => ({
      answer: 'done',
      action: { action: 'audit.run', subjectKind: 'test' },
    }))
  const { submitted } = request
  await press(submitted)
  const before = await countActions()
  for (const other of [
    { ...submitted, input: { name: 'Ann' } },
    { ...submitted, path: 'Test/two' },
  ])
    await expect(press(other)).rejects.toThrow(officeSentences.sentBefore)
  const file = (text: string) => ({ path: 'Test/file', input: { file: new Blob([text]) } })
  await expect(press(file('one'))).rejects.toThrow(officeSentences.sentBefore)
  expect(await press(submitted)).toEqual({ answer: 'done' })
  expect(await countActions()).toBe(before)
})

test('a refusal is not stored and leaves nothing', async () => {
  const request = await somebody()
  const requestId = randomUUID()
  const before = await countActions()
  const refuse = recordAction(request, { requestId }, () => Promise.reject(new Refusal('No')))
  await expect(refuse).rejects.toThrow('No')
  expect(await countActions()).toBe(before)
  const { answer } = await recordAction(request, { requestId }, async () => ({
    answer: 'yes',
    action: { action: 'audit.run', subjectKind: 'test' },
  }))
  expect(answer).toBe('yes')
})

test('log rows that are written at once form one chain', async () => {
  const requests = await Promise.all([somebody(), somebody(), somebody(), somebody()])
  const action = { action: 'audit.run' as const, subjectKind: 'test', facts: { pence: 850 } }
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      recordAction(requests[index % 4] as (typeof requests)[0], {}, async () => ({ answer: {}, action })),
    ),
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
