import type { TestApp } from './start-test-app.ts'

/** Asks for a code as a visitor would, runs the jobs and reads the newest one from the mailbox. */
export async function sendAndReadCode(
  app: TestApp,
  purpose: 'register' | 'resetPassword',
  email: string,
): Promise<string> {
  await app.visitor.accounts.sendCode({ purpose, email })
  await app.runJobs()
  const mail = await app.db
    .selectFrom('mails')
    .select('body_text')
    .where('to_email', '=', email.toLowerCase())
    .where('purpose', '=', 'code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /is (\d{4})$/m.exec(mail.body_text)?.[1] ?? ''
}

/** Another code than this one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')
