import { mailCode } from './features/accounts/mail-code.ts'
import type { JobHandlers } from './jobs/run-jobs.ts'
import { sendMail } from './mail/send-mail.ts'

/** What each kind of job does. */
export const jobHandlers = { 'mail-code': mailCode, 'send-mail': sendMail } as JobHandlers
