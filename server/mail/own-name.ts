import type { Services } from '#server/services.ts'

/** Our name, as mails give their sender and their greeting: the business's own, else that of MAIL_FROM. */
export const ownName = ({ business, config }: Pick<Services, 'business' | 'config'>): string =>
  business.name || config.mailFrom.name
