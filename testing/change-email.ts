import type { Api } from '#contract/client.ts'
import { readCode, readMail } from './read-code.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * Changes an account's address with the code that is mailed to the new one. Returns the secret of the link
 * that undoes it.
 */
export async function changeEmail(app: TestApp, { accounts }: Api, email: string): Promise<string> {
  const { email: oldEmail } = await accounts.profile()
  await accounts.editProfile({ email })
  await accounts.confirmEmail({ code: await readCode(app, email) })
  return /#([\w-]{43})$/m.exec(await readMail(app, oldEmail, 'email-changed'))?.[1] ?? ''
}
