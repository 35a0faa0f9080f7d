import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

const balance = async (id: number) => (await rowOf(app.db, 'accounts', { id })).credit_balance

test('a manager grants credits with a reason, and reverses a grant once', async () => {
  const manager = await app.office('manager')
  const { accountId: id, api } = await makeAccount(app, { credits: 3 })
  const press = { id, credits: 2, reason: 'Teacher was late', requestId: crypto.randomUUID() }
  const granted = await manager.families.grantCredits(press)
  expect(granted.balance).toBe(5)
  expect(await manager.families.grantCredits(press)).toEqual(granted)
  const { items } = await manager.families.ledger({ id })
  expect(items[0]).toMatchObject({
    memo: 'Added by us',
    reason: 'Teacher was late',
    by: 'Ann Perry',
    delta: 2,
  })
  const told = (await api.credits.creditEntries({})).items
  expect(told[0]).toMatchObject({ memo: 'Added by us' })
  expect(JSON.stringify(told)).not.toContain('Teacher')
  expect(await rowOf(app.db, 'staff_actions', { action: 'credit.grant', account_id: id })).toMatchObject({
    reason: 'Teacher was late',
    facts: { delta: 2, entry: granted.entryId },
  })

  expect(await manager.families.undoGrant({ id, entryId: granted.entryId })).toMatchObject({ balance: 3 })
  expect(await refusal(manager.families.undoGrant({ id, entryId: granted.entryId }))).toBe(
    'This has already been undone',
  )
  expect(await balance(id)).toBe(3)
})

test('only one of ten simultaneous reversals of one grant succeeds', async () => {
  const manager = await app.office('manager')
  const { accountId: id } = await makeAccount(app)
  const { entryId } = await manager.families.grantCredits({ id, credits: 4, reason: 'Goodwill' })
  const presses = Array.from({ length: 10 }, () => manager.families.undoGrant({ id, entryId }))
  const outcomes = await Promise.allSettled(presses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await balance(id)).toBe(0)
})

test('no more credits are taken back than exist; at most 100 change at once, with a reason', async () => {
  const manager = await app.office('manager')
  const { accountId: id } = await makeAccount(app, { credits: 3 })
  const grant = (credits: number, reason = 'Goodwill') =>
    manager.families.grantCredits({ id, credits, reason })
  expect(await refusal(grant(-4))).toBe('They have 3 credits. You can take at most 3')
  expect(await refusal(grant(1, 'ok'))).toBe('Please say why')
  for (const credits of [0, 101, -101])
    expect(await refusal(grant(credits))).toBe('Give 1 to 100 credits at once')
  expect(await grant(-3)).toMatchObject({ balance: 0 })
  expect(await rowsOf(app.db, 'staff_actions', { action: 'credit.grant', account_id: id })).toHaveLength(1)
})

test('only granted entries of the same family can be reversed', async () => {
  const manager = await app.office('manager')
  const { accountId: id } = await makeAccount(app, { credits: 3 })
  const { accountId: other } = await makeAccount(app)
  const opening = await rowOf(app.db, 'credit_entries', { account_id: id })
  const { entryId } = await manager.families.grantCredits({ id, credits: 1, reason: 'Goodwill' })
  expect(await refusal(manager.families.undoGrant({ id, entryId: opening.id }))).toBe('This was not found')
  expect(await refusal(manager.families.undoGrant({ id: other, entryId }))).toBe('This was not found')
  expect(await balance(id)).toBe(4)
  expect(await balance(other)).toBe(0)
})

test('front desk may not grant credits, and a manager re-authenticates first', async () => {
  const { accountId: id } = await makeAccount(app)
  const given = { id, credits: 1, reason: 'Goodwill' }
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.families.grantCredits(given))).toBe('Your role does not allow this')
  const { token } = await makeStaff(app, { role: 'manager' })
  app.clock.advance(11)
  expect(await app.officeCall('Office/Families/grantCredits', given, { token })).toMatchObject({ code: 428 })
  expect(await balance(id)).toBe(0)
})

test('afterwards every invariant holds', async () => {
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
