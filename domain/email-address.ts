/** Whether somebody could be called or written to there: the digits of the shortest number in use, and no words. */
export const isPhoneNumber = (text: string): boolean =>
  /^[\d\s()+./-]*$/.test(text) && text.replace(/\D/g, '').length >= 7

/**
 * Whether a mail can be sent there and the card provider takes it: one ASCII address whose host has two parts or more.
 * The only rule for email addresses; accounts, guests, enquiries, imports and staff use it.
 */
export function isEmailAddress(text: string): boolean {
  const [mailbox = '', host = '', ...more] = text.split('@')
  const parts = host.split('.')
  return (
    text.length <= 254 &&
    more.length === 0 &&
    mailbox.length <= 64 &&
    mailbox.split('.').every(word => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(word)) &&
    parts.length > 1 &&
    parts.every(part => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(part)) &&
    /^[a-z]/i.test(parts.at(-1) ?? '')
  )
}

/**
 * As it is dialled within the country: '07700 900 001', '+44 7700 900001' and '7700900001', as table programs write it,
 * are one number. functions/compare-text.sql (`phone_words`) has the same rules.
 */
export const dialledNumber = (written: string): string =>
  written
    .replace(/\D/g, '')
    .replace(/^(00)?440?/, '0')
    .replace(/^([127]\d{9})$/, '0$1')

/** What a link dials: the first where two are written, '+44 (0)7700 900001' without the nought of callers at home. */
export function telOf(written: string): string {
  const [first = ''] = written.split('/')
  return (isPhoneNumber(first) ? first : written)
    .replace(/^((?:\+|00)[\d\s]*)\(0\)/, '$1')
    .replace(/[^\d+]/g, '')
}
