import type Stripe from 'stripe'
import type { Edge } from '#domain/office/business-rules.ts'
import type { SitePart } from '#domain/site-parts.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, PoolState } from './database/connect.ts'
import type { PictureStore } from './pictures/picture-store.ts'

/** When it last succeeded, and how often it runs. */
export interface LastRun {
  at: Date
  everySeconds: number
}

/** Reads data that may be some seconds old, from the standby if it is close behind, else from the database. */
export type AskStandby = <T>(ask: (db: Db) => Promise<T>) => Promise<T>

/** Runs the work of one caller, which may have to queue. */
export type LimitCaller = <T>(
  who: { accountId?: number | undefined; ip: string; userAgent?: string | undefined },
  work: () => Promise<T>,
) => Promise<T>

/**
 * The facts about the business that every page and mail needs: name, logo, colours, whether visitors may see
 * the site, and hidden parts.
 */
export interface PresentBusiness {
  name: string
  accent: string
  accentDark: string
  /** The edge that is drawn below the top of each page. */
  edge: Edge
  /** The path of its picture; '' for none. */
  logo: string
  isOpen: boolean
  /** The postage, as families read it; '' if there is nothing to say. */
  postageText: string
  /** The text for visitors while bookings are paused; '' if they are not. */
  pauseText: string
  /** The parts of the site that this business does not use (record 057). */
  lacks: readonly SitePart[]
  /** Whether families may choose to pay later (decision E-60). */
  mayPayLater: boolean
}

/** The functions and values that handlers and jobs receive as arguments. There is no other dependency injection. */
export interface Services {
  db: Db
  askStandby: AskStandby
  clock: Clock
  config: Config
  stripe: Stripe
  /** A recent copy. Only `lookAtBusiness` writes it. */
  business: PresentBusiness
  pictures: PictureStore
  /** Starts a job that was just written, without waiting for the next poll. */
  jobWaiting: () => void
  /** Queues calls of busy callers, and refuses them when the wait would be too long. */
  limitCaller: LimitCaller
  /** The last run of each background task of this process, by its name. */
  lastRuns: Map<string, LastRun>
  poolState?: () => PoolState
  /** Whether a backup is using the embedded database, which refuses calls until it ends. */
  isBackingUp?: () => boolean
  log: Log
}

/** Writes the program's log: an event, and facts about it. */
export interface Log {
  info: (event: string, facts?: LogFacts) => void
  error: (event: string, facts?: LogFacts & { error?: unknown }) => void
}
/** The only fields that a log line may carry; never a body, a token or a name. */
export interface LogFacts {
  requestId?: string
  method?: string
  /** A call's path or the pattern of an address; never the address itself, which may contain a secret. */
  path?: string
  status?: number
  code?: number
  ip?: string
  milliseconds?: number
  job?: string
  jobId?: number
  address?: string
  database?: string
  /** The last row of the staff log: its id and hash. */
  logEnd?: string
}
