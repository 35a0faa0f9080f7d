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
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readComers, readRegisterHead, readWaiting, readWhenOpen, seenBy } from './queries.ts'
import { type ChildNotes, marksOf, readMarks, readNotes } from './read-notes.ts'

/**
 * Who comes to a session. From 36 hours before it to 2 after it the medical and allergy notes come along, which stands in
 * the log; else nobody's do, and only the marks say of whom there is something to know. A teacher opens their own
 * sessions, and only in that time (decision O-35).
 */
export async function openRegister(
  request: OfficeRequest,
  { sessionId }: { sessionId: number },
): Promise<CallOutput<typeof officeContract.registers.get>> {
  const { db, staff } = request
  return transaction(db, async tx => {
    const head = await requireRegister(tx, request, sessionId)
    const comers = await readComers(tx, sessionId, head.date)
    const childIds = comers.flatMap(({ childId }) => childId ?? [])
    const notes = head.notesShown ? await readNotes(tx, request, childIds, { session: head }) : []
    // Of the words that are shown, where they are: a family may write at this moment.
    const marks = head.notesShown ? marksOf(notes) : await readMarks(tx, request, childIds)
    const waiting = may(staff.role, 'family.see') ? await readWaiting(tx, sessionId) : []
    return {
      ...head,
      waiting,
      rows: comers.map(comer => ({
        ...comer,
        ...(marks.get(comer.childId ?? 0) ?? { hasMedical: false, hasAllergy: false }),
        ...notesOf(comer.childId, notes),
      })),
    }
  })
}

/** The head of a register that this person may open now. */
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
