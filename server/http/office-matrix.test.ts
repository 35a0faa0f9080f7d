import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { officeContract } from '#contract/office/contract.ts'
import type { OfficeCall } from '#contract/office/office-call.ts'
import { grantOf, type Role, roles } from '#domain/office/permissions.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeStaff } from '#testing/office-client.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { watchWrites } from '#testing/watch-writes.ts'

const app = await startTestApp()
const calls = Object.values(officeContract).flatMap(
  area => Object.values(area) as OfficeCall<unknown, unknown>[],
)
const tokens = {} as Record<Role, string>
let readWrites: () => Promise<string[]>
beforeAll(async () => {
  for (const role of roles) tokens[role] = (await makeStaff(app, { role })).token
  readWrites = await watchWrites(app.db)
})

test('every call has the address of its area and name', () => {
  for (const [area, verbs] of Object.entries(officeContract)) {
    for (const [verb, { path }] of Object.entries(verbs)) {
      expect(path).toBe(`Office/${area.slice(0, 1).toUpperCase()}${area.slice(1)}/${verb}`)
    }
  }
})

describe.each(calls.filter(call => call.permission !== 'anyone'))('$path', call => {
  const { path, permission, needsReauthentication, reauthenticationMinutes = 10 } = call

  test('does nothing without an office sign-in, even for a parent', async () => {
    const family = await makeFamily(app)
    await readWrites()
    expect(await app.officeCall(path, {})).toMatchObject({ status: 401, code: 401, data: null })
    expect(await app.officeCall(path, {}, { headers: { token: family.token } })).toMatchObject({ code: 401 })
    expect(await app.officeCall(path, {}, { token: family.token })).toMatchObject({ code: 401 })
    expect(await readWrites()).toEqual([])
  })

  test('does nothing for a page of another site', async () => {
    const forged: Record<string, string>[] = [{ origin: 'https://other.example.test' }, { 'x-office': '' }]
    for (const headers of forged) {
      expect(await app.officeCall(path, {}, { token: tokens.owner, headers })).toMatchObject({ code: 403 })
    }
    expect(await readWrites()).toEqual([])
  })

  test.each(roles)('answers %s as the table of permissions says', async role => {
    const isAllowed = permission === 'everybody' || grantOf(role, permission as never) !== 'no'
    const body = { unknownField: true }
    const { code } = await app.officeCall(path, body, { token: tokens[role] })
    await readWrites()
    // A caller with permission is told that the input is invalid, and nothing was done.
    expect(code).toBe(isAllowed ? 0 : 403)
  })

  if (!needsReauthentication) return
  test(`asks for a re-authentication that is at most ${reauthenticationMinutes} minutes old`, async () => {
    const { token } = await makeStaff(app, { role: 'owner' })
    app.clock.advance(reauthenticationMinutes + 1)
    expect(await app.officeCall(path, {}, { token })).toMatchObject({ code: 428 })
    app.clock.advance(-reauthenticationMinutes - 1)
  })
})

test('a staff session may make no call of a parent', async () => {
  expect(await app.call('user/getUserDetails', {}, tokens.owner)).toMatchObject({ status: 401 })
})

test('an internal error names its log entry', async () => {
  await sql`alter table enquiries rename to enquiries_elsewhere`.execute(app.db)
  const answer = await app.officeCall('Office/Enquiries/list', {}, { token: tokens.owner })
  await sql`alter table enquiries_elsewhere rename to enquiries`.execute(app.db)
  expect(answer.status).toBe(500)
  expect(answer.msg).toMatch(/^Something went wrong\. It has been noted: [0-9a-f]{8}$/)
})
