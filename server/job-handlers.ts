import type { JobHandlers } from './jobs/run-jobs.ts'

/** What each kind of job does. */
export const jobHandlers = {} as JobHandlers
