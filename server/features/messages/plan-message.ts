import { sql } from 'kysely'
import type { MessagePreview, messages } from '#contract/office/messages.ts'
import type { CallInput } from '#contract/wire.ts'
import { maxFamiliesWithoutReauthentication, maxSubjectLength } from '#domain/limits.ts'
import {
  advertisingIn,
  cannotFillIn,
  type FillIn,
  fillInsOf,
  isThisAdvertising,
  type MessageKind,
  messageSentences,
  unknownFillIn,
  wideAudiences,
} from '#domain/office/messages.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type About, type AnyAudience, describeAudience, type Recipient, recipientsOf } from './audience.ts'
import { endingOf, fillInMessage, ownLink } from './fill-in-message.ts'

export type Draft = CallInput<typeof messages.preview>

/** The addresses that a message reaches, and its first three recipients. */
export interface Reached {
  mailed: number
  toRing: number
  withoutConsent: number
  samples: Recipient[]
}
type Plan = About & Reached

/** Offers, and messages to more than a class or a day, are for managers (spec 3 §6). */
export function requireMayWriteTo(
  { staff }: OfficeRequest,
  { kind, audience }: Pick<Draft, 'kind' | 'audience'>,
): void {
  const isWide = kind === 'offers' || wideAudiences.includes(audience.to)
  if (isWide && !may(staff.role, 'message.all')) throw new OfficeRefusal(officeSentences.notYours, 403)
}

/** Counts whom a message reaches, and reads three of them. */
export async function planMessage(db: Db, { audience, kind }: Draft, now: Date): Promise<Plan> {
  return { ...(await describeAudience(db, audience)), ...(await countReached(db, audience, kind, now)) }
}

/** Counts whom an audience reaches, and reads three of them. */
export async function countReached(
  db: Db,
  audience: AnyAudience,
  kind: MessageKind,
  now: Date,
): Promise<Reached> {
  const { rows } = await sql<Reached>`
    with found as materialized (${recipientsOf(audience, kind, now)})
    select count(*) filter (where agreed and email <> '')::integer as mailed,
      count(*) filter (where agreed and email = '')::integer as "toRing",
      count(*) filter (where not agreed)::integer as "withoutConsent",
      (select coalesce(json_agg(json_build_object('accountId', account_id, 'name', name, 'firstName', first_name,
          'email', email, 'phone', phone, 'children', children, 'classes', classes, 'day', day,
          'bookings', bookings, 'orders', orders) order by contact), '[]')
        from (select * from found where agreed and email <> '' order by contact limit 3) first) as samples
    from found`.execute(db)
  const [reached] = rows
  if (!reached) throw new Error('the audience was not counted')
  return reached
}

/** Previews a draft, which may be half written: its figures, and its mails to three recipients. */
export async function previewMessage(request: OfficeRequest, draft: Draft): Promise<MessagePreview> {
  requireMayWriteTo(request, draft)
  const plan = await planMessage(request.db, draft, request.clock())
  const { mailed, toRing, withoutConsent } = plan
  return {
    about: plan.family || plan.about,
    ...{ mailed, toRing, withoutConsent },
    needsProof: isMany(plan),
    advertising: await findAdvertising(request, draft),
    samples: plan.samples.map(recipient => ({
      name: recipient.name || recipient.email,
      email: recipient.email,
      ...asMailed(request, draft, recipient),
    })),
  }
}

/** Says by which words a service message sounds like advertising, and how many addresses an offer would reach. */
async function findAdvertising(
  { db, staff, clock }: OfficeRequest,
  { kind, audience, subject, text }: Draft,
): Promise<MessagePreview['advertising']> {
  const words = kind === 'service' && (await advertisingWords(db, subject, text))
  if (!words) return null
  const mayOffer = may(staff.role, 'message.all')
  return {
    words,
    offerMailed: mayOffer ? (await countReached(db, audience, 'offers', clock())).mailed : 0,
  }
}

/** Returns a draft as one recipient gets it, with words for the link that is their own. */
export function asMailed(
  request: OfficeRequest,
  draft: Draft,
  recipient: Recipient,
): { subject: string; text: string } {
  const { subject, paragraphs } = fillInMessage(draft, recipient)
  const ending = endingOf(draft.kind, request, ownLink)
  return { subject, text: [...paragraphs, ...ending].join('\n\n') }
}

export const isMany = ({ mailed, toRing }: Pick<Plan, 'mailed' | 'toRing'>): boolean =>
  mailed + toRing > maxFamiliesWithoutReauthentication

/** Refuses a draft that cannot be sent as it is written, by field. */
export const requireComplete = (db: Db, draft: Draft, isNotAdvertising: boolean): Promise<void> =>
  requireSendable(db, { ...draft, fillIns: fillInsOf[draft.audience.to] }, isNotAdvertising)

/** Refuses a subject and text that cannot be sent as they are written, by field. */
export async function requireSendable(
  db: Db,
  {
    subject,
    text,
    kind,
    fillIns,
  }: { subject: string; text: string; kind: MessageKind; fillIns: readonly FillIn[] },
  isNotAdvertising: boolean,
): Promise<void> {
  const unknownIn = (words: string) => {
    const word = unknownFillIn(words, fillIns)
    return word && cannotFillIn(word, fillIns)
  }
  requireFields({
    subject:
      (subject.trim() === '' && messageSentences.subjectRequired) ||
      (subject.length > maxSubjectLength && messageSentences.subjectTooLong) ||
      unknownIn(subject),
    text: (text.trim() === '' && messageSentences.textRequired) || unknownIn(text),
  })
  if (kind === 'offers' || isNotAdvertising) return
  const words = await advertisingWords(db, subject, text)
  requireFields({ text: words && isThisAdvertising(words) })
}

async function advertisingWords(db: Db, subject: string, text: string): Promise<string | undefined> {
  const whole = `${subject}\n${text}`
  return advertisingIn(whole) ?? (await discountCodeIn(db, whole))
}

/** Returns the discount code that a text names, if it names one. */
async function discountCodeIn(db: Db, text: string): Promise<string | undefined> {
  const words = [...new Set(text.toUpperCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [])]
  const { rows } = await sql<{ code: string }>`
    select code from discount_codes where upper(code) = any(${words}::text[]) order by code limit 1`.execute(
    db,
  )
  return rows[0]?.code
}
