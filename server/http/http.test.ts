import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { publishedCalls } from '#contract/published-calls.ts'
import { callsIn, readFields } from '#server/testing/fields-of-call.ts'
import { makeAccount } from '#server/testing/make-account.ts'
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

const inContract = callsIn(contract)

test('the contract has the 115 published calls as the documents spell them, with their fields and who may', () => {
  expect(publishedCalls).toHaveLength(115)
  for (const [path, access, fields] of publishedCalls) {
    const calls = inContract.filter(call => call.path.toLowerCase() === path.toLowerCase())
    const read = new Set(calls.flatMap(call => [...readFields(call).fields, call.variant?.field]))
    const notRead = fields.split(' ').filter(field => field !== '' && !read.has(field))
    expect({ path, access: calls[0]?.access, notRead }).toEqual({ path, access, notRead: [] })
  }
})

test('every published call answers in the envelope, in whichever case it is written', async () => {
  const { token } = await makeAccount(app)
  for (const [path, access] of publishedCalls) {
    for (const spelling of [path, path.toLowerCase(), path.toUpperCase()]) {
      const visitor = await app.call(spelling)
      const parent = await app.call(spelling, {}, token)
      for (const answer of [visitor, parent]) {
        const { status, ...envelope } = answer
        expect({ path, fields: Object.keys(envelope) }).toEqual({ path, fields: ['code', 'msg', 'data'] })
        expect({ path, status }).toEqual({ path, status: envelope.code === 401 ? 401 : 200 })
        expect([0, 1, 66, 401]).toContain(envelope.code)
      }
      expect({ path, code: parent.code }).not.toEqual({ path, code: 401 })
      expect({ path, asksToLogIn: visitor.code === 401 }).toEqual({
        path,
        asksToLogIn: access === 'signedIn',
      })
    }
  }
})

test('a call that needs a login answers 401 to a made-up token, and others to nobody', async () => {
  for (const [path, access] of publishedCalls) {
    const { code } = await app.call(path, {}, 'A'.repeat(43))
    expect({ path, isRefused: code === 401 }).toEqual({ path, isRefused: access !== 'anyone' })
  }
})

test('code 1 is success with nothing to say, anything else says why and brings nothing', async () => {
  expect(await app.call('Course/getCourseShop')).toMatchObject({ code: 1, msg: '', data: [] })
  expect(await app.call('user/login')).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/\w/),
    data: null,
  })
})
