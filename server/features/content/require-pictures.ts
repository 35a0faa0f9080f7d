import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'

/**
 * Refuses pictures that are not in the business's library, those aside that stood there before. Locks their rows: one that is being
 * removed is then gone, or stays (remove-site-picture.ts).
 */
export async function requirePictures(tx: Tx, given: string[], present: string[]): Promise<void> {
  const added = [...new Set(given)].filter(path => path !== '' && !present.includes(path))
  if (added.length === 0) return
  const there = await tx
    .selectFrom('site_pictures')
    .select(['path', 'alt'])
    .where('path', 'in', added)
    .orderBy('id')
    .forShare()
    .execute()
  requireThat(there.length === added.length, catalogueSentences.pictureMissing)
  requireThat(
    there.every(({ alt }) => alt !== null),
    catalogueSentences.describePicture,
  )
}
