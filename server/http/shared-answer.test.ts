import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { routes } from '../routes.ts'
import { answerCall, mapRoutes } from './answer-call.ts'

const app = await startTestApp()

test('those who ask for the same week at once are sent the very same answer', async () => {
  const { path } = contract.offerings.class.timetable
  const body = { start_date: '2026-11-23', end_date: '2026-11-29' }
  const routeMap = mapRoutes(routes)
  const ask = () => answerCall(routeMap, app.services, { path, body, token: '', ip: '' })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.shared).toBeDefined()
  expect(second.shared).toBe(first.shared)
  expect(second.shared?.body('br')).toBe(first.shared?.body('br'))
})
