import type { TestApp } from './start-test-app.ts'

/** Asks for a code as a visitor would, runs the jobs and reads the newest one from the mailbox. */
export async function sendAndReadCode(
  app: TestApp,
  purpose: 'register' | 'resetPassword',
  email: string,
): Promise<string> {
  await app.visitor.accounts.sendCode({ purpose, email })
  return readCode(app, email)
}

/** Runs the jobs and reads the newest code that was mailed to the address. */
export async function readCode(app: TestApp, email: string): Promise<string> {
  return /is (\d{4})$/m.exec(await readMail(app, email, 'code'))?.[1] ?? ''
}

/** Runs the jobs and reads the newest mail of this purpose to the address. */
export async function readMail(app: TestApp, email: string, purpose: string): Promise<string> {
  await app.runJobs()
  const mail = await app.db
    .selectFrom('mails')
    .select('body_text')
    .where('to_email', '=', email.toLowerCase())
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return mail.body_text
}

/** Returns a code that differs from this one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')
