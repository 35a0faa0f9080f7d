import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cardAccountSentences } from '#domain/office/card-account-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { lookAtCardAccount, rotateCardAccount } from '#server/cards/card-account.ts'
import { openCardPage } from '#server/features/payments/open-card-page.ts'
import { startStripeStandIn } from '#stripe-stand-in/start-stripe-stand-in.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeClassOrder, openPage, payByCard, readOutcome } from '#testing/make-order.ts'
import { refusal, refusedFields } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

/** An app whose environment names no keys; its stand-in knows `sk_test_standin`, of the account acct_practice. */
async function startWithoutKeys() {
  const app = await startTestApp({ config: { isStripeOfOffice: true, stripe: undefined } })
  await app.db.updateTable('business').set({ opened_at: null }).execute()
  /** Makes the call with the version that is stored. */
  const save = async (secretKey: string) => {
    const owner = await app.office('owner')
    const { version } = await owner.business.cardAccount({})
    return owner.business.saveCardAccount({ version, secretKey })
  }
  return { app, save }
}
const key = 'sk_test_standin'

test('only the owner sees and sets the card account', async () => {
  const { app } = await startWithoutKeys()
  for (const role of ['manager', 'frontDesk', 'teacher'] as const) {
    const { business } = await app.office(role)
    for (const call of [business.cardAccount({}), business.saveCardAccount({ version: 1, secretKey: key })])
      expect(await refusal(call)).toMatch('Your role does not allow this')
  }
  const owner = await app.office('owner')
  expect(await owner.business.cardAccount({})).toEqual({ version: 1, accountName: '', setIn: 'office' })
  expect(await owner.business.checkPayments({})).toMatchObject({ mode: 'none', problem: '' })
})

test('an order cannot be paid by card before the keys, and is paid with them', async () => {
  const { app, save } = await startWithoutKeys()
  const order = await makeClassOrder(app)
  expect(await refusal(openPage(app, order))).toMatch(sentences.paymentUnavailable)
  expect(await refusedFields(save(key))).toEqual({ secretKey: cardAccountSentences.orderUnpaid })
  await order.account.api.orders.class.cancel(order)
  expect(await refusedFields(save('sk_test_of_nobody'))).toEqual({ secretKey: cardAccountSentences.refused })
  expect(await refusedFields(save('pk_live_12345678'))).toEqual({ secretKey: cardAccountSentences.secretKey })
  await save(key)
  const owner = await app.office('owner')
  expect(await owner.business.checkPayments({})).toMatchObject({ mode: 'test', account: 'Maypole' })
  const shown = JSON.stringify([await owner.business.cardAccount({}), await owner.business.get({})])
  expect(shown).not.toMatch(key)
  const stored = await rowOf(app.db, 'card_account', { id: true })
  expect(`${stored.secret_sealed}${stored.hook_sealed}`).not.toMatch(/sk_test|whsec/)

  const paid = await makeClassOrder(app)
  await payByCard(app, paid)
  await app.cards.deliverPendingHooks()
  expect(await readOutcome(app, paid.orderId)).toMatchObject({ status: 'paid' })
  expect(await rowOf(app.db, 'payments', { order_id: paid.orderId, status: 'succeeded' })).toMatchObject({
    card_account_id: 'acct_practice/test',
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('money of a former account goes back by hand, and a process with keys of before opens no page', async () => {
  const { app, save } = await startWithoutKeys()
  await save(key)
  const paid = await makeClassOrder(app)
  await payByCard(app, paid)
  await app.cards.deliverPendingHooks()
  const { order_number: number } = await rowOf(app.db, 'orders', { id: paid.orderId })
  const former = { ...app.services, config: { ...app.services.config } }

  const other = await startStripeStandIn({
    ...{ port: 0, folder: mkdtempSync(join(tmpdir(), 'maypole-cards-')), businessName: 'Larkfield Ltd' },
    ...{ secretKey: 'sk_test_of_larkfield', webhookSecret: 'whsec_of_larkfield', clock: app.clock.now },
    ...{ accountId: 'acct_larkfield', webhookUrl: 'http://127.0.0.1:9/hooks/stripe' },
  })
  onTestFinished(() => other.close())
  app.services.stripe._setApiField('port', other.port)

  const open = await makeClassOrder(app)
  expect(await refusedFields(save('sk_test_of_larkfield'))).toEqual({
    secretKey: cardAccountSentences.orderUnpaid,
  })
  await open.account.api.orders.class.cancel(open)
  await save('sk_test_of_larkfield')
  const owner = await app.office('owner')
  expect(await owner.business.cardAccount({})).toMatchObject({ accountName: 'Larkfield Ltd' })
  expect(await owner.orders.previewCancel({ number })).toMatchObject({ isPaidAtDesk: true })
  expect(await owner.orders.get({ number })).toMatchObject({ payments: [{ isOfFormerAccount: true }] })

  const stale = await makeClassOrder(app)
  await expect(openCardPage(former, 'linkHolder', stale.orderNumber)).rejects.toThrow(
    sentences.paymentUnavailable,
  )
  expect(
    await app.db.selectFrom('payments').selectAll().where('order_id', '=', stale.orderId).execute(),
  ).toEqual([])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a live key of the account that was tried with a test key has messages of its own', async () => {
  const { app, save } = await startWithoutKeys()
  await save(key)
  const { hook_id: tried } = await rowOf(app.db, 'card_account', { id: true })
  await save(key)
  expect(await rowOf(app.db, 'card_account', { id: true })).toMatchObject({ hook_id: tried })
  const live = await startStripeStandIn({
    ...{ port: 0, folder: mkdtempSync(join(tmpdir(), 'maypole-cards-')), clock: app.clock.now },
    ...{ secretKey: 'sk_live_standin', webhookSecret: 'whsec_live' },
    webhookUrl: 'http://127.0.0.1:9/hooks/stripe',
  })
  onTestFinished(() => live.close())
  app.services.stripe._setApiField('port', live.port)
  await save('sk_live_standin')
  const account = await rowOf(app.db, 'card_account', { id: true })
  expect(account).toMatchObject({ account_id: 'acct_practice' })
  expect(account.hook_id).not.toBe(tried)
  expect(app.services.config.stripe).toMatchObject({ webhookSecret: 'whsec_live' })
})

test('only the stored address for messages stays registered', async () => {
  const { app, save } = await startWithoutKeys()
  const removed = vi.spyOn(app.services.stripe.webhookEndpoints, 'del')
  const owner = await app.office('owner')
  await expect(owner.business.saveCardAccount({ version: 99, secretKey: key })).rejects.toThrow()
  expect(removed).toHaveBeenCalledOnce()
  await save(key)
  const { hook_id: stored } = await rowOf(app.db, 'card_account', { id: true })
  expect(removed).toHaveBeenCalledOnce()
  expect(removed).not.toHaveBeenCalledWith(stored, expect.anything(), expect.anything())
})

test('a rotated data key keeps the keys, and another data key has none', async () => {
  const { app, save } = await startWithoutKeys()
  await save(key)
  const other = {
    db: app.db,
    config: { ...app.services.config, stripe: undefined } as typeof app.services.config,
  }
  const next = Buffer.alloc(32, 9)
  await rotateCardAccount(app.db, app.services.config.dataKey, next)
  await lookAtCardAccount(other)
  expect(other.config.stripe).toBeUndefined()
  other.config.dataKey = next
  await lookAtCardAccount(other)
  expect(other.config.stripe).toMatchObject({ secretKey: key, accountId: 'acct_practice/test' })
})

test('an open business takes no test key, and the office changes no keys of the machine', async () => {
  const { app, save } = await startWithoutKeys()
  await app.db.updateTable('business').set({ opened_at: app.clock.now() }).execute()
  expect(await refusedFields(save(key))).toEqual({ secretKey: cardAccountSentences.testKey })
  app.services.config.isStripeOfOffice = false
  expect(await refusal(save(key))).toMatch(cardAccountSentences.fixed)
  app.services.config.stripe = { secretKey: key, webhookSecret: 'whsec_12345678', isPractice: true }
  expect(await refusal(save(key))).toMatch(cardAccountSentences.practice)
})
