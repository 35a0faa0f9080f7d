import type { Services } from '#server/services.ts'

/** Sends one written mail through SMTP; without SMTP the local mailbox keeps it and that is all. */
export async function sendMail(
  { db, clock, config }: Services,
  { mailId }: { mailId: number },
): Promise<void> {
  if (!config.smtpUrl) return
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!mail) return
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(config.smtpUrl)
  await transport.sendMail({
    from: config.mailFrom,
    to: mail.to_email,
    subject: mail.subject,
    text: mail.body_text,
    messageId: `<mail-${mail.id}@${new URL(config.publicUrl).hostname}>`,
  })
  // What was sent is no longer kept: a code or an order belongs to the reader's own mailbox.
  await db.updateTable('mails').set({ sent_at: clock(), body_text: '' }).where('id', '=', mailId).execute()
}
