import { randomBytes } from 'node:crypto'
import { todayInLondon } from '#domain/calendar.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { hashPassword } from '#server/features/accounts/hash-password.ts'
import { demoOfferings } from './catalogue.ts'
import { accountOrders } from './demo-orders.ts'
import { fillPlaces } from './fill-places.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadContent } from './load-content.ts'
import { loadMessages } from './load-messages.ts'
import { loadOffice } from './load-office.ts'
import { loadOfficeMessages } from './load-office-messages.ts'
import { loadOrders } from './load-orders.ts'
import { loadPeople } from './load-people.ts'
import { loadReceipt } from './load-receipt.ts'
import { loadRefunds } from './load-refunds.ts'
import { loadRegisters } from './load-registers.ts'
import { loadShop } from './load-shop.ts'
import { loadStaff } from './load-staff.ts'
import { payLater } from './pay-later.ts'
import { backgroundFamilies, demoAccounts, demoPassword } from './people.ts'

/**
 * Loads the demo business into an empty database, in season on the day of `now`, and returns true. Returns false if
 * there is a business already, or if the database was started as somebody's own. A lock ensures that only one of
 * several processes loads it. `dataKey` seals the medical notes.
 */
export async function loadDemo(db: Db, { now, dataKey }: { now: Date; dataKey: Buffer }): Promise<boolean> {
  if (await isSomebodysOwn(db)) return false
  if (await hasBusiness(db)) {
    if (!(await hasStaff(db))) await addStaff(db, now)
    return false
  }
  const today = todayInLondon(now)
  const accounts = demoAccounts(today)
  const families = backgroundFamilies(today)
  const offerings = demoOfferings(today)
  const own = accountOrders(accounts, offerings, today, now.toISOString())
  const live = own.filter(({ status }) => status !== 'cancelled').flatMap(({ places }) => places)
  const orders = [...own, ...payLater(fillPlaces(offerings, families, live, today), today)]
  const hashes = {
    demo: await hashPassword(demoPassword),
    // Nobody may log in as a background family.
    background: await hashPassword(randomBytes(24).toString('base64')),
  }
  return transaction(db, async tx => {
    await lockOthersOut(tx)
    if ((await isSomebodysOwn(tx)) || (await hasBusiness(tx))) return false
    const teachers = await loadStaff(tx, now)
    const people = await loadPeople(tx, { accounts, families, orders, hashes, now, today, dataKey })
    const catalogue = await loadCatalogue(tx, offerings, orders)
    const shop = await loadShop(tx, now)
    await loadOrders(tx, orders, { people, catalogue, shop })
    await loadMessages(tx, { accounts, people, catalogue, offerings, now, today })
    await loadOffice(tx, { families, offerings, orders, people, catalogue, shop, teachers, now })
    await loadRefunds(tx, { now, today, dataKey })
    await loadOfficeMessages(tx, { now, today, dataKey })
    await loadReceipt(tx, { now, dataKey })
    await loadRegisters(tx, { now, today, dataKey })
    await loadContent(tx, now)
    return true
  })
}

/** Adds staff to a demo database from before the office existed. */
const addStaff = (db: Db, now: Date): Promise<void> =>
  transaction(db, async tx => {
    await lockOthersOut(tx)
    if (!(await hasStaff(tx))) await loadStaff(tx, now)
  })

const lockOthersOut = (tx: Tx) => tx.selectFrom('business').select('id').forUpdate().execute()

async function isSomebodysOwn(db: Db): Promise<boolean> {
  return (await db.selectFrom('business').select('began').executeTakeFirstOrThrow()).began === 'empty'
}

async function hasBusiness(db: Db): Promise<boolean> {
  return (await db.selectFrom('offering_types').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function hasStaff(db: Db): Promise<boolean> {
  return (await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined
}
