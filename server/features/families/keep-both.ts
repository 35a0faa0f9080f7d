import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Schema } from '#server/database/schema.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

interface Asked {
  kind: Schema['kept_duplicates']['kind']
  id: number
  otherId: number
  isKept: boolean
  requestId?: string
}

/** Removes a pair from the list of possible duplicates, or restores it. Changes nothing else. */
export function keepBoth(request: OfficeRequest, asked: Asked): Promise<Recorded<object>> {
  const { staff, clock } = request
  const { kind, id, otherId: other_id, isKept } = asked
  return recordAction(request, asked, async tx => {
    const from = isKept ? 'possible_duplicates' : 'kept_duplicates'
    const pair = { kind, id, other_id }
    const found = await tx
      .selectFrom(from)
      .select('id')
      .where(eb => eb.and(pair))
      .executeTakeFirst()
    requireThat(found, peopleSentences.duplicateNotFound)
    if (isKept) {
      await tx
        .insertInto('kept_duplicates')
        .values({ ...pair, staff_id: staff.staffId, kept_at: clock() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    } else {
      await tx
        .deleteFrom('kept_duplicates')
        .where(eb => eb.and(pair))
        .execute()
    }
    return {
      answer: {},
      action: {
        action: 'family.keepBoth',
        subjectKind: subjects[kind],
        subjectId: id,
        ...(kind === 'account' && { accountId: id }),
        childIds: kind === 'child' ? [id, other_id] : [],
        facts: { otherId: other_id, isKept },
      },
    }
  })
}

const subjects = {
  account: 'family',
  child: 'child',
  trial: 'booking',
  place: 'booking',
  waiting: 'waitingEntry',
}
