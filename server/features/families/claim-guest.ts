import { sql } from 'kysely'
import type { families, GuestToClaim } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress, isPhoneNumber } from '#domain/email-address.ts'
import { greeting } from '#domain/format-dates.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { claimSentences, peopleSentences } from '#domain/office/people-sentences.ts'
import { splitName } from '#domain/office/split-name.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyEmail } from '#domain/tidy-text.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import type { Action } from '#server/staff-log/record-action.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { claimAddress } from './claim-link.ts'
import { lockFamily } from './lock-family.ts'
import { insertFamily } from './make-family.ts'

const mailsADay = { atMost: 3, perMinutes: 24 * 60 }

/** Finds the guest of an order. Refuses an order of a family, and a guest who left no email address. */
async function requireGuest(db: Db, number: string) {
  const guest = await db
    .selectFrom('orders')
    .select(['id', 'account_id', 'guest_name', 'guest_email', 'guest_phone'])
    .where('order_number', '=', number)
    .executeTakeFirst()
  requireThat(guest, sentences.orderNotFound)
  requireThat(guest.account_id === null, claimSentences.isFamilys)
  const email = tidyEmail(guest.guest_email)
  requireThat(isEmailAddress(email), claimSentences.noEmail)
  return { orderId: guest.id, email, name: guest.guest_name, phone: guest.guest_phone }
}

const familyAt = (db: Db, email: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'first_name', 'last_name'])
    .select(sql<boolean>`frozen_at is not null`.as('isFrozen'))
    .where('email', '=', email)
    .executeTakeFirst()

/** Reads the guest of an order, and the family that already has the guest's address, if any. */
export async function readGuestToClaim(db: Db, number: string): Promise<GuestToClaim> {
  const { email, name, phone } = await requireGuest(db, number)
  const family = await familyAt(db, email)
  const mailed = family
    ? await sql<{ at: string; by: string }>`select ${isoTime('x.at')} as at, coalesce(m.full_name, '') as by
        from staff_actions x left join staff m on m.id = x.staff_id
        where x.account_id = ${family.id} and x.action = 'family.claim' order by x.id desc limit 1`.execute(
        db,
      )
    : undefined
  return {
    ...{ email, phone, ...splitName(name) },
    family: family
      ? {
          ...{ id: family.id, isFrozen: family.isFrozen },
          name: `${family.first_name} ${family.last_name}`.trim() || email,
        }
      : null,
    mailed: mailed?.rows[0] ?? null,
  }
}

/**
 * Adds a family for a guest, or takes the family with the guest's address, and mails that address a link. The
 * guest's orders move into the family only when the link's button is pressed, because staff cannot know whose
 * address it is.
 */
export async function claimGuest(
  request: OfficeRequest,
  asked: CallInput<typeof families.claimGuest>,
): Promise<Recorded<{ id: number; isNew: boolean }>> {
  const { clock, db, jobWaiting } = request
  const now = clock()
  const { orderId, email, phone } = await requireGuest(db, asked.number)
  try {
    const recorded = await recordAction(request, asked, async tx => {
      const present = await familyAt(tx, email)
      const id = present?.id ?? (await makeFamily(tx, request, { ...asked, email, phone }))
      const family = await lockFamily(tx, id)
      requireThat(!family.isFrozen, peopleSentences.familyFrozen)
      await allowRate(
        tx,
        { key: `claim-mail:${id}`, ...mailsADay, sentence: claimSentences.mailedEnough },
        now,
      )
      await mailLink(tx, request, { id, email, firstName: family.firstName }, now)
      const of = { subjectKind: 'family', subjectId: id, accountId: id }
      const actions: Action[] = [{ action: 'family.claim', ...of, facts: { order: orderId } }]
      if (!present) actions.unshift({ action: 'family.make', ...of, facts: { children: 0 } })
      return { answer: { id, isNew: !present }, action: actions }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    // Somebody made or registered a family with this address at the same moment, so it is used.
    if (violatedConstraint(error) === 'accounts_email_once') return claimGuest(request, asked)
    throw error
  }
}

async function makeFamily(
  tx: Tx,
  request: OfficeRequest,
  {
    firstName,
    lastName,
    email,
    phone,
  }: { firstName: string; lastName: string; email: string; phone: string },
): Promise<number> {
  requireFields({
    firstName: firstName === '' && sentences.firstNameRequired,
    lastName: lastName === '' && sentences.lastNameRequired,
  })
  const nowhere = { addressLine1: '', addressLine2: '', town: '', postcode: '', note: '' }
  const mobile = isPhoneNumber(phone) ? phone : ''
  return insertFamily(tx, request, email, { firstName, lastName, mobile, ...nowhere })
}

async function mailLink(
  tx: Tx,
  request: Pick<OfficeRequest, 'config' | 'business'>,
  family: { id: number; email: string; firstName: string },
  now: Date,
): Promise<void> {
  const { config } = request
  const name = senderName(request) || new URL(config.publicUrl).host
  await writeMail(
    tx,
    {
      to: family.email,
      accountId: family.id,
      subject: `Your bookings at ${name}`,
      paragraphs: [
        greeting(family.firstName),
        'You have booked with us without an account. As we agreed, we have an account for you, and your bookings can be in it.',
        `Add my bookings to my account: ${claimAddress(config, family, now)}`,
        'The link works for a month. If you did not ask for it, you can ignore this message: without it nothing changes.',
      ],
      purpose: 'invitation',
    },
    now,
  )
}
