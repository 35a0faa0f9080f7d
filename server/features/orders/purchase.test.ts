import { expect, test } from 'vitest'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton } from '#testing/make-order.ts'
import { recordStatements } from '#testing/record-statements.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

// Record 050 says what each is for, and why it is not fewer.
const statementsOfStep = { preview: 2, submit: 3, cardPage: 4, hook: 2, comingBack: 1, order: 2, jobs: 5 }

test('a whole purchase, from its price to its mail, takes at most twenty statements', async () => {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app))
  const { orders, payments } = family.api
  const request = bookingRequest(family, session)
  const steps: Record<string, string[]> = {}
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { answer, sent } = await recordStatements(work)
    steps[name] = sent
    return answer
  }
  await step('preview', () => orders.class.preview(request))
  const { orderNumber } = await step('submit', () => orders.class.place(request))
  const { url } = await step('cardPage', () => payments.openCardPage({ orderNumber, device: 'web' }))
  // The hook is sent as soon as the button is pressed.
  const back = await step('hook', async () => {
    const address = await clickCardPageButton(url, 'pay')
    await app.cards.deliverPendingHooks()
    return address
  })
  await step('comingBack', async () => app.http.inject(back.replace(app.services.config.publicUrl, '')))
  const order = await step('order', () => orders.class.details({ orderNumber }))
  await step('jobs', () => runDueJobs(app.services, jobHandlers))
  expect(order.status).toBe('paid')
  expect(await rowsOf(app.db, 'mails', { to_email: family.email })).toHaveLength(1)
  const counts = Object.entries(steps).map(([name, sent]) => [name, sent.length])
  expect(Object.fromEntries(counts), JSON.stringify(steps)).toEqual(statementsOfStep)
  const all = Object.values(steps).flat()
  expect(all.length).toBeLessThanOrEqual(20)
  // No lock outlives the statement that takes it.
  expect(all).not.toContain('begin')
})
