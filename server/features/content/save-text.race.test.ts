import { expect, test } from 'vitest'
import { forceRace } from '#testing/force-race.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const text = { area: 'site', key: 'aboutHtml' } as const

test("the second of two first saves of a text is shown the first one's text", async () => {
  const office = await app.office('manager')
  const second = forceRace(app, {
    close: tx => writeRow(tx, 'settings', { ...text, format: 'html', value: '<p>First</p>' }),
    work: () => office.site.saveText({ ...text, value: '<p>Second</p>', note: '' }),
    waiting: 1,
  })
  await expect(second).rejects.toMatchObject({
    officeCode: 409,
    facts: { current: { ...text, value: '<p>First</p>', version: 1 } },
  })
  expect(await app.visitor.content.siteSettings()).toMatchObject({ aboutHtml: '<p>First</p>' })
})

test("the second of two simultaneous changes of a text is shown the first one's text", async () => {
  const office = await app.office('manager')
  const id = await writeRow(app.db, 'settings', { ...text, key: 'helpHtml', format: 'html', value: '' })
  const second = forceRace(app, {
    close: tx => changeRows(tx, 'settings', { id }, { value: '<p>First</p>', version: 2 }),
    work: () =>
      office.site.saveText({ ...text, key: 'helpHtml', value: '<p>Second</p>', version: 1, note: '' }),
    waiting: 1,
  })
  await expect(second).rejects.toMatchObject({
    officeCode: 409,
    facts: { current: { value: '<p>First</p>', version: 2 } },
  })
})
