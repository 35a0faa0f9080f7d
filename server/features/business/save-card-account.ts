import { sql } from 'kysely'
import Stripe from 'stripe'
import type { business as calls } from '#contract/office/business.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { cardAccountSentences } from '#domain/office/card-account-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import { cardKeyPlace, lookAtCardAccount } from '#server/cards/card-account.ts'
import { hookEvents } from '#server/cards/hook-events.ts'
import { type Config, isLiveKey } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isSealedWith, sealNote } from '#server/database/seal-note.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { accountName } from './check-payments.ts'

const tries = { atMost: 20, perMinutes: 60 }

/** Reads whose keys are used, never the keys. */
export async function readCardAccount(db: Db, config: Config): Promise<CallOutput<typeof calls.cardAccount>> {
  const { version, account_name } = await db
    .selectFrom('card_account')
    .select(['version', 'account_name'])
    .executeTakeFirstOrThrow()
  const setIn = config.isStripeOfOffice ? 'office' : config.stripe?.isPractice ? 'practice' : 'environment'
  return { version, accountName: account_name, setIn }
}

/**
 * Saves the secret key of a card account once the provider knows it, and registers our address for its messages there. A
 * key of another account is refused while an order is unpaid or a refund open. Refuses where the settings of the machine
 * name keys, and in demo mode.
 */
export async function saveCardAccount(
  { secretKey, version, requestId }: CallInput<typeof calls.saveCardAccount>,
  request: OfficeRequest,
) {
  const { db, config, clock, staff, stripe } = request
  requireThat(
    config.isStripeOfOffice,
    config.stripe?.isPractice ? cardAccountSentences.practice : cardAccountSentences.fixed,
  )
  const key = secretKey.trim()
  const { opened_at } = await db.selectFrom('business').select('opened_at').executeTakeFirstOrThrow()
  requireFields({
    secretKey:
      (!/^(sk|rk)_(live|test)_[\w-]+$/.test(key) && cardAccountSentences.secretKey) ||
      (opened_at !== null && !isLiveKey(key) && cardAccountSentences.testKey),
  })
  await allowRate(db, { key: `office-card-account:${staff.staffId}`, ...tries }, clock())
  const account = await ask(() => stripe.accounts.retrieveCurrent({}, { apiKey: key }))
  const stored = await db.selectFrom('card_account').selectAll().executeTakeFirstOrThrow()
  const accountId = accountIdOf(account, key)
  const isSame =
    stored.account_id === accountId &&
    stored.hook_sealed !== null &&
    isSealedWith(config.dataKey, stored.hook_sealed)
  const hook = isSame ? undefined : await registerHook(stripe, key, config)
  try {
    return await recordAction(request, { requestId }, async tx => {
      await sql`select from card_account for update`.execute(tx)
      if (stored.account_id !== accountId) await requireNothingOpen(tx)
      const values = {
        account_id: accountId,
        account_name: accountName(account),
        secret_sealed: sealNote(config.dataKey, key, cardKeyPlace.secret),
        ...(hook && {
          hook_id: hook.id,
          hook_sealed: sealNote(config.dataKey, hook.secret, cardKeyPlace.hook),
        }),
      }
      const saved = await saveVersioned(tx, 'card_account', { id: true, version }, values, {
        staff,
        now: clock(),
        current: () => readCardAccount(tx, config),
      })
      return {
        answer: { id: 1, version: saved },
        action: {
          action: 'business.keys',
          subjectKind: 'business',
          facts: { stripeAccount: accountName(account), ...(!isLiveKey(key) && { isTest: true }) },
        },
      }
    })
  } finally {
    const registered = [
      { id: hook?.id, apiKey: key },
      { id: stored.hook_id, apiKey: config.stripe?.secretKey },
    ]
    await lookAtCardAccount(request).catch(() => undefined)
    if (hook) await removeUnusedHooks(request, registered).catch(() => undefined)
  }
}

/** Returns the name of an account's mode, because in test mode an account has payments and messages of its own. */
const accountIdOf = ({ id }: Stripe.Account, key: string) => (isLiveKey(key) ? id : `${id}/test`)

/** Registers our address for the provider's messages; returns its id and the secret that signs them. */
async function registerHook(stripe: Stripe, apiKey: string, { publicUrl }: Config) {
  const { id, secret } = await ask(() =>
    stripe.webhookEndpoints.create(
      { url: `${publicUrl}/hooks/stripe`, enabled_events: [...hookEvents] },
      { apiKey },
    ),
  )
  return { id, secret: secret ?? '' }
}

/**
 * Removes the addresses that were registered and are not stored: that of the former account, or the new one if it was not
 * saved. Nobody could check their messages. Reads what is stored, because a save may have failed after its commit.
 */
async function removeUnusedHooks(
  { db, stripe }: OfficeRequest,
  registered: { id: string | undefined; apiKey: string | undefined }[],
): Promise<void> {
  const { hook_id: stored } = await db.selectFrom('card_account').select('hook_id').executeTakeFirstOrThrow()
  for (const { id, apiKey } of registered) {
    if (id && apiKey && id !== stored)
      await stripe.webhookEndpoints.del(id, {}, { apiKey }).catch(() => undefined)
  }
}

/** Asks the provider with the key that was entered; says at its field why it was refused. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode = 0, message } = error
    requireFields({
      secretKey:
        (statusCode === 401 && cardAccountSentences.refused) ||
        (statusCode === 403 && cardAccountSentences.lacksRights) ||
        (statusCode >= 400 && statusCode < 500 && cardAccountSentences.answered(message.slice(0, 200))) ||
        cardAccountSentences.unreachable,
    })
    throw error
  }
}

/** Refuses another account while the present one has something to finish. The caller has locked the card account. */
async function requireNothingOpen(tx: Tx): Promise<void> {
  const { rows } = await sql<{ isUnpaid: boolean; isRefunded: boolean }>`select
    exists (select from orders where status = 'pending')
      or exists (select from payments where status = 'created') as "isUnpaid",
    exists (select from refunds where method = 'card' and status in ('requested', 'waiting')) as "isRefunded"`.execute(
    tx,
  )
  requireFields({
    secretKey:
      (rows[0]?.isUnpaid && cardAccountSentences.orderUnpaid) ||
      (rows[0]?.isRefunded && cardAccountSentences.refundOpen),
  })
}
