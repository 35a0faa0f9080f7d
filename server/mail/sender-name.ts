import type { Services } from '#server/services.ts'

/** Returns the sender's name for mails: the business's own, else that of MAIL_FROM. */
export const senderName = ({ business, config }: Pick<Services, 'business' | 'config'>): string =>
  business.name || config.mailFrom.name
