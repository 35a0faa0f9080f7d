import { sql } from 'kysely'
import { mostPieces } from '#domain/office/catalogue-rules.ts'
import { catalogueSentences, mostWrittenOff, unpaidHold } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { lowStockTold } from '#server/features/orders/move-stock.ts'
import { type Acted, type Action, act } from '#server/features/staff/act.ts'
import { changedBy } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { heldPieces, soldPieces } from './edited-lists.ts'
import { listStockEntries } from './queries.ts'

type Reason = 'delivery' | 'count' | 'writtenOff'
interface Stocked {
  stock: number
  held: number
  sold: number
}
interface Given {
  productId: number
  lastEntry?: number | null
  sold?: number
}
/** What an entry adds, from what was given and what there is. */
const deltaOf: Record<Reason, (pieces: number, there: Stocked) => number> = {
  delivery: pieces => pieces,
  count: (pieces, { stock, held }) => pieces - held - stock,
  writtenOff: pieces => -pieces,
}

/**
 * Puts pieces on the shelf, counts them, or writes them off. Locks the product as an order does, so that what is sold
 * meanwhile is neither counted twice nor forgotten. What is ordered cannot go. What is received or written off is
 * added to whatever there is, and needs no version; a count says what there is, so it names the newest entry that was read
 * and what had been sold, and is refused with 409 when there is a newer one, or something was sold since. What is ordered
 * meanwhile, or runs out, lies on the shelf and is counted with it.
 */
export const changeStock = (
  request: OfficeRequest,
  reason: Reason,
  input: Given & { pieces: number; note: string; requestId?: string },
): Promise<Acted<Omit<Stocked, 'sold'>>> =>
  act(request, input, async tx => {
    const { productId, pieces, note } = input
    requireFields({
      pieces:
        (reason !== 'count' && pieces === 0 && catalogueSentences.morePieces) ||
        (pieces > mostPieces && catalogueSentences.pieces),
      note: reason === 'writtenOff' && !saysWhy(note) && officeSentences.sayWhy,
    })
    await sql`select from products where id = ${productId} for no key update`.execute(tx)
    const { rows } = await sql<Stocked>`select it.stock, ${heldPieces} as held, ${soldPieces} as sold
      from products it where it.id = ${productId}`.execute(tx)
    const [there] = rows
    requireThat(there, officeSentences.notFound)
    const now = request.clock()
    if (reason === 'count') await requireAsRead(tx, input, there, now)
    const delta = deltaOf[reason](pieces, there)
    const tooFew = reason === 'count' ? unpaidHold(there.held) : mostWrittenOff(there.stock)
    requireFields({ pieces: there.stock + delta < 0 && tooFew })
    const action = await enterStock(tx, { productId, delta, reason, note }, request, now)
    return { answer: { stock: there.stock + delta, held: there.held }, action }
  })

/** Writes an entry of a product that is locked, or new, and tells what of it the log is told. */
export async function enterStock(
  tx: Tx,
  { productId, delta, reason, note }: { productId: number; delta: number; reason: Reason; note: string },
  { staff }: Pick<OfficeRequest, 'staff'>,
  now: Date,
): Promise<Action> {
  if (delta !== 0) {
    await sql`with changed as (
        update products set stock = stock + ${delta}, supplied = supplied + ${delta}
        where id = ${productId} returning id, name, stock, supplied, low_stock, ${delta}::integer as delta
      ), entry as (
        insert into stock_entries (product_id, delta, supplied_after, reason, note, staff_id, created_at)
        select id, delta, supplied, ${reason}, ${note}, ${staff.staffId}, ${now} from changed
      )
      ${lowStockTold(sql`changed`, now)}`.execute(tx)
  }
  return {
    action: `stock.${verbOf[reason]}`,
    subjectKind: 'product',
    subjectId: productId,
    facts: { delta },
  }
}

async function requireAsRead(
  tx: Tx,
  { productId, lastEntry, sold }: Given,
  there: Stocked,
  now: Date,
): Promise<void> {
  // Nobody knew of it at the shelf: it was counted there, and is to be sent.
  if (there.sold !== sold) throw changedBy({ by: 'An order', at: now }, there)
  const [newest] = (await listStockEntries(tx, { productId, limit: 1 })).items
  if (newest && newest.id !== lastEntry) throw changedBy({ by: newest.by, at: new Date(newest.at) }, there)
}

const verbOf = { delivery: 'receive', count: 'count', writtenOff: 'writeOff' } as const satisfies Record<
  Reason,
  string
>
