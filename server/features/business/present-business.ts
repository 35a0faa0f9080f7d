import type { Db } from '#server/database/connect.ts'
import { senderName } from '#server/mail/mail-markup.ts'
import type { Services } from '#server/services.ts'

/** What every page and mail depends on: the name and the colours of the business, and whether visitors are let in. */
export interface PresentBusiness {
  name: string
  accent: string
  accentDark: string
  isOpen: boolean
}

export const unknownBusiness = (): PresentBusiness => ({
  name: '',
  accent: '#c23f1b',
  accentDark: '#9c2f11',
  isOpen: false,
})

/**
 * Reads it anew. A process looks when it starts, after each change of its own and every two seconds, so that a change
 * made in another process is seen within five and no call pays for it (record 057).
 */
export async function lookAtBusiness({ db, business }: { db: Db; business: PresentBusiness }): Promise<void> {
  const row = await db
    .selectFrom('business')
    .select(['name', 'accent', 'accent_dark as accentDark', 'opened_at'])
    .executeTakeFirst()
  if (row) Object.assign(business, { ...row, isOpen: row.opened_at !== null })
}

/** Our name, as mails give their sender and their greeting: the business's own, else that of MAIL_FROM. */
export const ownName = ({ business, config }: Pick<Services, 'business' | 'config'>): string =>
  business.name || senderName(config.mailFrom)
