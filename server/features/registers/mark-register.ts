import { type Insertable, sql } from 'kysely'
import type { MarkToSend, registers } from '#contract/office/registers.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { type MarkProblem, marksCloseAt, marksOpenAt } from '#domain/office/marks.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { registerDays } from '#domain/office/register-days.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { isTaughtBy } from './queries.ts'

type Answer = CallOutput<typeof registers.mark>['answers'][number]

/**
 * Adds marks to registers. A mark counts at the device's time, even if it arrives late. A mark whose place is
 * gone is kept and flagged. A repeated mark is kept once and answered again, so the call needs no
 * `requestId`.
 */
export const markRegister = (
  request: OfficeRequest,
  { marks, by }: CallInput<typeof registers.mark>,
): Promise<Recorded<CallOutput<typeof registers.mark>>> =>
  recordAction(request, {}, async tx => {
    requireAuthor(request, by)
    const facts = await readFacts(tx, request, marks)
    const judged = marks.map(mark => ({ mark, verdict: judge(mark, facts, request) }))
    const placed = judged.flatMap(({ mark, verdict }) => ('problem' in verdict ? [{ mark, ...verdict }] : []))
    const added = await addMarks(tx, request, placed)
    return {
      answer: {
        now: request.clock().toISOString(),
        answers: judged.map(({ mark, verdict }) => answerOf(mark.id, verdict)),
      },
      action: [...new Set(added.map(({ sessionId }) => sessionId))].map(sessionId => {
        const those = added.filter(mark => mark.sessionId === sessionId)
        const bookings = those.flatMap(({ bookingId }) => facts.bookings.get(bookingId ?? 0) ?? [])
        return {
          ...{ action: 'register.mark' as const, subjectKind: 'session', subjectId: sessionId },
          childIds: [...new Set(bookings.flatMap(({ childId }) => childId ?? []))],
          facts: { marks: those.length },
        }
      }),
    }
  })

/**
 * Refuses marks that a colleague made on this device, because they would count as made by the member who is signed in
 * now.
 */
export function requireAuthor({ staff }: OfficeRequest, by = Number(staff.staffId)): void {
  requireThat(by === staff.staffId, peopleSentences.markedByOther)
}

type Verdict = { problem: MarkProblem | '' } | { refused: string }

const answerOf = (id: string, verdict: Verdict): Answer =>
  'refused' in verdict
    ? { id, outcome: 'refused', sentence: verdict.refused }
    : { id, outcome: verdict.problem === '' ? 'kept' : 'flagged', sentence: '' }

interface SessionFacts {
  id: number
  date: string
  endDate: string
  startTime: string
  endTime: string
  endsAt: Date
  isOwn: boolean
  /** When this member was taken off the date; null if they never had it. */
  ownUntil: Date | null
}

interface BookingFacts {
  id: number
  sessionId: number
  childId: number | null
  isCancelled: boolean
  /** The dates from which the place was moved away. */
  leftSessions: number[]
}

interface Facts {
  sessions: Map<number, SessionFacts>
  bookings: Map<number, BookingFacts>
  walkIns: Map<string, { sessionId: number; day: string }>
}

async function readFacts(tx: Tx, { staff }: OfficeRequest, marks: MarkToSend[]): Promise<Facts> {
  const sessions = await sql<SessionFacts>`select s.id, s.start_date as date, s.end_date as "endDate",
      to_char(s.start_time, 'HH24:MI') as "startTime", to_char(s.end_time, 'HH24:MI') as "endTime",
      s.ends_at as "endsAt", ${isTaughtBy(staff.staffId)} as "isOwn",
      (select f.until from former_teachers f where f.session_id = s.id and f.staff_id = ${staff.staffId}) as "ownUntil"
    from sessions s where s.status <> 'draft' and s.id = any(${marks.map(mark => mark.sessionId)}::bigint[])`.execute(
    tx,
  )
  const bookings = await sql<BookingFacts>`select b.id, b.session_id as "sessionId", b.child_id as "childId",
      b.status = 'cancelled' as "isCancelled",
      (select coalesce(json_agg(v.from_session_id), '[]') from booking_moves v where v.booking_id = b.id) as "leftSessions"
    from bookings b where b.id = any(${marks.flatMap(mark => mark.bookingId ?? [])}::bigint[])`.execute(tx)
  const walkIns = await sql<{ id: string; sessionId: number; day: string }>`
    select id, session_id as "sessionId", on_day as day from walk_ins
    where id = any(${marks.flatMap(mark => mark.walkIn?.id ?? [])}::uuid[])`.execute(tx)
  return {
    sessions: new Map(sessions.rows.map(row => [row.id, row])),
    bookings: new Map(bookings.rows.map(row => [row.id, row])),
    walkIns: new Map(walkIns.rows.map(row => [row.id, row])),
  }
}

/** Decides whether a mark is kept, flagged or refused, by the device's time. */
function judge(mark: MarkToSend, facts: Facts, { staff }: OfficeRequest): Verdict {
  const session = facts.sessions.get(mark.sessionId)
  if (!session) return { refused: officeSentences.notFound }
  const markedAt = new Date(mark.markedAt)
  const wasOwn = session.isOwn || (session.ownUntil !== null && markedAt <= session.ownUntil)
  if (staff.role === 'teacher' && !wasOwn) return { refused: peopleSentences.registerNotYours }
  if (staff.endedAt && markedAt > staff.endedAt) return { refused: peopleSentences.markAfterEnd }
  const isOnDay = registerDays(session).includes(mark.day)
  if (isOnDay && markedAt < marksOpenAt(mark.day, session.startTime))
    return { refused: peopleSentences.markTooEarly }
  const closesAt = marksCloseAt(staff.role, session.endsAt)
  if (closesAt && markedAt > closesAt) {
    const isTeacher = staff.role === 'teacher'
    return { refused: isTeacher ? peopleSentences.registerClosed : peopleSentences.markTooLate }
  }
  if (mark.walkIn) return judgeWalkIn(mark, mark.walkIn.id, isOnDay, facts)
  const booking = facts.bookings.get(mark.bookingId ?? 0)
  if (!booking) return { refused: officeSentences.notFound }
  if (booking.sessionId !== session.id)
    return booking.leftSessions.includes(session.id)
      ? { problem: 'moved' }
      : { refused: peopleSentences.markElsewhere }
  return { problem: booking.isCancelled ? 'cancelled' : isOnDay ? '' : 'day' }
}

function judgeWalkIn(mark: MarkToSend, walkInId: string, isOnDay: boolean, { walkIns }: Facts): Verdict {
  const known = walkIns.get(walkInId)
  const isElsewhere = known && (known.sessionId !== mark.sessionId || known.day !== mark.day)
  if (isElsewhere || mark.bookingId || mark.walkIn?.name === '')
    return { refused: peopleSentences.markElsewhere }
  return { problem: isOnDay ? '' : 'day' }
}

/** Inserts the marks that are new, with their walk-ins, and returns them. */
async function addMarks(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  placed: { mark: MarkToSend; problem: MarkProblem | '' }[],
): Promise<{ sessionId: number; bookingId: number | null }[]> {
  if (placed.length === 0) return []
  const now = clock()
  // A device whose clock is ahead must not win over later marks.
  const madeAt = (at: string) => (new Date(at) > now ? now : new Date(at))
  const common = { staff_id: staff.staffId, received_at: now }
  const walkIns = placed.flatMap(({ mark }): Insertable<Schema['walk_ins']>[] =>
    mark.walkIn
      ? [
          {
            ...{ id: mark.walkIn.id, session_id: mark.sessionId, on_day: mark.day, ...common },
            ...{ name: mark.walkIn.name, phone: mark.walkIn.phone, is_trial: mark.walkIn.isTrial },
            came_at: madeAt(mark.markedAt),
          },
        ]
      : [],
  )
  if (walkIns.length > 0)
    await tx
      .insertInto('walk_ins')
      .values(walkIns)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return tx
    .insertInto('register_marks')
    .values(
      placed.map(({ mark, problem }) => ({
        ...{ id: mark.id, session_id: mark.sessionId, on_day: mark.day, ...common },
        ...{ booking_id: mark.bookingId ?? null, walk_in_id: mark.walkIn?.id ?? null, problem },
        ...{ state: mark.state, collected_by: mark.state === 'left' ? mark.collectedBy : '' },
        marked_at: madeAt(mark.markedAt),
      })),
    )
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning(['session_id as sessionId', 'booking_id as bookingId'])
    .execute()
}
