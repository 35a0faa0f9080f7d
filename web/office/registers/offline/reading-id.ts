import { readingMinutes } from '#domain/limits.ts'

/** The readings of the registers that are open on this page. */
const open = new Map<string, { id: string; since: number }>()
const keyOf = (sessionId: number, day: string) => `${sessionId} ${day}`

/**
 * Returns the id of the reading of an open register. It is the same for every question to the server and for what the
 * device shows meanwhile, so that the log has one row for it (record 286).
 */
export function readingOf(sessionId: number, day: string): string {
  const key = keyOf(sessionId, day)
  const present = open.get(key)
  if (present && Date.now() - present.since < readingMinutes * 60_000) return present.id
  const id = crypto.randomUUID()
  open.set(key, { id, since: Date.now() })
  return id
}

/** Ends a reading, because the register was left: to open it again is another reading. */
export const endReading = (sessionId: number, day: string): unknown => open.delete(keyOf(sessionId, day))
