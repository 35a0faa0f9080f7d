import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import { rangeName } from '#domain/ages.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { isInUse } from './is-in-use.ts'

type Ages = Pick<CallInput<typeof planner.makeClass>, 'ageGroupId' | 'ageRange'>

/** Returns why a class of this kind cannot be saved with these ages, by field. The class keeps the group `was`. */
export async function agesProblems(
  tx: Tx,
  { ageGroupId, ageRange }: Ages,
  kind?: OfferingKind,
  was?: number,
) {
  const needsGroup = kind === undefined || offeringKinds[kind].needsAgeGroup
  const isFine = ageRange
    ? !needsGroup
    : ageGroupId !== undefined &&
      ((ageGroupId === was && !(needsGroup && (await isRange(tx, ageGroupId)))) ||
        (await isInUse(tx, 'age_groups', ageGroupId)))
  const { fromMonths, toMonths } = ageRange ?? { fromMonths: null, toMonths: null }
  return {
    ageGroupId: !isFine && plannerSentences.chooseAge,
    ageTo: toMonths !== null && toMonths <= (fromMonths ?? 0) && catalogueSentences.agesOrder,
  }
}

const isRange = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('age_groups').select('is_range').where('id', '=', id).executeTakeFirst())?.is_range ===
  true

/** Returns the id of the age group, or of the row of a range, which is made for the first class that has it. */
export async function ageGroupOf(tx: Tx, { ageGroupId, ageRange }: Ages): Promise<number> {
  if (!ageRange) return ageGroupId as number
  const fromMonths = ageRange.fromMonths || null
  const { toMonths } = ageRange
  const name = rangeName({ fromMonths, toMonths })
  await sql`insert into age_groups (name, from_months, to_months, is_range, is_active, sort)
    values (${name}, ${fromMonths}, ${toMonths}, true, false,
      (select coalesce(max(sort), 0) from age_groups where not is_range) + 1)
    on conflict do nothing`.execute(tx)
  const { id } = await tx
    .selectFrom('age_groups')
    .select('id')
    .where('is_range', '=', true)
    .where('from_months', 'is not distinct from', fromMonths)
    .where('to_months', 'is not distinct from', toMonths)
    .executeTakeFirstOrThrow()
  return id
}
