import type { officeContract } from '#contract/office/contract.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { marksCloseAt, marksOpenAt } from '#domain/office/marks.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { registerOpensAt } from '#domain/office/people.ts'
import { peopleSentences, registerOpens } from '#domain/office/people-sentences.ts'
import { may } from '#domain/office/permissions.ts'
import { registerDays } from '#domain/office/register-days.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { readDayMarks } from './day-marks.ts'
import { listHandOvers } from './hand-overs.ts'
import { readAttendees, readRegisterHead, readWaiting, readWhenOpen, seenBy } from './queries.ts'
import { badgesOf, type ChildNotes, readBadges, readNotes } from './read-notes.ts'

/**
 * Reads the attendees of a session. From 36 hours before it until 2 hours after it, medical notes are
 * included, which is logged; otherwise badges only say who has notes. A teacher opens their own sessions, in
 * that time only (decision O-35).
 */
export async function openRegister(
  request: OfficeRequest,
  { sessionId, day: asked, reading }: CallInput<typeof officeContract.registers.get>,
): Promise<CallOutput<typeof officeContract.registers.get>> {
  const { db, clock } = request
  return transaction(db, async tx => {
    const head = await requireRegister(tx, request, sessionId)
    const day = dayOf(registerDays(head), asked ?? todayInLondon(clock()))
    const register = await readRegister(tx, request, head, day)
    const childIds = register.rows.flatMap(({ childId }) => childId ?? [])
    const notes = head.notesShown ? await readNotes(tx, request, childIds, { session: head, reading }) : []
    // Where notes are shown, the badges come from them, because a family may change a note between two reads.
    const badges = badgesOf(notes)
    return {
      ...register,
      rows: register.rows.map(row => ({
        ...row,
        ...(badges.get(row.childId ?? 0) ?? {}),
        ...notesOf(row.childId, notes),
      })),
    }
  })
}

/** Reads a register without its notes: only badges say who has some. The caller has checked who may open it. */
export async function readRegister(
  tx: Tx,
  request: OfficeRequest,
  head: Awaited<ReturnType<typeof requireRegister>>,
  day: string,
) {
  const { staff, clock } = request
  const { id: sessionId } = head
  const attendees = await readAttendees(tx, sessionId, day)
  const badges = await readBadges(
    tx,
    request,
    attendees.flatMap(({ childId }) => childId ?? []),
  )
  const waiting = may(staff.role, 'family.see') ? await readWaiting(tx, sessionId) : []
  const isMarked = may(staff.role, 'register.mark') && !head.cancelled
  return {
    ...head,
    ...{ day, days: registerDays(head), waiting },
    handOvers: head.cancelled ? [] : await listHandOvers(tx, sessionId, clock()),
    ...(await readDayMarks(tx, { sessionId, day }, clock())),
    marksFrom: isMarked ? marksOpenAt(day, head.startTime).toISOString() : null,
    marksUntil: isMarked ? (marksCloseAt(staff.role, head.endsAt)?.toISOString() ?? null) : null,
    rows: attendees.map(attendee => ({
      ...attendee,
      ...(badges.get(attendee.childId ?? 0) ?? { hasMedical: false, hasAllergy: false }),
      ...{ medical: null, allergy: null },
    })),
  }
}

/** Returns the requested day if the session has it; else its last day before that; else its first. */
const dayOf = (days: string[], asked: string): string =>
  days.findLast(day => day <= asked) ?? days[0] ?? asked

/**
 * Reads the marks of a day, for members who may open the register now. Reads no medical note, so it logs
 * nothing.
 */
export async function readMarksOfDay(
  request: OfficeRequest,
  asked: { sessionId: number; day: string },
): Promise<CallOutput<typeof officeContract.registers.marks>> {
  const { db, clock } = request
  return transaction(db, async tx => {
    await requireRegister(tx, request, asked.sessionId)
    return readDayMarks(tx, asked, clock())
  })
}

/** Reads the head of a register that this person may open now. */
export async function requireRegister(tx: Tx, request: OfficeRequest, sessionId: number) {
  const head = await readRegisterHead(tx, sessionId, seenBy(request), request.clock())
  if (!head && request.staff.role === 'teacher')
    throw new OfficeRefusal(await whyNotOpen(tx, request, sessionId), 403)
  requireThat(head, officeSentences.notFound)
  return head
}

async function whyNotOpen(tx: Tx, { staff, clock }: OfficeRequest, sessionId: number): Promise<string> {
  const own = await readWhenOpen(tx, sessionId, staff.staffId)
  if (!own) return peopleSentences.registerNotYours
  const opensAt = registerOpensAt(own.startsAt)
  return opensAt > clock() ? registerOpens(opensAt, clock()) : peopleSentences.registerClosed
}

const notesOf = (childId: number | null, notes: ChildNotes[]) => {
  const found = notes.find(note => note.childId === childId)
  return { medical: found?.medical ?? null, allergy: found?.allergy ?? null }
}
