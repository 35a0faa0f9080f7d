import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { notePlace, sealNote } from '#server/database/seal-note.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeFamily } from '#testing/make-family.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { readChildren } from './queries.ts'
import { rotateDataKey } from './rotate-data-key.ts'

const app = await startTestApp()
const { dataKey: old } = app.services.config
const next = randomBytes(32)

test('medical notes are encrypted again with another key, even after an interrupted run', async () => {
  const family = await makeFamily(app, { children: 3 })
  const { accountId, childIds } = family
  // An interrupted run leaves this state after the first column.
  await app.db
    .updateTable('children')
    .set({ medical_sealed: sealNote(next, 'Asthma', notePlace(accountId, 'medical')) })
    .where('id', '=', childIds[1] ?? 0)
    .execute()
  await expect(rotateDataKey(app.db, randomBytes(32), next)).rejects.toThrow('another data key')
  expect(await rotateDataKey(app.db, old, next)).toBe(3)
  expect(await rotateDataKey(app.db, old, next)).toBe(0)
  const children = await readChildren(app.db, next, accountId)
  expect(children.map(({ medical }) => medical).sort()).toEqual(['Asthma', 'None', 'None'])
  await expect(readChildren(app.db, old, accountId)).rejects.toThrow('another data key')
  expect(await findViolations(app.db, app.clock.now(), [next])).toEqual([])
})
