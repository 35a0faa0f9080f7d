import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { type ClaimLink, familyOfClaim } from './claim-link.ts'

/** Selects the orders that a guest placed with this address. Unpaid ones are left out until they are paid. */
const ofGuest = (email: string) =>
  sql`account_id is null and status <> 'pending' and lower(guest_email) = ${email}
    and contact_key(guest_email, guest_phone) = contact_key(${email}, '')`

/** Lists the ids of the guest orders of an address, oldest first. */
export async function listGuestOrders(db: Db, email: string): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from orders where ${ofGuest(email)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Moves the guest orders of a family's address into its account, once the address's owner has opened the
 * mailed link. Locks the account, then the orders by id. A second call finds none. Returns how many were
 * moved.
 */
export async function claimOrders(services: Services, link: ClaimLink): Promise<number> {
  const { db, config, clock } = services
  return transaction(db, async tx => {
    await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', Number(link.accountId))
      .forUpdate()
      .execute()
    // Checked under the lock, because the address may be changed at the same moment.
    const now = clock()
    const family = await familyOfClaim(tx, config, link, now)
    requireThat(family, sentences.linkInvalid)
    const { rows } = await sql<{ id: number }>`
      select id from orders where ${ofGuest(family.email)} order by id for no key update`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.updateTable('orders').set({ account_id: family.id }).where('id', 'in', ids).execute()
    await tx.updateTable('bookings').set({ account_id: family.id }).where('order_id', 'in', ids).execute()
    await tx
      .updateTable('discount_uses')
      .set({ account_id: family.id, guest_contact: '' })
      .where('order_id', 'in', ids)
      .execute()
    await tx
      .insertInto('claimed_orders')
      .values(ids.map(id => ({ order_id: id, claimed_at: now })))
      .execute()
    return ids.length
  })
}
