import { sql } from 'kysely'
import { maxPieces } from '#domain/limits.ts'
import { catalogueSentences, maxWrittenOff, unpaidHold } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { lowStockTold } from '#server/features/orders/move-stock.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { changedBy } from '#server/staff-log/save-versioned.ts'
import { heldPieces, soldPieces } from './list-definitions.ts'
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
/** Returns the change of stock, from the number that staff typed and the current stock. */
const deltaOf: Record<Reason, (pieces: number, there: Stocked) => number> = {
  delivery: pieces => pieces,
  count: (pieces, { stock, held }) => pieces - held - stock,
  writtenOff: pieces => -pieces,
}

/**
 * Adds delivered pieces, sets the counted stock, or writes pieces off. Locks the product as an order does, so
 * that no concurrent sale is lost or counted twice. Ordered pieces cannot be written off. A count includes
 * pieces of unpaid orders, which are still on the shelf. A count is refused with 409 if the newest entry or
 * the number sold has changed since the page read them.
 */
export const changeStock = (
  request: OfficeRequest,
  reason: Reason,
  input: Given & { pieces: number; note: string; requestId?: string },
): Promise<Recorded<Omit<Stocked, 'sold'>>> =>
  recordAction(request, input, async tx => {
    const { productId, pieces, note } = input
    requireFields({
      pieces:
        (reason !== 'count' && pieces === 0 && catalogueSentences.morePieces) ||
        (pieces > maxPieces && catalogueSentences.pieces),
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
    const tooFew = reason === 'count' ? unpaidHold(there.held) : maxWrittenOff(there.stock)
    requireFields({ pieces: there.stock + delta < 0 && tooFew })
    const action = await enterStock(tx, { productId, delta, reason, note }, request, now)
    return { answer: { stock: there.stock + delta, held: there.held }, action }
  })

/** Writes an entry for a locked or new product, and returns the log's facts. */
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
  // The person counting did not know of the sale: the pieces were counted, but are to be sent.
  if (there.sold !== sold) throw changedBy({ by: 'An order', at: now }, there)
  const [newest] = (await listStockEntries(tx, { productId, limit: 1 })).items
  if (newest && newest.id !== lastEntry) throw changedBy({ by: newest.by, at: new Date(newest.at) }, there)
}

const verbOf = { delivery: 'receive', count: 'count', writtenOff: 'writeOff' } as const satisfies Record<
  Reason,
  string
>
