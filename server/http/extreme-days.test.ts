import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import type { Codec } from '#contract/wire.ts'
import { callsIn, takes } from '#testing/call-fields.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeStaff } from '#testing/office-client.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const day = '2026-12-01'
const moment = `${day}T10:00:00.000Z`
/** One value for each type of field. */
const values = [
  day,
  moment,
  '10:00',
  1,
  [],
  'x',
  true,
  'class',
  'now',
  '11111111-1111-4111-8111-111111111111',
]

const valueFor = (codec: Codec<unknown>) => values.find(value => takes(codec, value))
const takesDay = (codec: Codec<unknown>) =>
  [day, moment].includes(valueFor(codec) as string) && !takes(codec, 'x')

/** The earliest and latest allowed days, and days beyond them that a database or JavaScript cannot store. */
const within = ['1900-01-01', '2199-12-31']
const beyond = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']

const asked = (call: { input: { fields: Record<string, Codec<unknown>> } }, extreme: string) =>
  Object.fromEntries(
    Object.entries(call.input.fields).map(([name, codec]) => {
      const value = valueFor(codec)
      if (!takesDay(codec)) return [name, value]
      return [name, value === moment ? `${extreme}T00:00:00.000Z` : extreme]
    }),
  )

const withDays = <Call extends { input: { fields: Record<string, Codec<unknown>> } }>(calls: Call[]) =>
  calls.filter(({ input }) => Object.values(input.fields).some(takesDay))

const ofSite = withDays(callsIn(contract))
const ofOffice = withDays(Object.values(officeContract).flatMap(area => Object.values(area)))

// A child's birthday has its own message.
const refused = /^(The value of .+ is not valid|Please enter a valid date of birth)$/

test('the lists of calls that take a day are complete', () => {
  expect(ofSite.length).toBeGreaterThan(10)
  expect(ofOffice.length).toBeGreaterThan(10)
})

test.each(ofSite)('$path takes any day within bounds, refuses others, and never fails', async call => {
  const { token } = await makeFamily(app)
  for (const extreme of [...within, ...beyond]) {
    const { status, msg } = await app.call(call.path, asked(call, extreme), token)
    expect({ extreme, status, msg }).toMatchObject({ status: 200 })
    if (beyond.includes(extreme)) expect(msg).toMatch(refused)
  }
})

test.each(ofOffice)('$path takes any moment within bounds, refuses others, and never fails', async call => {
  const { token } = await makeStaff(app, { role: 'owner' })
  for (const extreme of [...within, ...beyond]) {
    const { status, code, msg } = await app.officeCall(call.path, asked(call, extreme), { token })
    expect({ extreme, isBug: status >= 500 || code >= 500, msg }).toMatchObject({ isBug: false })
  }
})
