import type { Page } from '@playwright/test'
import { connectToPostgres } from '#server/database/connect.ts'
import { test } from '../site-test.ts'
import { serversOfJourneys } from './staff-sign-in.ts'

/** How long to wait for what can be undone for a minute. */
export const untilSettled = { timeout: 120_000 }

/** A journey on PostgreSQL at both screen sizes. Only there a journey can move what the clock decides. */
export const movedTest = test.extend({
  baseURL: async ({ browserName: _any }, use, { config }) =>
    use((config.metadata as { postgres: string }).postgres),
})

/** Moves the cancellation on this page a minute back, so that Undo is over. On the embedded database the minute passes. */
export async function endUndo(page: Page, site: string): Promise<void> {
  const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  await runOnPostgres(
    site,
    `update date_cancellations
      set cancelled_at = cancelled_at - interval '60 s', undo_until = undo_until - interval '60 s' where id = ${id};
    update jobs set run_at = run_at - interval '60 s'
      where done_at is null and (payload->>'cancellationId')::bigint = ${id}`,
  )
}

/** Makes a date of today begin now. What was booked before was in time. */
export const beginDate = (site: string, sessionId: number): Promise<void> =>
  runOnPostgres(
    site,
    `update sessions set start_time = date_trunc('second', timestamptz '${new Date().toISOString()}' at time zone
      'Europe/London')::time where id = ${sessionId}`,
  )

async function runOnPostgres(site: string, script: string): Promise<void> {
  const url = serversOfJourneys()[site]?.DATABASE_URL
  if (!url) return
  const { runScript, close } = connectToPostgres(url, { poolSize: 1 })
  await runScript(script).finally(close)
}
