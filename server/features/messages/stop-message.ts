import { sql } from 'kysely'
import { messageSentences } from '#domain/office/messages.ts'
import { requireThat } from '#domain/refusal.ts'
import { notSent } from '#server/database/mail-states.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/**
 * Stops a message. Locks it, so that no more mails are written, and cancels those that wait. A mail that is just being
 * handed to the mail server is still sent.
 */
export const stopMessage = (
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Recorded<object>> =>
  recordAction(request, asked, async tx => {
    const { id } = asked
    const now = request.clock()
    const message = await tx
      .selectFrom('office_messages')
      .select(['decided_at', 'stopped_at', 'account_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    requireThat(message, messageSentences.notFound)
    const { rows: waiting } = await sql<{ count: number }>`
      select count(*)::integer as count from message_recipients r left join mails m on m.id = r.mail_id
      where r.message_id = ${id} and r.email <> '' and r.left_out = '' and m.sent_at is null and m.refused_at is null`.execute(
      tx,
    )
    const left = waiting[0]?.count ?? 0
    requireThat(message.stopped_at !== null || message.decided_at === null || left > 0, messageSentences.over)
    if (message.stopped_at === null) {
      await tx
        .updateTable('office_messages')
        .set({ stopped_at: now, stopped_by: request.staff.staffId })
        .where('id', '=', id)
        .execute()
      await sql`update mails set refused_at = ${now}, refusal = ${notSent.stopped}, body_text = '', unsubscribe_address = ''
        where id in (select mail_id from message_recipients where message_id = ${id})
          and sent_at is null and refused_at is null`.execute(tx)
    }
    return {
      answer: {},
      action: {
        ...{ action: 'message.stop' as const, subjectKind: 'message', subjectId: id },
        ...(message.account_id && { accountId: message.account_id }),
        facts: { left },
      },
    }
  })
