import { commonPasswords } from './common-passwords.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** Requires a new password of 6 to 128 characters, untruncated, that is not one of the most common (decision B-12). */
export function requireGoodPassword(password: string, field = 'password'): void {
  requireThat(password !== '', sentences.passwordRequired, field)
  requireThat(password.length >= 6 && password.length <= 128, sentences.passwordLength, field)
  requireThat(!commonPasswords.has(password), sentences.passwordTooCommon, field)
}
