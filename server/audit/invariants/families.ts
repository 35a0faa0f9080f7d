import { type RawBuilder, sql } from 'kysely'
import { keyId } from '#server/database/seal-note.ts'
import { type AuditMoment, type Invariant, minutesBefore, rule } from './invariant.ts'

const sealedAtLeastBytes = 33
const envelopeVersion = 1
/** A day, plus time for the hourly task to run after a restart. */
const unusedUploadMinutes = 30 * 60

const sealedNotes = sql`
  select id as child_id, medical_sealed as sealed from children
  union all select id, allergy_sealed from children`

const sealedWith = sql`encode(substring(sealed from 2 for 4), 'hex')`

/** A family's own data, its sign-in and its secrets. */
export const familyInvariants: Invariant[] = [
  rule(21, 'A booking, its order and its child are of one family')`
      select 'booking ' || b.id as what from bookings b
      join orders o on o.id = b.order_id
      left join children c on c.id = b.child_id
      where b.account_id is distinct from o.account_id
        or b.child_id is not null and c.account_id is distinct from o.account_id`,
  rule(21, 'The children of a basket line are of the basket’s family')`
      select 'basket line ' || l.id as what from basket_session_children b
      join basket_sessions l on l.id = b.basket_session_id
      left join children c on c.id = b.child_id
      where c.account_id is distinct from l.account_id or b.account_id <> l.account_id`,
  rule(21, 'A child waits for its own family')`
      select 'waiting entry ' || w.id as what from waiting_entries w
      left join children c on c.id = w.child_id
      where w.child_id is not null and c.account_id is distinct from w.account_id`,
  rule(21, 'A message about an order goes to the family that ordered')`
      select 'message ' || m.id as what from messages m join orders o on o.id = m.order_id
      where m.account_id is distinct from o.account_id`,
  rule(21, 'Credits and points of an order move in the account that ordered')`
      select 'order ' || o.order_number as what from orders o
      join (
        select order_id, account_id from credit_entries union all select order_id, account_id from point_entries
      ) e on e.order_id = o.id
      where e.account_id is distinct from o.account_id`,
  rule(21, 'A discount use belongs to the buyer of its order')`
      select 'order ' || o.order_number as what from discount_uses u join orders o on o.id = u.order_id
      where u.account_id is distinct from o.account_id or o.account_id is null
        and u.guest_contact <> contact_key(o.guest_email, o.guest_phone)`,
  rule(4, 'No account has more children than it may')`
      select 'account ' || a.id as what from accounts a
      where a.children_at_most < (select count(*) from children c where c.account_id = a.id)`,
  rule(23, 'No closed or frozen account is still signed in')`
      select 'account ' || a.id as what from accounts a
      where (a.status <> 'active' or a.frozen_at is not null) and exists (
        select from access_tokens t where t.account_id = a.id and t.revoked_at is null and t.expires_at > ${({ now }) => now})`,
  rule(23, 'Closed account: no personal field left')`
      select 'account ' || a.id as what from accounts a
      where a.status = 'closed' and (
        a.email <> 'closed-' || a.id || '@closed.invalid'
        or concat(a.new_email, a.password_hash, a.first_name, a.last_name, a.mobile, a.avatar_path, a.address_line_1,
          a.address_line_2, a.town, a.postcode, a.note, a.referral_source) <> ''
        or exists (select from children c where c.account_id = a.id and (
          c.first_name <> 'Erased' or c.last_name <> 'Erased' or c.date_of_birth <> '1900-01-01' or c.gender <> 0
          or concat(c.school_name, c.address_line_1, c.address_line_2, c.note, c.avatar_path) <> ''
          or octet_length(c.medical_sealed) > ${sealedAtLeastBytes} or octet_length(c.allergy_sealed) > ${sealedAtLeastBytes}
          or exists (select from emergency_contacts e where e.child_id = c.id)
          or exists (select from pick_up_people p where p.child_id = c.id)))
        or exists (select from orders o where o.account_id = a.id
          and concat(o.guest_name, o.guest_email, o.guest_phone) <> '')
        or exists (select from order_deliveries d join orders o on o.id = d.order_id where o.account_id = a.id
          and concat(d.full_name, d.phone, d.address, d.postcode) <> '')
        or exists (select from order_notes n join orders o on o.id = n.order_id where o.account_id = a.id)
        or exists (select from bookings b where b.account_id = a.id and b.child_id is null
          and (b.attendee_name <> 'Erased' or b.attendee_phone <> '' or b.attendee_email not like '%@closed.invalid'))
        or exists (select from waiting_entries w where w.account_id = a.id
          and (w.name not in ('', 'Erased') or concat(w.email, w.phone) <> ''))
        or exists (select from family_notes n where n.account_id = a.id)
        or exists (select from told_absences t join bookings b on b.id = t.booking_id where b.account_id = a.id)
        or exists (select from register_marks k join bookings b on b.id = k.booking_id
          where b.account_id = a.id and k.collected_by <> '')
        or exists (select from register_notes n join bookings b on b.id = n.booking_id where b.account_id = a.id)
        or exists (select from walk_ins w join orders o on o.id = w.order_id
          where o.account_id = a.id and (w.name <> 'Erased' or w.phone <> ''))
        or exists (select from messages m where m.account_id = a.id)
        or exists (select from mails m where m.account_id = a.id)
        or exists (select from message_recipients r where r.account_id = a.id)
        or exists (select from office_messages m where m.account_id = a.id
          and (m.subject <> 'Erased' or m.body <> 'Erased'))
        or exists (select from basket_sessions l where l.account_id = a.id)
        or exists (select from basket_products l where l.account_id = a.id)
        or exists (select from calendar_feeds f where f.account_id = a.id)
        or exists (select from enquiries q where q.account_id = a.id)
        or exists (select from enquiry_entries e join enquiries q on q.id = e.enquiry_id where q.account_id = a.id)
        or exists (select from media p where p.account_id = a.id)
        or exists (select from email_changes c where c.account_id = a.id))`,
  rule(23, 'No access token lives longer than thirty days')`
      select 'access token ' || id as what from access_tokens where expires_at > created_at + interval '30 days'`,
  rule(23, 'An access token is kept as a hash of 32 bytes alone')`
      select 'access token ' || id as what from access_tokens where octet_length(token_hash) <> 32`,
  rule(23, 'An account has the address of its latest change, or the one of before when that was taken back')`
      select 'account ' || a.id as what from accounts a join (
        select distinct on (account_id) * from email_changes order by account_id, id desc
      ) c on c.account_id = a.id
      where a.email <> case when c.taken_back_at is null then c.new_email else c.old_email end`,
  rule(23, 'An address is taken back within seven days')`
      select 'change ' || id as what from email_changes
      where taken_back_at >= take_back_until or take_back_until > changed_at + interval '7 days'`,
  rule(24, 'A mailed code is tried at most five times')`
      select 'code ' || id as what from email_codes where least(attempts, known_attempts) < 0 or greatest(attempts, known_attempts) > 5`,
  rule(24, 'An address is sent one code of a purpose in five minutes')`
      select 'code ' || id as what from (
        select id, sent_at - lag(sent_at) over (partition by email, purpose order by sent_at) as pause from email_codes
      ) c where pause < interval '5 minutes'`,
  rule(24, 'A mailed code lives at most ten minutes')`
      select 'code ' || id as what from email_codes where expires_at > sent_at + interval '10 minutes'`,
  rule(25, 'Medical and allergy notes are in sealed envelopes')`
      select 'child ' || child_id as what from (${sealedNotes}) n
      where octet_length(sealed) < ${sealedAtLeastBytes} or get_byte(sealed, 0) <> ${envelopeVersion}`,
  rule(25, 'Medical and allergy notes are sealed with a data key that is known')`
      select 'child ' || child_id as what from (${sealedNotes}) n where ${sealedWith} not in (${knownKeys})`,
  rule(25, 'An incident is in a sealed envelope, with a data key that is known')`
      select 'incident ' || id as what from incidents
      where octet_length(sealed) < ${sealedAtLeastBytes} or get_byte(sealed, 0) <> ${envelopeVersion}
        or ${sealedWith} not in (${knownKeys})`,
  rule(28, 'A picture that a family uses and uploaded is among its own uploads')`
      select 'account ' || u.account_id || ' (' || u.path || ')' as what from used_pictures u
      where u.path like 'uploads/%'
        and not exists (select from media m where m.path = u.path and m.account_id = u.account_id)`,
  rule(28, 'No upload that nobody uses is kept much longer than a day')`
      select m.path as what from media m
      where m.account_id is not null and m.created_at < ${minutesBefore(unusedUploadMinutes)}
        and not exists (select from used_pictures u where u.path = m.path)`,
]

function knownKeys({ dataKeys }: AuditMoment): RawBuilder<unknown> {
  if (dataKeys.length > 0) return sql.join(dataKeys.map(key => keyId(key).toString('hex')))
  return sql`select mode() within group (order by ${sealedWith}) from (${sealedNotes}) every`
}
