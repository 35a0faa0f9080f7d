import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'

/** Refuses pictures that are not the business's own, and new ones without a description. */
export async function requirePictures(tx: Tx, given: string[], present: string[]): Promise<void> {
  const added = await requireOwnPictures(tx, given, present)
  requireThat(
    added.every(({ alt }) => alt !== null),
    catalogueSentences.describePicture,
  )
}

/**
 * Refuses pictures that are not in the business's library, except those already in use; returns the new ones.
 * Locks their rows, so that they are not removed meanwhile (remove-site-picture.ts).
 */
export async function requireOwnPictures(
  tx: Tx,
  given: string[],
  present: string[],
): Promise<{ alt: string | null }[]> {
  const added = [...new Set(given)].filter(path => path !== '' && !present.includes(path))
  if (added.length === 0) return []
  const there = await tx
    .selectFrom('site_pictures')
    .select(['path', 'alt'])
    .where('path', 'in', added)
    .orderBy('id')
    .forShare()
    .execute()
  requireThat(there.length === added.length, catalogueSentences.pictureMissing)
  return there
}
