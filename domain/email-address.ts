/** Whether a text is a phone number: at least seven digits, and no words. */
export const isPhoneNumber = (text: string): boolean =>
  /^[\d\s()+./-]*$/.test(text) && text.replace(/\D/g, '').length >= 7

/**
 * Whether mail can be sent to an address and the card provider accepts it: one ASCII address whose host has
 * two parts or more. Accounts, guests, enquiries, imports and staff all use this rule.
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
 * Normalises a phone number to its national form: '07700 900 001', '+44 7700 900001' and '7700900001' are one
 * number. The function `phone_words` in compare-text.sql has the same rules.
 */
export const dialledNumber = (written: string): string =>
  written
    .replace(/\D/g, '')
    .replace(/^(00)?440?/, '0')
    .replace(/^([127]\d{9})$/, '0$1')

/**
 * Returns the number that a link dials: the first if two are written, and '+44 (0)7700 900001' without the 0.
 */
export function telOf(written: string): string {
  const [first = ''] = written.split('/')
  return (isPhoneNumber(first) ? first : written)
    .replace(/^((?:\+|00)[\d\s]*)\(0\)/, '$1')
    .replace(/[^\d+]/g, '')
}
