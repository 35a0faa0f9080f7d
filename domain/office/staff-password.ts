import { commonPasswords } from '../common-passwords.ts'
import { officeSentences } from './sentences.ts'

/** What is wrong with a new password of a member of staff, if anything: 12 to 128 characters, no common one (spec 3 §9). */
export function staffPasswordProblem(password: string): string | undefined {
  if (password.length < 12 || password.length > 128) return officeSentences.staffPasswordLength
  return commonPasswords.has(password.toLowerCase()) ? officeSentences.staffPasswordCommon : undefined
}
