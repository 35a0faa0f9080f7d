import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { answerCall } from '#server/http/answer-call.ts'
import { siteFrontEnd } from '#server/http/site-front-end.ts'
import { routes } from '#server/routes.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('callers who request the same week at once get the very same answer', async () => {
  const { path } = contract.offerings.class.timetable
  const body = { start_date: '2026-11-23', end_date: '2026-11-29' }
  const site = siteFrontEnd(routes)
  const ask = () => answerCall(site, app.services, { path, body, ip: '' })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.shared).toBeDefined()
  expect(second.shared).toBe(first.shared)
  expect(second.shared?.body('br')).toBe(first.shared?.body('br'))
})
