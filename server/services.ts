import type Stripe from 'stripe'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db, PoolState } from './database/connect.ts'
import type { AskStandby } from './database/standby.ts'
import type { PresentBusiness } from './features/business/present-business.ts'
import type { TakeTurnOfCaller } from './http/take-turn-of-caller.ts'
import type { PictureStore } from './pictures/picture-store.ts'

/** When it was last well done, and how often it is done. */
export interface LastDone {
  at: Date
  everySeconds: number
}

/** What handlers and jobs are given: functions with arguments are the injection. */
export interface Services {
  db: Db
  askStandby: AskStandby
  clock: Clock
  config: Config
  stripe: Stripe
  /** As it stood a moment ago; read, never written, but by `lookAtBusiness`. */
  business: PresentBusiness
  pictures: PictureStore
  /** Says that a job was just written, so that it runs now and not at the next look. */
  jobWaiting: () => void
  /** Whose call it is may have to wait for others, and is told when it would be too long. */
  takeTurnOfCaller: TakeTurnOfCaller
  /** Each kind of work that this process repeats. */
  beats: Map<string, LastDone>
  poolState?: () => PoolState
  /** Whether the embedded database lets nobody in because it is being backed up: that ends by itself. */
  isBackingUp?: () => boolean
  log: Log
}

/** The allow-list of what a log line may carry; never a body, a token or a name. */
export interface Log {
  info: (event: string, facts?: LogFacts) => void
  error: (event: string, facts?: LogFacts & { error?: unknown }) => void
}
export interface LogFacts {
  requestId?: string
  method?: string
  /** A call of the contract or the pattern of an address; never the address itself, which may be a secret. */
  path?: string
  status?: number
  code?: number
  ip?: string
  milliseconds?: number
  job?: string
  jobId?: number
  address?: string
  database?: string
  /** The last row of the office's log: its id and its hash. */
  logEnd?: string
}
