import type Stripe from 'stripe'
import type { Config } from './config.ts'
import type { Db } from './database/connect.ts'
import type { BackgroundTask } from './jobs/keep-running.ts'

/** The card provider's client, its keys, and how to close it. */
export interface CardProvider {
  stripe: Stripe
  /** Undefined until an owner enters them in the office. */
  keys: Config['stripe']
  close: () => Promise<void>
}

/**
 * The parts that demo mode adds to a process. The server itself imports neither the business nor the practice
 * cards.
 */
export interface DemoMode {
  /** Fills an empty database with the invented business. */
  fillDatabase: (db: Db, given: { now: Date; dataKey: Buffer }) => Promise<unknown>
  openCards: (config: Config) => Promise<CardProvider>
  /** Tasks that act as the business's own staff. */
  work: BackgroundTask[]
}
