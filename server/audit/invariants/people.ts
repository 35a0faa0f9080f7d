import { type Invariant, rule } from './invariant.ts'

/** Families as the office finds them, their notes, and imported data. */
export const peopleInvariants: Invariant[] = [
  rule(33, 'Credits that were granted have a member of staff, a reason and an import or a row of the log')`
      select 'credit entry ' || c.id as what from credit_entries c
      where c.reason = 'granted' and (c.staff_id is null or c.memo = '' or not exists (
        select from import_rows r join staff_actions x on x.subject_kind = 'import' and x.subject_id = r.import_id
        where r.account_id = c.account_id and x.action in ('import.run', 'import.undo')) and not exists (
        select from staff_actions x where x.account_id = c.account_id and x.action = 'credit.grant'
          and x.facts ->> 'entry' = c.id::text and x.facts ->> 'delta' = c.delta::text and x.reason <> ''))`,
  rule(33, 'An account was granted the credits of its lines of imports and of the log, each once')`
      select 'account ' || account_id as what from (
        select account_id, delta from credit_entries where reason = 'granted'
        union all
        select account_id, -(made ->> 'credits')::integer from import_rows where outcome = 'made' and made ? 'credits'
        union all
        select account_id, -(facts ->> 'delta')::integer from staff_actions where action = 'credit.grant'
      ) every group by account_id having sum(delta) <> 0`,
  rule(36, 'Every medical note that staff opened stands in the log')`
      select 'day ' || day as what from (
        select day, sum(opened) as opened, sum(logged) as logged from (
          select day, opened, 0 as logged from note_opens
          union all
          select (at at time zone 'Europe/London')::date, 0, cardinality(child_ids) from staff_actions
          where action = 'notes.read'
        ) every group by day
      ) days where opened <> logged`,
  // Compares with the session's times at that moment, because it may have moved. Older rows lack them and
  // count while the session is unchanged.
  rule(36, 'Medical notes are opened with a reason, or for a register that lies open')`
      select 'action ' || x.id as what from staff_actions x
      left join sessions s on x.subject_kind = 'session' and s.id = x.subject_id
      cross join lateral (select coalesce((x.facts ->> 'startsAt')::timestamptz, s.starts_at) as starts_at,
        coalesce((x.facts ->> 'endsAt')::timestamptz, s.ends_at) as ends_at) shown
      where x.action = 'notes.read' and x.reason = '' and (s.id is null
        or x.at < shown.starts_at - interval '36 hours' or x.at > shown.ends_at + interval '2 hours')
        and (x.facts ? 'startsAt' or s.updated_at is null or s.updated_at < x.at)`,
  rule(44, 'Everybody who may be found is found by their words, and nobody else')`
      select coalesce(w.who, p.who) as what from people_words w full join people_search p on p.who = w.who
      where p.words is distinct from w.words`,
  rule(46, 'What an import made is there, unless it was undone')`
      select 'import ' || r.import_id || ' line ' || r.line as what from import_rows r
      where r.outcome = 'made' and (
        r.account_id is null and not r.made ? 'offeringId'
        or r.made ? 'accountId' and not exists (select from accounts a where a.id = (r.made ->> 'accountId')::bigint)
        or r.made ? 'childId' and not exists (select from children c where c.id = (r.made ->> 'childId')::bigint))`,
  // The reverse may happen: earlier answers are not all kept.
  rule(51, 'Nobody whose last answer to offers is a no counts as wanting them')`
      select 'account ' || a.id as what from accounts a cross join lateral (
        select is_given from consents c where c.account_id = a.id and c.kind = 'offers' order by c.id desc limit 1
      ) k
      where a.wants_offers and not k.is_given`,
]
