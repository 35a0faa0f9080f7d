import { sql } from 'kysely'

/**
 * Whether a payment was made into another card account than the one whose keys were entered in the office, as SQL.
 * `payment` is the alias of the row.
 */
export const isOfFormerAccountSql = (payment: 'p' | 'pay') => {
  const paidInto = sql.ref(`${payment}.card_account_id`)
  return sql<boolean>`(${paidInto} <> '' and ${paidInto} <> (select account_id from card_account))`
}
