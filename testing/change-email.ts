import type { Api } from '#contract/client.ts'
import { readCode, readMail } from './read-code.ts'
import type { TestApp } from './start-test-app.ts'

/** Gives an account another address with the code that is mailed there; gives the secret of the link to take it back. */
export async function changeEmail(app: TestApp, { accounts }: Api, email: string): Promise<string> {
  const { email: oldEmail } = await accounts.profile()
  await accounts.editProfile({ email })
  await accounts.confirmEmail({ code: await readCode(app, email) })
  return /#([\w-]{43})$/m.exec(await readMail(app, oldEmail, 'email-changed'))?.[1] ?? ''
}
