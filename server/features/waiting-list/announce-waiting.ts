import * as addresses from '#contract/addresses.ts'
import { guestName, longDay, longMoment, timeOfDay } from '#domain/format-dates.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import { placeRows } from '#server/mail/mail-rows.ts'
import type { Services } from '#server/services.ts'

interface WaitingDescription {
  accountId: number | null
  name: string
  email: string
  /** The name of the person who waits. */
  who: string
  what: string
  /** The place in HTML, as rows of a mail. */
  rows: string
  kind: OfferingKind
  /** Null if they wait for any session of an offering. */
  sessionId: number | null
  date: string | undefined
  offeredAt: Date | null
  offerExpiresAt: Date | null
}

/** Confirms that somebody joined a waiting list (decision E-30). */
export async function announceJoined(services: Services, { entryId }: { entryId: number }): Promise<void> {
  const described = await describeEntry(services.db, entryId)
  const text = `${described.who} is on the waiting list for ${described.what}. We will write as soon as a place is free.`
  const notice = { title: 'You are on the waiting list', onceKey: `waiting-${entryId}` }
  const link = described.accountId
    ? `Your waiting lists: ${services.config.publicUrl}${addresses.waiting()}`
    : linkToClass(services, described)
  await tell(services, described, text, link, notice)
}

/**
 * Tells somebody that a place is reserved for them and until when (decision E-14), or that its time has changed. Does
 * nothing once the offer is over.
 */
export async function announceOffer(
  services: Services,
  { entryId, version }: JobPayloads['place-offered'],
): Promise<void> {
  const described = await describeEntry(services.db, entryId)
  if (!described.offerExpiresAt || described.offerExpiresAt <= services.clock()) return
  const until = longMoment(described.offerExpiresAt)
  const { news, ...notice } =
    version === undefined
      ? {
          title: 'A place is free for you',
          news: `A place has become free for ${described.who} in ${described.what}.`,
          onceKey: `offer-${entryId}-${described.offeredAt?.getTime()}`,
        }
      : {
          title: 'The place kept for you has a new time',
          news: `The place that is kept for ${described.who} is now in ${described.what}.`,
          onceKey: `offer-${entryId}-moved-${described.sessionId}-${version}`,
        }
  const text = `${news} We are keeping it for you until ${until}. ${howToTake(described)}`
  const usefulUntil = described.offerExpiresAt
  await tell(services, described, text, linkToClass(services, described, 'Book the place'), {
    ...notice,
    usefulUntil,
  })
}

/** Notifies somebody that the office removed them from a waiting list. */
export async function announceRemoved(services: Services, { entryId }: { entryId: number }): Promise<void> {
  const described = await describeEntry(services.db, entryId)
  const text = `${described.who} is no longer on the waiting list for ${described.what}. Please get in touch with us if that is not what you expected.`
  const notice = { title: 'You are no longer on the waiting list', onceKey: `waiting-removed-${entryId}` }
  await tell(services, described, text, linkToClass(services, described), notice)
}

/**
 * Notifies somebody, in the caller's transaction, that the date they wait for or were offered is cancelled.
 * If any date suits them, it says that they still wait.
 */
export async function announceCancelledDate(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  { entryId, sessionId }: { entryId: number; sessionId: number },
): Promise<void> {
  const described = await describeEntry(tx, entryId)
  const entry = await tx
    .selectFrom('waiting_entries')
    .select('session_id')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const waits =
    entry.session_id === null ? 'still waits for another date' : 'is no longer on its waiting list'
  const text = `We are sorry: ${described.what} will not take place. ${described.who} ${waits}.`
  const onceKey = `waiting-cancelled-${entryId}-${sessionId}`
  await tell(
    { ...services, db: tx },
    described,
    text,
    linkToClass(services, { ...described, sessionId: null }),
    {
      ...{ title: 'A class you are waiting for is cancelled', onceKey },
    },
  )
}

const tell = (
  { db, clock }: Pick<Services, 'clock'> & { db: Db },
  described: WaitingDescription,
  text: string,
  link: string,
  notice: { title: string; onceKey: string; usefulUntil?: Date },
) =>
  notifyCustomer(
    db,
    described,
    { ...notice, body: [text], mailEnding: [described.rows, link], topic: 'waiting-list' },
    clock(),
  )

/** Returns the link to the class in its timetable, at the session if it waits for one. */
const linkToClass = (
  { config }: Pick<Services, 'config'>,
  { kind, date, sessionId }: WaitingDescription,
  label = 'See the class',
) =>
  `${label}: ${config.publicUrl}${addresses.ofKind[kind].timetable(date && sessionId ? { date, sessionId } : {})}`

/**
 * Explains how to take the place. Without an account the timetable shows the class as full, so a guest books with their
 * address.
 */
const howToTake = ({ accountId }: WaitingDescription) =>
  accountId
    ? 'To take it, book the class in the timetable as usual.'
    : 'To take it, open the class in the timetable, press Book and enter the email address that this was sent to.'

async function describeEntry(db: Db, entryId: number): Promise<WaitingDescription> {
  const entry = await db
    .selectFrom('waiting_entries as w')
    .innerJoin('offerings as o', 'o.id', 'w.offering_id')
    .innerJoin('offering_types as t', 't.id', 'o.offering_type_id')
    .innerJoin('venues as v', 'v.id', 'o.venue_id')
    .leftJoin('sessions as s', join =>
      join.on(({ eb, ref, fn }) =>
        eb('s.id', '=', fn.coalesce(ref('w.offered_session_id'), ref('w.session_id'))),
      ),
    )
    .leftJoin('children as c', 'c.id', 'w.child_id')
    .leftJoin('accounts as a', 'a.id', 'w.account_id')
    .select([
      'w.account_id',
      'w.name',
      'w.email',
      'w.offered_at',
      'w.offer_expires_at',
      't.kind',
      's.id as session_id',
      classTitle.as('title'),
      'v.name as venue',
    ])
    .select([
      's.start_date',
      's.start_time',
      'c.first_name as child',
      'a.first_name',
      'a.email as account_email',
    ])
    .where('w.id', '=', entryId)
    .executeTakeFirstOrThrow()
  const { start_date: day, start_time: time } = entry
  const when = day && time ? ` on ${longDay(day)} at ${timeOfDay(time)}` : ''
  const who = entry.child ?? guestName(entry.name)
  const facts = { what: entry.title, where: entry.venue, who }
  return {
    accountId: entry.account_id,
    name: entry.first_name ?? entry.name,
    email: entry.account_email ?? entry.email,
    who,
    what: `${entry.title} at ${entry.venue}${when}`,
    rows: placeRows([{ ...facts, when: day && time ? `${longDay(day)}, ${timeOfDay(time)}` : 'Any date' }]),
    kind: entry.kind,
    sessionId: entry.session_id,
    date: day ?? undefined,
    offeredAt: entry.offered_at,
    offerExpiresAt: entry.offer_expires_at,
  }
}
