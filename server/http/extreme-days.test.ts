import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import type { Form } from '#contract/wire.ts'
import { callsIn, takes } from '#testing/fields-of-call.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeStaff } from '#testing/office-of.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const day = '2026-12-01'
const moment = `${day}T10:00:00.000Z`
/** Of these a field of any kind takes one. */
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

const valueFor = (form: Form<unknown>) => values.find(value => takes(form, value))
const takesDay = (form: Form<unknown>) =>
  [day, moment].includes(valueFor(form) as string) && !takes(form, 'x')

/** The earliest and latest days that may be asked for, and days beyond them that a database or JavaScript cannot hold. */
const within = ['1900-01-01', '2199-12-31']
const beyond = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']

const asked = (call: { input: { fields: Record<string, Form<unknown>> } }, extreme: string) =>
  Object.fromEntries(
    Object.entries(call.input.fields).map(([name, form]) => {
      const value = valueFor(form)
      if (!takesDay(form)) return [name, value]
      return [name, value === moment ? `${extreme}T00:00:00.000Z` : extreme]
    }),
  )

const withDays = <Call extends { input: { fields: Record<string, Form<unknown>> } }>(calls: Call[]) =>
  calls.filter(({ input }) => Object.values(input.fields).some(takesDay))

const ofSite = withDays(callsIn(contract))
const ofOffice = withDays(Object.values(officeContract).flatMap(area => Object.values(area)))

// A child's birthday has a message of its own.
const refused = /^(The value of .+ is not valid|Please enter a valid date of birth)$/

test('calls of the site and of the office that take a day are found', () => {
  expect(ofSite.length).toBeGreaterThan(10)
  expect(ofOffice.length).toBeGreaterThan(10)
})

test.each(ofSite)('$path takes any day within reach, refuses others, and never fails', async call => {
  const { token } = await makeFamily(app)
  for (const extreme of [...within, ...beyond]) {
    const { status, msg } = await app.call(call.path, asked(call, extreme), token)
    expect({ extreme, status, msg }).toMatchObject({ status: 200 })
    if (beyond.includes(extreme)) expect(msg).toMatch(refused)
  }
})

test.each(ofOffice)('$path takes any moment within reach, refuses others, and never fails', async call => {
  const { token } = await makeStaff(app, { role: 'owner' })
  for (const extreme of [...within, ...beyond]) {
    const { status, code, msg } = await app.officeCall(call.path, asked(call, extreme), { token })
    expect({ extreme, isBug: status >= 500 || code >= 500, msg }).toMatchObject({ isBug: false })
  }
})
