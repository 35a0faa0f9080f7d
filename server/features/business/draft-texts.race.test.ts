import { expect, test } from 'vitest'
import { forceRace } from '#testing/force-race.ts'
import { rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('a draft does not replace a text that is just being saved for the first time', async () => {
  const owner = await app.office('owner')
  const terms = { area: 'site', key: 'termsHtml' } as const
  const drafted = await forceRace(app, {
    close: tx => writeRow(tx, 'settings', { ...terms, format: 'html', value: '<p>Ours</p>' }),
    work: () => owner.business.draftTexts({}),
    waiting: 1,
  })
  expect(drafted).toEqual({ drafted: 1 })
  expect(await rowOf(app.db, 'settings', terms)).toMatchObject({ value: '<p>Ours</p>', version: 1 })
})
