import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { playOfferCases } from '#testing/offer-cases.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// `npm run bench:offers` is the full length. `OFFER_SEED` replays a run.
const seed = process.env.OFFER_SEED ?? String(randomInt(1_000_000))

const app = await startTestApp()
const request = await makeOfficeRequest(app)

test(`no offer reaches an address without consent (seed ${seed})`, async () => {
  const played = await playOfferCases(app.services, { staffId: request.staff.staffId, cases: 100, seed })
  expect(played).toMatchObject({ addresses: 100, differs: [] })
})
