import type { officeContract } from '#contract/office/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { registerOpensAt } from '#domain/office/people.ts'
import { peopleSentences, registerOpens } from '#domain/office/people-sentences.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { readAttendees, readRegisterHead, readWaiting, readWhenOpen, seenBy } from './queries.ts'
import { badgesOf, type ChildNotes, readBadges, readNotes } from './read-notes.ts'

/**
 * Reads the attendees of a session. From 36 hours before it until 2 hours after it, medical notes are
 * included, which is logged; otherwise badges only say who has notes. A teacher opens their own sessions, in
 * that time only (decision O-35).
 */
export async function openRegister(
  request: OfficeRequest,
  { sessionId }: { sessionId: number },
): Promise<CallOutput<typeof officeContract.registers.get>> {
  const { db, staff } = request
  return transaction(db, async tx => {
    const head = await requireRegister(tx, request, sessionId)
    const attendees = await readAttendees(tx, sessionId, head.date)
    const childIds = attendees.flatMap(({ childId }) => childId ?? [])
    const notes = head.notesShown ? await readNotes(tx, request, childIds, { session: head }) : []
    // Read from the shown notes where there are any: a family may be changing them now.
    const badges = head.notesShown ? badgesOf(notes) : await readBadges(tx, request, childIds)
    const waiting = may(staff.role, 'family.see') ? await readWaiting(tx, sessionId) : []
    return {
      ...head,
      waiting,
      rows: attendees.map(attendee => ({
        ...attendee,
        ...(badges.get(attendee.childId ?? 0) ?? { hasMedical: false, hasAllergy: false }),
        ...notesOf(attendee.childId, notes),
      })),
    }
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
