import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** Books sessions of one offering for a family. */
const book = (
  family: Family,
  sessions: MadeSession | MadeSession[],
  given: Parameters<typeof bookingRequest>[2] = {},
) => family.api.orders[[sessions].flat()[0]?.kind ?? 'class'].place(bookingRequest(family, sessions, given))

describe('discount codes', () => {
  test('a code reduces the amount left after credits, and counts once per order', async () => {
    await makeDiscountCode(app, { code: 'TENOFF', percent: 10, max_uses: 5, max_uses_per_account: 1 })
    const family = await makeFamily(app, { credits: 1 })
    const offering = await makeOffering(app)
    const paid = await makeSession(app, offering, { date: '2026-12-02', pricePence: 999, credits: 1 })
    const rest = await makeSession(app, offering, { date: '2026-12-09', pricePence: 1255, credits: 1 })
    const { preview, place } = family.api.orders.class
    const request = bookingRequest(family, [paid, rest], { discountCode: 'tenoff' })
    expect(await preview(request)).toMatchObject({
      listPence: 2254,
      discountPence: 126,
      totalPence: 1129,
      creditsUsed: 1,
      orderNumber: '',
    })
    expect(await place(request)).toMatchObject({ totalPence: 1129 })
    expect(await refusal(preview(request))).toBe('This discount code is not valid')
  })

  test('a code that reduces nothing after credits is not used up', async () => {
    await makeDiscountCode(app, { code: 'ONCEAFAMILY', percent: 10, max_uses_per_account: 1 })
    const family = await makeFamily(app, { credits: 1 })
    const offering = await makeOffering(app)
    const paid = await makeSession(app, offering, { date: '2026-12-02', credits: 1 })
    const next = await makeSession(app, offering, { date: '2026-12-09', pricePence: 1000 })
    const given = { discountCode: 'ONCEAFAMILY' }
    expect(await book(family, paid, given)).toMatchObject({ totalPence: 0, status: 'paid' })
    expect(await book(family, next, given)).toMatchObject({ totalPence: 900 })
    expect(await rowOf(app.db, 'discount_codes', { code: 'ONCEAFAMILY' })).toMatchObject({ uses: 1 })
  })

  test("one person's uses of a code are read from their own uses", async () => {
    const plan = await app.db.transaction().execute(async tx => {
      // PostgreSQL would read a small table whole.
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql`explain (costs off) select * from uses_of_code(1, null, 'gwen@example.test', '07700900001')`.execute(
        tx,
      )
    })
    const text = JSON.stringify(plan.rows)
    for (const key of ['account_id', 'email', 'phone']) {
      expect(text).toMatch(new RegExp(`Index Cond: [^"]*discount_code_id[^"]*${key}`))
    }
  })

  test('a code for one use per person counts an account and guests with its address together', async () => {
    await makeDiscountCode(app, {
      code: 'ONEPERSON',
      percent: 10,
      max_uses_per_account: 1,
      kinds: ['parentSession'],
    })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 50 })
    const coded = { discountCode: 'ONEPERSON' }
    let networks = 0
    const asGuest = (email: string, phone: string) => {
      networks += 1
      const attendees = { who: 'contact' as const, fullName: `Sam Guest ${networks}`, phone, email }
      const { place } = app.apiOf({ ip: `10.9.0.${networks}` }).orders.parentSession
      return place(
        bookingRequest({ childIds: [], fullName: '', email: '' }, session, { attendees, ...coded }),
      )
    }
    const [family, other] = [await makeFamily(app), await makeFamily(app)]
    const { orderNumber } = await book(family, session, coded)
    expect(await refusal(asGuest(family.email.toUpperCase(), '07700 900401'))).toBe(sentences.discountInvalid)
    // The other way round.
    await asGuest(other.email, '07700 900402')
    expect(await refusal(book(other, session, coded))).toBe(sentences.discountInvalid)
    // A telephone number counts as well, however written; somebody else has another one.
    expect(await refusal(asGuest('a@example.test', '+44 7700 900402'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('a@example.test', '07700 900403'))).toBeUndefined()
    expect(await refusal(asGuest('b@example.test', '07700 900403'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('', '07700900403'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('a@example.test', ''))).toBe(sentences.discountInvalid)
    // A cancelled use may be used again.
    await family.api.orders.parentSession.cancel({ orderNumber })
    expect(await refusal(asGuest(family.email, '07700 900404'))).toBeUndefined()
  })
})
