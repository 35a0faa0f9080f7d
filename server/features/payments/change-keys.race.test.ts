import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { forceRace } from '#testing/force-race.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { openCardPage } from './open-card-page.ts'

const app = await startTestApp()

/** Opens the page of an order while an owner replaces the keys, and returns its refusal and the pages that were opened. */
async function openWhileKeysChange(stripe: { version?: number }, waiting: number) {
  const { orderNumber, orderId } = await makeClassOrder(app)
  const { config } = app.services
  const keys = { secretKey: '', webhookSecret: '', ...config.stripe }
  const services = { ...app.services, config: { ...config, stripe: { ...keys, ...stripe } } }
  const refused = await forceRace(app, {
    close: tx => sql`select from card_account for update`.execute(tx),
    work: () => refusal(openCardPage(services, 'linkHolder', orderNumber)),
    waiting,
    meanwhile: tx => sql`update card_account set version = version + 1`.execute(tx),
  })
  const pages = await app.db.selectFrom('payments').select('id').where('order_id', '=', orderId).execute()
  return { refused, pages: pages.length }
}

test('a page that is opened while the keys change is not opened with the former ones', async () => {
  const { version } = await app.db.selectFrom('card_account').select('version').executeTakeFirstOrThrow()
  // Without the check of the version nothing waits, and the page is opened.
  expect(await openWhileKeysChange({}, 0)).toEqual({ refused: undefined, pages: 1 })
  expect(await openWhileKeysChange({ version: version + 1 }, 1)).toEqual({
    refused: sentences.paymentUnavailable,
    pages: 0,
  })
})
