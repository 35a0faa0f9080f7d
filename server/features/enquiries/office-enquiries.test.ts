import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('enquiries stand by state, who waited longest first, and are answered once', async () => {
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
  const saved = await desk.enquiries.setState({ id, version, state: 'done' })
  expect(await desk.enquiries.get({ id })).toMatchObject({
    state: 'done',
    answeredBy: 'Ann Perry',
    waitedDays: 0,
  })
  expect((await desk.enquiries.list({ state: 'new' })).items).toHaveLength(1)
  const again = desk.enquiries.setState({ id, version, state: 'spam' })
  expect(await refusal(again)).toContain('Ann Perry changed this at 09:00')
  await desk.enquiries.setState({ id, version: saved.version, state: 'new' })
  expect(await desk.enquiries.get({ id })).toMatchObject({ state: 'new', answeredAt: null, answeredBy: '' })
  expect((await desk.enquiries.list({})).items.map(({ name }) => name)).toEqual(['late', 'early'])
  const logged = await rowsOf(app.db, 'staff_actions', { action: 'enquiry.state' })
  expect(logged.map(({ facts }) => facts)).toEqual([{ state: 'open' }, { state: 'done' }, { state: 'new' }])
  expect(await refusal((await app.office('teacher')).enquiries.list({}))).toBe(
    'Your role does not allow this',
  )
})

test('enquiries are sorted by when they came or by whom, over the pages', async () => {
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

test('who answered, and when, comes back by Undo, and is told anew of what was opened again and answered', async () => {
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
  const answered = await ann.enquiries.setState({ id, version: asked.version, state: 'done' })
  app.clock.advance(2)
  const opened = await bo.enquiries.setState({ id, version: answered.version, state: 'open' })
  expect(await told()).toEqual(['open', null, ''])
  const undone = await bo.enquiries.setState({ id, version: opened.version, state: 'done', isUndo: true })
  expect(await told()).toEqual(['done', then, 'Ann Perry'])

  const again = await bo.enquiries.setState({ id, version: undone.version, state: 'open' })
  await bo.enquiries.setState({ id, version: again.version, state: 'done' })
  expect(await told()).toEqual(['done', app.clock.now().toISOString(), 'Bo Lane'])
  expect(await rowOf(app.db, 'enquiries', { id })).toMatchObject({ answered_by: staffId })
})
