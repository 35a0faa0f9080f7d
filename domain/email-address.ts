/** Whether somebody could be called or written to there: the digits of the shortest number in use, and no words. */
export const isPhoneNumber = (text: string): boolean =>
  /^[\d\s()+./-]*$/.test(text) && text.replace(/\D/g, '').length >= 7

/** Whether a mail could be sent there: one address, nothing that means something else in a mail's header. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/.test(text)

/** As it is dialled within the country: '07700 900 001' and '+44 7700 900001' are one number. */
export const dialledNumber = (written: string): string =>
  written.replace(/\D/g, '').replace(/^(00)?440?/, '0')

/** What a link dials: the first where two are written, '+44 (0)7700 900001' without the nought of callers at home. */
export function telOf(written: string): string {
  const [first = ''] = written.split('/')
  return (isPhoneNumber(first) ? first : written)
    .replace(/^((?:\+|00)[\d\s]*)\(0\)/, '$1')
    .replace(/[^\d+]/g, '')
}
