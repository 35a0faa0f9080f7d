import type Stripe from 'stripe'
import type { Config } from './config.ts'
import type { Db } from './database/connect.ts'
import type { Work } from './looking-after.ts'

/** Whom cards are charged by: the client of the provider, its keys, and how it is let go. */
export interface CardProvider {
  stripe: Stripe
  keys: NonNullable<Config['stripe']>
  close: () => Promise<void>
}

/** What demo mode brings into a process; the server is handed it, and knows neither the business nor the practice cards. */
export interface DemoMode {
  /** Puts the invented business into a database that has none. */
  fillDatabase: (db: Db, given: { now: Date; dataKey: Buffer }) => Promise<unknown>
  openCards: (config: Config) => Promise<CardProvider>
  /** What the business's own people would do meanwhile. */
  work: Work[]
}
