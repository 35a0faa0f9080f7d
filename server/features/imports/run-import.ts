import type { officeContract } from '#contract/office/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { peopleSentences, somebodyImports } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { type FileColumn, ordersOf } from './queries.ts'
import { whyNotNew } from './upload-import.ts'

/**
 * Starts the job that imports the valid lines of a checked file. A failed import continues after the imported lines.
 * One import of a kind runs at a time. Refuses with 409 if a colleague's check differs from the one that was shown.
 */
export async function runImport(
  request: OfficeRequest,
  asked: CallInput<typeof officeContract.imports.run>,
): Promise<Recorded<{ id: number }>> {
  const { db, clock, staff, jobWaiting } = request
  const now = clock()
  try {
    const recorded = await recordAction(request, asked, async tx => {
      const started = await tx
        .updateTable('imports')
        .set({ state: 'running', staff_id: staff.staffId })
        .where('id', '=', asked.id)
        .where('state', 'in', ['checked', 'failed'])
        .where('file_sealed', 'is not', null)
        .returning(['id', 'good', 'kind', 'sha256', 'columns', 'policy'])
        .executeTakeFirst()
      requireThat(started, peopleSentences.notNow)
      const { columns, dateOrders, policy } = asked
      const checked = started.columns as FileColumn[]
      const orders = ordersOf(checked)
      const isOtherwise =
        (policy !== undefined && policy !== started.policy) ||
        (columns && checked.some(({ readAs }, at) => readAs !== columns[at])) ||
        (dateOrders &&
          (dateOrders.length !== Object.keys(orders).length ||
            dateOrders.some(({ column, order }) => orders[column] !== order)))
      if (isOtherwise) throw new OfficeRefusal(peopleSentences.checkedMeanwhile, 409)
      requireThat(started.good > 0, peopleSentences.nothingGood)
      // Checked again: an upload of the same file may have run since.
      const taken = await whyNotNew(tx, started)
      if (taken) throw new Refusal(taken)
      await enqueue(tx, 'import-lines', { importId: asked.id }, now)
      return {
        answer: { id: asked.id },
        action: {
          action: 'import.run',
          subjectKind: 'import',
          subjectId: asked.id,
          facts: { kind: started.kind, good: started.good },
        },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    if (violatedConstraint(error) !== 'imports_one_at_work') throw error
    const other = await db
      .selectFrom('imports')
      .innerJoin('staff', 'staff.id', 'imports.staff_id')
      .select('full_name')
      .where('imports.state', '=', 'running')
      .where(({ eb, selectFrom }) =>
        eb(
          'imports.kind',
          '=',
          selectFrom('imports as own').select('own.kind').where('own.id', '=', asked.id),
        ),
      )
      .executeTakeFirst()
    throw new Refusal(somebodyImports(other?.full_name ?? 'Somebody'))
  }
}
