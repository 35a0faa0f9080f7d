import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import type { TextFile } from '#contract/office/office-call.ts'
import { fileGoesOn } from '#domain/office/sentences.ts'
import { readWholeList } from '#server/database/office-page.ts'
import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { makeProduct } from '#testing/make-product.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { asFile, exportFile } from './export-file.ts'

const app = await startTestApp()
const [manager, desk, teacher] = [
  await app.office('manager'),
  await app.office('frontDesk'),
  await app.office('teacher'),
]
await app.office('owner')
const formula = '=HYPERLINK("https://evil.test")'
await makeFamily(app, { firstName: formula, email: 'formula@example.test' })
for (const [name, title] of [
  [formula, '+1'],
  ['Nora', '@SUM(A1)'],
]) {
  await app.visitor.enquiries.sendFeedback({
    name: name ?? '',
    contact: 'nora@example.test',
    title: title ?? '',
    content: '\tcmd',
  })
}
await makeSession(app, await makeOffering(app, { name: formula }), { date: '2026-11-24' })
const { productId } = await makeProduct(app, { stock: 5 })
await changeRows(app.db, 'products', { id: productId }, { name: formula })

const week = { from: '2026-11-23', to: '2026-11-29' }
const lists: [name: string, of: (api: OfficeApi) => Promise<TextFile>, forDesk: boolean][] = [
  ['families', api => api.families.export({}), false],
  ['enquiries', api => api.enquiries.export({}), false],
  ['dates', api => api.planner.export(week), true],
  ['products', api => api.lists.export({ list: 'products' }), true],
]

test.each(lists)(
  '%s as a file cannot run formulas, and the log says who exported them',
  async (name, of, forDesk) => {
    const before = (await rowsOf(app.db, 'staff_actions', { action: 'export.file' })).length
    const { fileName, text } = await of(manager)
    expect(fileName).toBe(`${name}-2026-11-23.csv`)
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines.join('\n')).toContain(`'=HYPERLINK`)
    expect(lines.join('\n')).not.toMatch(/(^|,|")[=+@\t]/m)
    const taken = await rowsOf(app.db, 'staff_actions', { action: 'export.file' })
    expect(taken.slice(before)).toMatchObject([{ subject_kind: name, facts: { rows: lines.length - 1 } }])
    expect(await refusal(of(desk))).toBe(forDesk ? undefined : 'Your role does not allow this')
  },
)

test('a file has exactly the rows that match the filters', async () => {
  const [first] = (await desk.enquiries.list({ state: 'new' })).items
  if (!first) throw new Error('nothing came')
  const done = { state: 'done' as const, isAnsweredElsewhere: true }
  await desk.enquiries.setState({ id: first.id, version: first.version, ...done })
  const lines = ({ text }: TextFile) => text.trimEnd().split('\r\n').length - 1
  expect(lines(await manager.enquiries.export({ state: 'new' }))).toBe(1)
  expect(lines(await manager.enquiries.export({}))).toBe(2)
  expect(lines(await manager.planner.export({ from: '2026-11-25', to: '2026-11-29' }))).toBe(0)
  // A teacher sees the sessions that are their own.
  expect(lines(await teacher.planner.export(week))).toBe(0)
  const { text } = await manager.lists.export({ list: 'products', ids: [productId] })
  expect(text.split('\r\n')[0]).toMatch(/id,categoryId,name,sku,price,.*lowStock/)
  expect(lines(await manager.lists.export({ list: 'products', ids: [] }))).toBe(0)
})

test('each member exports only the log entries that they may see', async () => {
  const { text } = await desk.health.export({ words: 'enquiry.state' })
  expect(text).toContain('enquiry.state')
  expect((await teacher.health.export({ words: 'enquiry.state' })).text).not.toContain('enquiry.state')
})

test('a file shows days and times in London time, as the pages do', async () => {
  const late = new Date('2027-07-01T23:30:00Z')
  const order = await makeClassOrder(app)
  await changeRows(app.db, 'orders', { id: order.orderId }, { placed_at: late })
  const { text: orders } = await manager.orders.export({ placedFrom: '2027-07-02', placedTo: '2027-07-02' })
  expect(orders).toContain(',2027-07-02 00:30,')

  const [first] = await rowsOf(app.db, 'enquiries')
  await changeRows(app.db, 'enquiries', { id: first?.id }, { created_at: late, answered_at: late })
  expect((await manager.enquiries.export({})).text).toMatch(/^2027-07-02 00:30,.*,2027-07-02 00:30,/m)
  expect((await manager.health.export({})).text).toMatch(/^\d+,2026-11-23 09:00,/m)

  await manager.codes.save({
    ...{ code: 'SUMMER', percent: 20, amountPence: null, kinds: ['class', 'event'] },
    ...{ minimumPence: 500, startsAt: '2027-06-30T23:00:00.000Z', endsAt: '2027-07-31T23:00:00.000Z' },
    ...{ maxUses: null, maxUsesPerAccount: 1, isActive: true },
  })
  const [headings, code] = (await manager.lists.export({ list: 'codes' })).text.split('\r\n')
  expect(headings).toContain('kinds,minimum,firstDay,lastDay,')
  expect(code).toContain('"class, event",5.00,2027-07-01,2027-07-31,')
})

test('writing a long file does not block other calls', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [
    `261129-${n}`,
    'Nia "Cole"',
    '=1+1',
    true,
    new Date(0),
    n,
  ])
  const columns = ['order', 'who', 'formula', 'paid', 'placed', 'total']
  const waits: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    waits.push(performance.now() - last)
    last = performance.now()
  }, 1)
  const { text } = await asFile('orders.csv', rows, columns)
  clearInterval(timer)
  // Written without yielding, there would be one long wait.
  expect(waits.length).toBeGreaterThan(10)
  const lines = text.split('\r\n')
  expect(lines.slice(0, 2)).toEqual([
    '\ufefforder,who,formula,paid,placed,total',
    `261129-0,"Nia ""Cole""",'=1+1,yes,1970-01-01 01:00,0`,
  ])
  expect(lines.at(-2)).toMatch(/^261129-19999,.*,19999$/)
  expect(lines).toHaveLength(20_002)
})

test('a list that is too long for a file says so in its last line', async () => {
  const { token } = await makeStaff(app)
  const staff = (await recogniseStaff(app.db, token, app.clock.now())) as StaffMember
  const request = {
    ...{ ...app.services, staff, ip: '', device: { tokens: [] }, userAgent: '' },
    keepCookie: () => {},
    submitted: { path: '', input: {} },
  }
  const fileOf = async (length: number) => {
    const numbers = {
      rows: (and: RawBuilder<unknown>) =>
        sql`select n from generate_series(1, ${length}::integer) n where ${and}`,
      comesAfter: () => sql`true`,
      order: sql`n`,
    }
    const { text } = await exportFile(request, 'numbers', async tx => ({
      columns: ['n'],
      rows: await readWholeList<{ n: number }>(tx, numbers),
    }))
    const [taken] = (await rowsOf(app.db, 'staff_actions', { subject_kind: 'numbers' })).slice(-1)
    return { end: text.trimEnd().split('\r\n').slice(100_000), facts: taken?.facts }
  }
  const facts = { rows: 100_000 }
  expect(await fileOf(100_000)).toEqual({ end: ['100000'], facts })
  expect(await fileOf(100_005)).toEqual({ end: ['100000', `"${fileGoesOn(100_000)}"`], facts })
})
