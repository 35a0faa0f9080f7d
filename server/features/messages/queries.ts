import { type RawBuilder, sql } from 'kysely'
import type { ListedMessage, MessageRecipient, messages, OpenedMessage } from '#contract/office/messages.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { isGivenUp } from '#server/database/mail-states.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { hasPracticeMailbox } from '#server/mail/mail-server.ts'

type Mailing = Pick<Config, 'smtpUrl' | 'isMailServerOfOffice'>

/**
 * The state of a recipient `r` with its mail `m`, from the times kept with each mail. In a practice mailbox a mail counts
 * as sent when it lies there.
 */
const stateOf = (config: Mailing, message: RawBuilder<unknown>) => sql<MessageRecipient['state']>`case
  when r.email = '' then 'toRing'
  when r.left_out <> '' then 'leftOut'
  when m.sent_at is not null then 'sent'
  when ${isGivenUp} then 'givenUp'
  when m.refused_at is not null then 'leftOut'
  ${hasPracticeMailbox(config) ? sql`when m.id is not null then 'sent'` : sql``}
  when m.id is null and ${message} is not null then 'leftOut'
  when m.put_off_at is not null then 'putOff'
  else 'waiting' end`

const columns = (config: Mailing) => sql`x.id, x.kind, coalesce(
    nullif(btrim(a.first_name || ' ' || a.last_name), ''), x.about) as about, x.account_id as "accountId", x.subject,
  case when x.automatic is null then coalesce(w.full_name, '') else 'Automatic' end as by, ${isoTime('x.send_at')} as "sendAt",
  case when x.stopped_at is not null then 'stopped' when x.decided_at is null then 'planned'
    when n.waiting + n."putOff" > 0 then 'sending' else 'sent' end as state,
  n.waiting, n."putOff", n.sent, n."givenUp", n."leftOut", n."toRing", x.without_consent as "withoutConsent"
  from office_messages x join staff w on w.id = x.staff_id
    left join accounts a on a.id = x.account_id and a.status = 'active'
    cross join lateral (
      select count(*) filter (where state = 'waiting')::integer as waiting,
        count(*) filter (where state = 'putOff')::integer as "putOff",
        count(*) filter (where state = 'sent')::integer as sent,
        count(*) filter (where state = 'givenUp')::integer as "givenUp",
        count(*) filter (where state = 'leftOut')::integer as "leftOut",
        count(*) filter (where state = 'toRing')::integer as "toRing"
      from (select ${stateOf(config, sql`x.stopped_at`)} as state from message_recipients r
        left join mails m on m.id = r.mail_id where r.message_id = x.id) every
    ) n`

/** Lists messages, the newest first; with `accountId`, those that this family was sent. */
export const listOfficeMessages = (
  db: Db,
  config: Mailing,
  { accountId, ...asked }: CallInput<typeof messages.list>,
): Promise<OfficeList<ListedMessage>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select x.id as "rowId", ${columns(config)}
      where ${
        accountId
          ? sql`(x.account_id = ${accountId}
              or exists (select from message_recipients r where r.message_id = x.id and r.account_id = ${accountId}))`
          : sql`true`
      } and ${and}`,
    comesAfter: id => sql`x.id < ${id}`,
    order: sql`x.id desc`,
  })

/** Reads one message with its text; undefined if it is not there. */
export async function readOfficeMessage(
  db: Db,
  config: Mailing,
  id: number,
): Promise<OpenedMessage | undefined> {
  const { rows } = await sql<OpenedMessage>`select x.body as text,
      (select id from sessions where id = (x.audience->>'sessionId')::bigint) as "sessionId",
      (select id from offerings where id = (x.audience->>'offeringId')::bigint) as "offeringId", case when x.stopped_at is not null then
      json_build_object('by', (select full_name from staff where id = x.stopped_by), 'at', ${isoTime('x.stopped_at')})
    end as stopped, ${columns(config)} where x.id = ${id}`.execute(db)
  return rows[0]
}

/** Lists the recipients of a message: those who need a person first, then by address. */
export const listMessageRecipients = (
  db: Db,
  config: Mailing,
  { id, state, ...asked }: CallInput<typeof messages.recipients>,
): Promise<OfficeList<MessageRecipient>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select * from (
      select r.id as "rowId", r.id, r.account_id as "accountId", r.name, r.email, r.phone,
        ${stateOf(config, sql`x.stopped_at`)} as state,
        coalesce(${isoTime('m.sent_at')}, ${isoTime('m.refused_at')}, ${isoTime('m.put_off_at')}) as at,
        coalesce(nullif(r.left_out, ''), nullif(m.refusal, ''), case when m.id is null and x.stopped_at is not null
          then 'stopped' end, '') as why,
        ${isoTime('r.rung_at')} as "rungAt"
      from message_recipients r join office_messages x on x.id = r.message_id left join mails m on m.id = r.mail_id
      where r.message_id = ${id} and ${and}
    ) recipients where ${state ? sql`state = ${state}` : sql`true`}`,
    comesAfter: recipientId => sql`r.id > ${recipientId}`,
    order: sql`"rowId"`,
  })
