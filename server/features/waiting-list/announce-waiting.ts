import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { guestName, longDay, longMoment, timeOfDay } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'
import { tellCustomer } from '#server/features/notifications/tell-customer.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { JobPayloads } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

interface WaitingStory {
  accountId: number | null
  name: string
  email: string
  /** Who waits, and for what. */
  who: string
  what: string
  kind: OfferingKind
  /** Not known of somebody who waits for any of an offering. */
  sessionId: number | null
  date: string | undefined
  offeredAt: Date | null
  offerExpiresAt: Date | null
}

/** Confirms a place in the queue (decision E-30). */
export async function announceJoined(services: Services, { entryId }: { entryId: number }): Promise<void> {
  const story = await readStory(services.db, entryId)
  const text = `${story.who} is on the waiting list for ${story.what}. We will write as soon as a place is free.`
  const notice = { title: 'You are on the waiting list', onceKey: `waiting-${entryId}` }
  const link = story.accountId
    ? `Your waiting lists: ${services.config.publicUrl}${addresses.waiting()}`
    : whereToLook(services, story)
  await tell(services, story, text, link, notice)
}

/**
 * Tells that a place is kept, and until when (decision E-14), or that what is kept has another time; says nothing once the
 * offer is over.
 */
export async function announceOffer(
  services: Services,
  { entryId, version }: JobPayloads['place-offered'],
): Promise<void> {
  const story = await readStory(services.db, entryId)
  if (!story.offerExpiresAt || story.offerExpiresAt <= services.clock()) return
  const until = longMoment(story.offerExpiresAt)
  const { said, ...notice } =
    version === undefined
      ? {
          title: 'A place is free for you',
          said: `A place has become free for ${story.who} in ${story.what}.`,
          onceKey: `offer-${entryId}-${story.offeredAt?.getTime()}`,
        }
      : {
          title: 'The place kept for you has a new time',
          said: `The place that is kept for ${story.who} is now in ${story.what}.`,
          onceKey: `offer-${entryId}-moved-${story.sessionId}-${version}`,
        }
  const text = `${said} We are keeping it for you until ${until}. ${howToTake(story)}`
  const usefulUntil = story.offerExpiresAt
  await tell(services, story, text, whereToLook(services, story), { ...notice, usefulUntil })
}

const tell = (
  { db, clock }: Services,
  story: WaitingStory,
  text: string,
  link: string,
  notice: { title: string; onceKey: string; usefulUntil?: Date },
) => tellCustomer(db, story, { ...notice, body: [text], mailEnding: [link], topic: 'waiting-list' }, clock())

/** The class in its timetable, open on the session where it is one. */
const whereToLook = ({ config }: Services, { kind, date, sessionId }: WaitingStory) =>
  `See the class: ${config.publicUrl}${addresses.ofKind[kind].timetable(date && sessionId ? { date, sessionId } : {})}`

/** To everybody without an account the timetable shows the class as full: their address opens what is kept. */
const howToTake = ({ accountId }: WaitingStory) =>
  accountId
    ? 'To take it, book the class in the timetable as usual.'
    : 'To take it, open the class in the timetable, press Book and enter the email address that this was sent to.'

async function readStory(db: Db, entryId: number): Promise<WaitingStory> {
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
  return {
    accountId: entry.account_id,
    name: entry.first_name ?? entry.name,
    email: entry.account_email ?? entry.email,
    who: entry.child ?? guestName(entry.name),
    what: `${entry.title} at ${entry.venue}${when}`,
    kind: entry.kind,
    sessionId: entry.session_id,
    date: day ?? undefined,
    offeredAt: entry.offered_at,
    offerExpiresAt: entry.offer_expires_at,
  }
}
