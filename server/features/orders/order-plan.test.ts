import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { comersOf, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

type Json = Record<string, unknown>
interface Plan extends Json {
  bookings: Json[]
  basketLines: Json[]
}

const place = (plan: unknown) => sql`select * from place_order(${JSON.stringify(plan)})`.execute(app.db)

/** The plan that an order of a basket's line hands to the database. */
async function catchPlan(): Promise<Plan> {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app))
  const basket = family.api.sessionBaskets.class
  await basket.add({ sessionIds: [session.id], attendees: comersOf('class', family) })
  const line = await rowOf(app.db, 'basket_sessions')
  await app.database.runScript(`create table caught (plan jsonb);
    alter function place_order rename to place_order_itself;
    create function place_order(plan jsonb, out placed_number text, out placed_pence integer, out placed_status text)
    language plpgsql as $$ begin insert into caught values (plan); end $$`)
  await basket.submit({ lineIds: [line.id], discountCode: '' })
  await app.database.runScript(
    'drop function place_order; alter function place_order_itself rename to place_order',
  )
  const { rows } = await sql<{ plan: Plan }>`select plan from caught`.execute(app.db)
  return rows[0]?.plan as Plan
}

/** A value of another type. */
function otherwise(value: unknown): unknown {
  if (typeof value === 'string') return 5
  return typeof value === 'object' ? 'text' : String(value)
}

/** Every way to change an object by one key: one is missing, is of another type, or is one too many. */
const distortions = (object: Json): Json[] => [
  ...Object.entries(object).flatMap(([key, value]) => {
    const { [key]: _, ...rest } = object
    return [rest, { ...rest, [key]: otherwise(value) }]
  }),
  { ...object, surprise: 1 },
]

test('a plan is placed as the type says it, and with any other key or type it is refused whole', async () => {
  const plan = await catchPlan()
  const [booking, line] = [plan.bookings[0] as Json, plan.basketLines[0] as Json]
  const wrong = [
    ...distortions(plan),
    ...distortions(booking).map(given => ({ ...plan, bookings: [given] })),
    ...distortions(line).map(given => ({ ...plan, basketLines: [given] })),
    { ...plan, bookings: [] },
    [plan],
    null,
  ]
  expect(wrong.length).toBeGreaterThan(60)
  for (const given of wrong) {
    const error = await place(given).catch(error => error)
    expect([error.message, error.code]).toEqual([expect.any(String), expect.stringMatching(/^22/)])
  }
  const { orderNumber: _, ...unnumbered } = plan
  await expect(place(unnumbered)).rejects.toThrow(
    'place_order cannot take what it was given for: orderNumber',
  )
  await expect(place({ ...plan, surprise: 1 })).rejects.toThrow('for: surprise')
  await expect(place({ ...plan, bookings: [{ ...booking, childId: '7' }] })).rejects.toThrow('for: bookings')
  expect(await rowsOf(app.db, 'orders')).toEqual([])

  const { rows } = await place(plan)
  expect(rows).toEqual([
    { placed_number: plan.orderNumber, placed_pence: plan.totalPence, placed_status: 'pending' },
  ])
})
