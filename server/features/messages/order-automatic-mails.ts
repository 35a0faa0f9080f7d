import { sql } from 'kysely'
import { momentInLondon } from '#domain/calendar.ts'
import { type AutomaticKind, automaticKinds, automaticMails } from '#domain/office/automatic-mails.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { recipientsOf } from './audience.ts'
import { type AutomaticAudience, describeAutomatic } from './automatic-audience.ts'

/**
 * Orders the automatic mails of the day, each at its time in London. The row of the kind is claimed for the day in the
 * transaction that writes the message. So several processes, and one that was killed, order each once.
 */
export async function orderAutomaticMails(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const [day = '', time = ''] = momentInLondon(now).split(' ')
  const isTime = ({ from, until }: (typeof automaticMails)[AutomaticKind]) => time >= from && time < until
  for (const kind of automaticKinds.filter(one => isTime(automaticMails[one]))) {
    if (await transaction(db, tx => orderOne(tx, { to: kind, day }, now))) services.jobWaiting()
  }
}

/** Orders one automatic mail; returns whether it reaches anybody. */
async function orderOne(tx: Tx, audience: AutomaticAudience, now: Date): Promise<boolean> {
  const { to, day } = audience
  const mail = await tx
    .updateTable('automatic_mails')
    .set({ last_run_on: day })
    .where('kind', '=', to)
    .where('is_on', '=', true)
    .where(is => is.or([is('last_run_on', 'is', null), is('last_run_on', '<', day)]))
    .returning(['subject', 'body', 'updated_by'])
    .executeTakeFirst()
  if (!mail?.updated_by) return false
  const { kind } = automaticMails[to]
  const { rows } = await sql`select from (${recipientsOf(audience, kind, now)}) found
    where agreed and email <> '' limit 1`.execute(tx)
  if (rows.length === 0) return false
  const { id } = await tx
    .insertInto('office_messages')
    .values({
      ...{ kind, audience: JSON.stringify(audience), about: describeAutomatic(audience) },
      ...{ subject: mail.subject, body: mail.body, staff_id: mail.updated_by },
      ...{ created_at: now, send_at: now, automatic: to, automatic_on: day },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'send-automatic-mail', { messageId: id }, now)
  return true
}

/** Whether it is too late in the day for an automatic mail, because no server ran at its time. */
export const isTooLate = ({ to, day }: AutomaticAudience, now: Date): boolean =>
  momentInLondon(now) >= `${day} ${automaticMails[to].until}`
