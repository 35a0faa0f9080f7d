import { expect, test } from 'vitest'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { countWaiting, forceRace, withoutLocks } from '#testing/force-race.ts'
import { classAsRead, classInput } from '#testing/make-class.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { saveClass } from './save-class.ts'
import { saveSessions } from './save-sessions.ts'

const app = await startTestApp({ poolSize: 40 })
const somebody = (services = app.services) => makeOfficeRequest(app, services)
const unlocked = () => somebody({ ...app.services, db: app.db.withPlugin(withoutLocks) })

test('if ten managers save one class at once, one wins and nine see what it saved', async () => {
  const office = await app.office('manager')
  const { offeringId: id } = await office.planner.makeClass(await classInput(app, office))
  const mine = await classAsRead(office, id)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => office.planner.saveClass({ ...mine, name: `Name ${index}` })),
  )
  const first = answers.findIndex(({ status }) => status === 'fulfilled')
  const others = answers.filter(({ status }) => status === 'rejected')
  expect(others).toHaveLength(9)
  for (const { reason } of others as PromiseRejectedResult[])
    expect(reason).toMatchObject({ officeCode: 409, facts: { current: { name: `Name ${first}` } } })
})

/**
 * Makes a date free while its class becomes pack-only. A lock on the date's new teacher holds the save up.
 */
async function freeWhilePackOnly(request: OfficeRequest) {
  const office = await app.office('manager')
  const { offeringId, sessionIds } = await office.planner.makeClass(await classInput(app, office))
  const id = sessionIds[0] as number
  const { staffId } = (await somebody()).staff
  const changes = { credits: 0, addTeachers: [staffId] }
  const packOnly = { ...(await classAsRead(office, offeringId)), isPackOnly: true }
  let told: string | undefined | 'not yet' = 'not yet'
  const { answer } = await forceRace(app, {
    close: tx => tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute(),
    work: async () => saveSessions(request, { sessions: [{ id, version: 1 }], changes, tell: false }),
    waiting: 1,
    meanwhile: async () => {
      void refusal(saveClass(request, packOnly)).then(sentence => {
        told = sentence
      })
      const isThere = async () => told !== 'not yet' || (await countWaiting(app.db)) === 2
      await expect.poll(isThere, { interval: 10 }).toBe(true)
    },
  })
  await expect.poll(() => told).not.toBe('not yet')
  return { saved: answer.saved.length, told }
}

test('a class does not become pack-only while a date becomes free; without the lock it does', async () => {
  expect(await freeWhilePackOnly(await somebody())).toEqual({
    ...{ saved: 1, told: plannerSentences.packNeedsCredits },
  })
  // Negative control.
  expect(await freeWhilePackOnly(await unlocked())).toEqual({ saved: 1, told: undefined })
})
