import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { registers } from '#contract/office/registers.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { openRegisters } from '#domain/office/people.ts'
import { dayEndsAt, registerDays } from '#domain/office/register-days.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { readRegister } from './open-register.ts'
import { isShown, readRegisterHead, seenBy } from './queries.ts'
import { type ChildNotes, openAll, readNotes } from './read-notes.ts'

/** How many sessions one answer holds, so that its work stays small for a business with many halls (record 098). */
const sessionsInAnswer = 20

/**
 * Reads the registers that a phone downloads, by the rights of an opened register. Notes that the phone does not have are
 * sent and logged as read. A note that has not changed is opened only to compare it, and not logged again.
 */
export async function takeAlong(
  request: OfficeRequest,
  { known, after }: CallInput<typeof registers.along>,
): Promise<CallOutput<typeof registers.along>> {
  const { db, clock } = request
  return transaction(db, async tx => {
    const ids = await findSessions(tx, request, after)
    const opened = []
    for (const sessionId of ids.slice(0, sessionsInAnswer)) {
      const head = await readRegisterHead(tx, sessionId, seenBy(request), clock())
      if (!head) continue
      for (const day of daysAhead(head, clock()))
        opened.push({ head, register: await readRegister(tx, request, head, day) })
    }
    const { fresh, same } = await compareNotes(tx, request, opened, known)
    const notes: (ChildNotes & { hash: string })[] = []
    // The log's rows come last, because they lock its end.
    for (const { head, childIds } of fresh) {
      const read = await readNotes(tx, request, childIds, { session: head })
      notes.push(...read.map(note => ({ ...note, hash: hashOf(request, note) })))
    }
    return {
      registers: opened.map(({ head, register }) => ({ ...register, endsAt: head.endsAt.toISOString() })),
      ...{ notes, same },
      next: ids.length > sessionsInAnswer ? (ids[sessionsInAnswer - 1] ?? null) : null,
    }
  })
}

/** Finds the sessions whose registers are open. Returns one more than an answer holds if there are more. */
async function findSessions(tx: Tx, request: OfficeRequest, after = 0): Promise<number[]> {
  const { from, to } = openRegisters(request.clock())
  const { rows } = await sql<{
    id: number
  }>`select s.id from sessions s join offerings o on o.id = s.offering_id
    where s.starts_at <= ${to} and s.ends_at >= ${from} and s.id > ${after} and ${isShown(undefined, seenBy(request))}
    order by s.id limit ${sessionsInAnswer + 1}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the days of a date that are in the window: a camp has a register for each. */
function daysAhead(head: Parameters<typeof registerDays>[0], now: Date): string[] {
  const { from, to } = openRegisters(now)
  const [first, last] = [todayInLondon(from), todayInLondon(to)]
  return registerDays(head).filter(day => (day >= first || dayEndsAt(day, head) >= from) && day <= last)
}

type Opened = {
  head: NonNullable<Awaited<ReturnType<typeof readRegisterHead>>>
  register: Awaited<ReturnType<typeof readRegister>>
}[]

/** Finds the children whose notes the phone does not have, once each, with the date for which they are read. */
async function compareNotes(
  tx: Tx,
  request: OfficeRequest,
  opened: Opened,
  known: CallInput<typeof registers.along>['known'],
) {
  const shown = opened.filter(({ head }) => head.notesShown)
  const children = (one: Opened[number]) => one.register.rows.flatMap(({ childId }) => childId ?? [])
  const notes = await openAll(tx, request, [...new Set(shown.flatMap(children))])
  const hashes = new Map(known.map(({ childId, hash }) => [childId, hash]))
  const isKnown = (note: ChildNotes) => hashes.get(note.childId) === hashOf(request, note)
  const same = notes.filter(isKnown).map(({ childId }) => childId)
  const done = new Set(same)
  const fresh = shown.flatMap(one => {
    const childIds = [...new Set(children(one))].filter(childId => !done.has(childId))
    for (const childId of childIds) done.add(childId)
    return childIds.length > 0 ? [{ head: one.head, childIds }] : []
  })
  return { fresh, same }
}

/** A keyed hash, because somebody could guess a short note from a plain one. */
const hashOf = (
  { config }: Pick<OfficeRequest, 'config'>,
  { childId, medical, allergy }: ChildNotes,
): string =>
  createHmac('sha256', config.pepper)
    .update(JSON.stringify([childId, medical, allergy]))
    .digest('base64url')
