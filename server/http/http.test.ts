import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an unknown call is refused in the envelope', async () => {
  const answer = await app.call('nobody/knows')
  expect(answer).toEqual({ status: 404, code: 0, msg: 'Unknown call', data: null })
})

test('the health address asks the database', async () => {
  const answer = await app.http.inject({ url: '/healthz' })
  expect(answer.statusCode).toBe(200)
})
