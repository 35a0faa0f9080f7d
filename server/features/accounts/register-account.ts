import { isEmailAddress, isPhoneNumber } from '#domain/email-address.ts'
import { requireGoodPassword } from '#domain/password-rule.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { type Origin, rememberDevice } from '#server/request/known-device.ts'
import type { Services } from '#server/services.ts'
import { checkCode, useCode } from './check-code.ts'
import { hashPassword } from './hash-password.ts'
import { issueToken } from './tokens.ts'

interface Registration {
  firstName: string
  lastName: string
  mobile: string
  email: string
  password: string
  code: string
}

/** Registers an account with the code mailed to its address, and returns the token (spec 1 §5). */
export async function registerAccount(
  services: Services,
  origin: Origin,
  given: Registration,
): Promise<string> {
  const { email } = given
  requireComplete(given)
  const codeId = await checkCode(services, origin, { purpose: 'register', email, code: given.code })
  const passwordHash = await hashPassword(given.password)
  const now = services.clock()
  try {
    const token = await transaction(services.db, async tx => {
      await useCode(tx, { purpose: 'register', email, codeId }, now)
      const { id } = await tx
        .insertInto('accounts')
        .values({
          email,
          password_hash: passwordHash,
          first_name: given.firstName,
          last_name: given.lastName,
          mobile: given.mobile,
          terms_accepted_at: now,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return issueToken(tx, id, now)
    })
    rememberDevice(services.config, origin.device, { email, passwordHash })
    return token
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once')
      throw new Refusal(sentences.emailTaken, 0, 'email')
    throw error
  }
}

/**
 * Checks the fields in the order of the form, so that the first missing one is named; then the phone number.
 */
function requireComplete({ firstName, lastName, mobile, email, password, code }: Registration): void {
  requireThat(firstName, sentences.firstNameRequired, 'firstName')
  requireThat(lastName, sentences.lastNameRequired, 'lastName')
  requireThat(mobile, sentences.mobileRequired, 'mobile')
  requireThat(isEmailAddress(email), sentences.emailRequired, 'email')
  requireGoodPassword(password)
  requireThat(code, sentences.codeRequired, 'code')
  requireThat(isPhoneNumber(mobile), sentences.phoneInvalid, 'mobile')
}
