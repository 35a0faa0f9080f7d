import { sql } from 'kysely'
import type { RequestLine } from '#domain/booking-rules.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'
import { type AskedPage, rowsBefore } from '#server/database/paging.ts'
import { type SessionRow, sessionColumns } from '#server/features/offerings/session-columns.ts'
import { sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'

/** A stored line of a basket: a session and its attendees. */
export interface BasketLine {
  id: number
  session: SessionRow & { image: string }
  question: string
  children: { id: number; name: string }[]
  fullName: string
  email: string
  phone: string
}

type LineRow = SessionRow & { image: string } & Omit<BasketLine, 'id' | 'session'> & { lineId: number }

interface Wanted {
  kind: OfferingKind
  now: Date
  /** The ids of the lines to read. If left out, a page of all lines is read. */
  lineIds: number[]
  asked?: AskedPage
}

/** Reads the account's own lines of a kind, newest first. Lines of other accounts are left out. */
export async function readBasketLines(
  db: Db,
  accountId: AccountId,
  { kind, now, lineIds, asked }: Wanted,
): Promise<BasketLine[]> {
  const { rows } = await sql<LineRow>`
    select ${sessionColumns(now)}, coalesce(nullif(o.image_path, ''), t.image_path) as image, l.id as "lineId",
      o.question,
      l.attendee_name as "fullName", l.attendee_email as email, l.attendee_phone as phone,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_name)
          order by c.id), '[]')
        from basket_session_children b join children c on c.id = b.child_id
        where b.basket_session_id = l.id) as children
    from basket_sessions l
    join ${sessionsAndTheirs} on s.id = l.session_id
    where l.account_id = ${accountId} and l.kind = ${kind}
      and (${asked !== undefined}::boolean or l.id = any(${lineIds}))
    order by l.id desc
    limit ${asked?.perPage ?? null} offset ${asked ? rowsBefore(asked) : 0}`.execute(db)
  return rows.map(({ lineId, question, children, fullName, email, phone, ...session }) => ({
    id: lineId,
    session,
    question,
    children,
    fullName,
    email,
    phone,
  }))
}

export async function countBasketLines(db: Db, accountId: AccountId, kind: OfferingKind): Promise<number> {
  const { total } = await db
    .selectFrom('basket_sessions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return total
}

/** Converts a stored line to the form that the booking rules take. */
export function toRequestLine(kind: OfferingKind, line: BasketLine): RequestLine {
  const { fullName, email, phone } = line
  return {
    sessionId: line.session.id,
    attendees:
      offeringKinds[kind].attendees === 'children'
        ? { who: 'children', childIds: line.children.map(({ id }) => id) }
        : { who: 'contact', fullName, email, phone },
  }
}
