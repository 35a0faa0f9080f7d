import { beforeEach, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.db
  .insertInto('discount_codes')
  .values({
    code: 'KITES',
    percent: 10,
    kinds: ['class', 'parentSession'],
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2027-01-01T00:00:00Z',
  })
  .execute()
let networks = 0
beforeEach(() => app.clock.advance(60))

/** Creates a family on its own network that tries codes wherever they can be typed. */
async function makeGuesser(ip = `10.7.0.${++networks}`) {
  const family = await makeFamily(app)
  const { orders, sessionBaskets } = app.apiOf({ token: family.token, ip })
  const session = await makeSession(app, await makeOffering(app))
  const preview = (discountCode: string) =>
    refusal(orders.class.preview({ ...bookingRequest(family, session, { discountCode }), dayId: 1 }))
  const place = (discountCode: string) =>
    refusal(orders.class.place(bookingRequest(family, session, { discountCode })))
  const basket = (discountCode: string) => refusal(sessionBaskets.class.list({ lineIds: [], discountCode }))
  return { ip, preview, place, basket }
}

test('after twenty wrong codes a correct code is refused in the same words, for an hour', async () => {
  const { ip, preview, place, basket } = await makeGuesser()
  for (let number = 1; number <= 18; number++)
    expect(await preview(`WRONG${number}`)).toBe(sentences.discountInvalid)
  expect(await place('WRONG19')).toBe(sentences.discountInvalid)
  expect(await basket('WRONG20')).toBe(sentences.discountInvalid)
  for (const ask of [preview, place, basket]) {
    expect(await ask('WRONG21')).toBe(sentences.tooManyCodes)
    expect(await ask('kites')).toBe(sentences.tooManyCodes)
  }
  expect(await preview('')).toBeUndefined()
  // Another account of that network has its own tries.
  expect(await (await makeGuesser(ip)).preview('KITES')).toBeUndefined()
  app.clock.advance(60)
  expect(await place('KITES')).toBeUndefined()
})

test('a wrong code counts once even if repeated, and a right one does not count', async () => {
  const { preview } = await makeGuesser()
  for (let change = 1; change <= 25; change++) {
    expect(await preview('TYPO')).toBe(sentences.discountInvalid)
    expect(await preview('KITES')).toBeUndefined()
  }
})

test("of forty simultaneous guesses twenty are checked; a guest's guesses count for the network", async () => {
  const ip = `10.7.0.${++networks}`
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
  const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
  const guess = (number: number) => {
    const request = bookingRequest(gwen, session, { discountCode: `GUESS${number}` })
    return refusal(app.apiOf({ ip }).orders.parentSession.preview({ ...request, dayId: 1 }))
  }
  const refusals = await Promise.all(Array.from({ length: 40 }, (_, number) => guess(number)))
  expect(refusals.filter(sentence => sentence === sentences.discountInvalid)).toHaveLength(20)
  expect(refusals.filter(sentence => sentence === sentences.tooManyCodes)).toHaveLength(20)
})
