import { findUnsigned } from '#server/staff-log/seal-log.ts'
import { type Invariant, minutesBefore, offendersOf, rule } from './invariant.ts'

/** Staff, and the log of what they did. */
export const officeInvariants: Invariant[] = [
  rule(35, 'Each row of the office’s log carries the hash of the one before it, and its own')`
      select 'action ' || id as what from (
        select a.id, a.hash, a.prev_hash, action_text(a) as text,
          lag(a.hash, 1, sha256('')) over (order by a.id) as before
        from staff_actions a
      ) a
      where prev_hash <> before or hash <> sha256(prev_hash || convert_to(text, 'UTF8'))`,
  rule(35, 'The office’s log ends with its last row')`
      select 'the end of the log' as what from audit_head h
      left join lateral (select id, hash from staff_actions order by id desc limit 1) last on true
      where h.last_id <> coalesce(last.id, 0) or h.last_hash <> coalesce(last.hash, sha256(''))
      union all
      select 'the end of the log is missing' where not exists (select from audit_head)`,
  {
    number: 35,
    rule: 'Each row of the office’s log since the first signed one is signed with the data key, and so is its end',
    find: async (db, { dataKeys }) => offendersOf(await findUnsigned(db, dataKeys)),
  },
  rule(37, 'An active member of staff with a password has a second factor')`
      select 'staff ' || id as what from staff where status = 'active' and password_hash <> '' and totp_sealed is null`,
  rule(37, 'Where anybody works in the office there is an owner')`
      select 'nobody owns the business' as what where exists (select from staff where status <> 'invited')
        and not exists (select from staff where role = 'owner' and status = 'active')`,
  rule(38, 'Nobody who is suspended is signed in to the office')`
      select 'staff ' || m.id as what from staff m
      where m.status <> 'active' and exists (
        select from staff_sessions s where s.staff_id = m.id and s.revoked_at is null and s.expires_at > ${({ now }) => now})`,
  rule(38, 'A session of the office is kept as a hash, and lives two weeks at most')`
      select 'session ' || id as what from staff_sessions
      where octet_length(token_hash) <> 32 or expires_at > created_at + interval '14 days'
        or revoked_at is null and expires_at > ${({ now }) => now} and created_at > ${minutesBefore(-10)}`,
]
