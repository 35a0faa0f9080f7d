import { sql } from 'kysely'

/** Why a mail that was written is not sent after all: the columns `refused_at` and `refusal` say so. */
export const notSent = { stopped: 'stopped', noConsent: 'no consent', over: 'no longer due' } as const

/** Whether a mail was given up because the mail server refused it, or it came too late. */
export const isGivenUp = sql<boolean>`(refused_at is not null
  and refusal not in (${sql.join(Object.values(notSent).map(why => sql.lit(why)))}))`
