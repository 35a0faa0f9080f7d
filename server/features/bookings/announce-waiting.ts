import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { longDay } from './describe-order.ts'

interface WaitingStory {
  accountId: number | null
  name: string
  email: string
  /** Who waits, and for what. */
  who: string
  what: string
  offerExpiresAt: Date | null
}

/** Confirms a place in the queue (decision E-30). */
export async function announceJoined(services: Services, { entryId }: { entryId: number }): Promise<void> {
  const { db, clock, config } = services
  await transaction(db, async tx => {
    const story = await readStory(tx, entryId)
    const text = `${story.who} is on the waiting list for ${story.what}. We will write as soon as a place is free.`
    await tell(
      tx,
      story,
      'You are on the waiting list',
      text,
      config.publicUrl,
      `waiting-${entryId}`,
      clock(),
    )
  })
}

/** Tells that a place is kept, and until when (decision E-14); says nothing once the offer is over. */
export async function announceOffer(services: Services, { entryId }: { entryId: number }): Promise<void> {
  const { db, clock, config } = services
  await transaction(db, async tx => {
    const story = await readStory(tx, entryId)
    if (!story.offerExpiresAt) return
    const until = londonTime(story.offerExpiresAt)
    const text = `A place has become free for ${story.who} in ${story.what}. We are keeping it for you until ${until}. To take it, book the class in the timetable as usual.`
    const key = `offer-${entryId}-${story.offerExpiresAt.getTime()}`
    await tell(tx, story, 'A place is free for you', text, config.publicUrl, key, clock())
  })
}

async function readStory(tx: Tx, entryId: number): Promise<WaitingStory> {
  const entry = await tx
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
    .select(['w.account_id', 'w.name', 'w.email', 'w.offer_expires_at', 't.name as type', 'v.name as venue'])
    .select([
      's.start_date',
      's.start_time',
      'c.first_name as child',
      'a.first_name',
      'a.email as account_email',
    ])
    .where('w.id', '=', entryId)
    .executeTakeFirstOrThrow()
  const when = entry.start_date ? ` on ${longDay(entry.start_date)} at ${entry.start_time?.slice(0, 5)}` : ''
  return {
    accountId: entry.account_id,
    name: entry.first_name ?? entry.name,
    email: entry.account_email ?? entry.email,
    who: entry.child ?? entry.name,
    what: `${entry.type} at ${entry.venue}${when}`,
    offerExpiresAt: entry.offer_expires_at,
  }
}

async function tell(
  tx: Tx,
  story: WaitingStory,
  title: string,
  text: string,
  publicUrl: string,
  onceKey: string,
  now: Date,
): Promise<void> {
  if (story.accountId) {
    await tx
      .insertInto('messages')
      .values({
        account_id: story.accountId,
        title,
        body_html: `<p>${asHtml(text)}</p>`,
        topic: 'waiting-list',
        once_key: onceKey,
        published_at: now,
      })
      .onConflict(conflict => conflict.column('once_key').doNothing())
      .execute()
  }
  if (!story.email) return
  const body = [story.name ? `Hello ${story.name},` : 'Hello,', text, publicUrl].join('\n\n')
  await writeMail(tx, { to: story.email, subject: title, text: body, purpose: 'waiting-list', onceKey }, now)
}

const asHtml = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

const londonTime = (at: Date) =>
  at.toLocaleString('en-GB', { timeZone: 'Europe/London', dateStyle: 'full', timeStyle: 'short' })
