import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isSealedWith, openNote, resealNote } from '#server/database/seal-note.ts'

/** Binds each sealed key to its column: an envelope copied elsewhere does not open there. */
export const cardKeyPlace = { secret: 'card_account.secret', hook: 'card_account.hook' } as const

/**
 * Signs each request with the key that the settings have at that moment, because an owner may change it while the process
 * runs. Without one the provider refuses the request as with a wrong key.
 */
export const signWithPresentKey =
  (config: Pick<Config, 'stripe'>) =>
  async ({ headers }: { headers: Record<string, string | number | string[]> }): Promise<void> => {
    headers.Authorization = `Bearer ${config.stripe?.secretKey ?? 'none'}`
  }

/**
 * Reads the card account of the office into the settings: at the start, after a change, and every five seconds. So every
 * process uses new keys within ten seconds. Does nothing where the environment names keys. Keys that were sealed with
 * another data key are none: card payments wait until they are entered again.
 */
export async function lookAtCardAccount({ db, config }: { db: Db; config: Config }): Promise<void> {
  if (!config.isStripeOfOffice) return
  const row = await db.selectFrom('card_account').selectAll().executeTakeFirstOrThrow()
  const { account_id: accountId, version, secret_sealed: secret, hook_sealed: hook } = row
  if (config.stripe?.version === version) return
  if (!secret || !hook || !isSealedWith(config.dataKey, secret)) {
    config.stripe = undefined
    return
  }
  config.stripe = {
    secretKey: openNote(config.dataKey, secret, cardKeyPlace.secret),
    webhookSecret: openNote(config.dataKey, hook, cardKeyPlace.hook),
    accountId,
    version,
  }
}

/** Whether a payment was made into another account than the present one, so that its money cannot go back by card. */
export const isOfFormerAccount = ({ stripe }: Pick<Config, 'stripe'>, accountId: string): boolean =>
  Boolean(accountId && stripe?.accountId && accountId !== stripe.accountId)

/** Encrypts the keys of the card account again with another data key. An interrupted run is repeated. */
export async function rotateCardAccount(db: Db, from: Buffer, to: Buffer): Promise<void> {
  const { secret_sealed: secret, hook_sealed: hook } = await db
    .selectFrom('card_account')
    .select(['secret_sealed', 'hook_sealed'])
    .executeTakeFirstOrThrow()
  if (!secret || !hook) return
  await db
    .updateTable('card_account')
    .set({
      secret_sealed: resealNote(from, to, secret, cardKeyPlace.secret),
      hook_sealed: resealNote(from, to, hook, cardKeyPlace.hook),
    })
    .execute()
}
