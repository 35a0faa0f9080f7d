import type { Insertable } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

/** Inserts a code for classes that is valid all through the year of the tests; returns its id. */
export const makeDiscountCode = (
  { db }: Pick<TestApp, 'db'>,
  given: Pick<Insertable<Schema['discount_codes']>, 'code'> & Partial<Insertable<Schema['discount_codes']>>,
): Promise<number> =>
  writeRow(db, 'discount_codes', {
    kinds: ['class'],
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2027-01-01T00:00:00Z',
    ...given,
  })
