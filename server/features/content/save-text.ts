import { type SiteText, siteTextOf } from '#contract/office/site-texts.ts'
import { catalogueSentences, tooManyLines } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { isWebAddress } from '#domain/web-address.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Action } from '#server/staff-log/record-action.ts'
import { saveVersioned, staleRefusal } from '#server/staff-log/save-versioned.ts'
import { cleanHtml, picturesIn } from './clean-html.ts'
import { keepVersion } from './keep-version.ts'
import { requirePictures } from './require-pictures.ts'

const maxCharacters = 100_000

interface Given {
  area: string
  key: string
  value: string
  version?: number
  note: string
  effectiveAt?: string
}

const findText = (db: Db, { area, key }: Pick<SiteText, 'area' | 'key'>) =>
  db
    .selectFrom('settings')
    .select(['id', 'value', 'version'])
    .where('area', '=', area)
    .where('key', '=', key)
    .executeTakeFirst()

/** Trims each line, and drops those that are empty or repeated. */
function tidyLines(value: string): string {
  const lines = value.split('\n').map(each => each.trim())
  return [...new Set(lines.filter(Boolean))].join('\n')
}

const hasTooMuch = (value: string, { most, longest }: NonNullable<SiteText['lines']>) => {
  const all = value.split('\n')
  return all.length > most || all.some(each => each.length > longest)
}

/**
 * Saves a text or picture of the site and keeps its former version. Terms and privacy policy may take effect later;
 * until then the site shows the old text, and a job changes it.
 */
export async function saveText(
  tx: Tx,
  { area, key, value, version, note, effectiveAt }: Given,
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<{ answer: { id: number; version: number }; action: Action }> {
  const text = siteTextOf(area, key)
  requireThat(text, officeSentences.notFound)
  const now = clock()
  const clean = text.format === 'html' ? cleanHtml(value) : text.lines ? tidyLines(value) : value.trim()
  const from = text.isLaw && effectiveAt ? new Date(effectiveAt) : now
  requireFields({
    value:
      (clean.length > maxCharacters && catalogueSentences.textTooLong) ||
      (text.lines && hasTooMuch(clean, text.lines) && tooManyLines(text.lines)) ||
      (text.format === 'url' && clean !== '' && !isWebAddress(clean) && catalogueSentences.link),
    effectiveAt: from < now && catalogueSentences.inThePast,
  })
  const present = await findText(tx, text)
  const before = present?.value ?? ''
  const picturesOf = (value: string) => (text.format === 'html' ? picturesIn(value) : value.split(','))
  if (text.format === 'html' || text.format.startsWith('image'))
    await requirePictures(tx, picturesOf(clean), picturesOf(before))
  const values = from > now ? {} : { value: clean }
  const current = async () => ({ area, key, ...(await findText(tx, text)) })
  const saved = present
    ? {
        id: present.id,
        version: await saveVersioned(tx, 'settings', { id: present.id, version }, values, {
          staff,
          now,
          current,
        }),
      }
    : await tx
        .insertInto('settings')
        .values({
          area: text.area,
          key,
          format: text.format,
          ...values,
          updated_at: now,
          updated_by: staff.staffId,
        })
        .onConflict(conflict => conflict.columns(['area', 'key']).doNothing())
        .returning(['id', 'version'])
        .executeTakeFirst()
  // Somebody else created its row first.
  if (!saved) throw await staleRefusal(tx, 'settings', (await findText(tx, text))?.id ?? 0, current)
  const versionId = await keepVersion(
    tx,
    { area, key, value: clean, before, note, effectiveAt: from },
    { staffId: staff.staffId, now },
  )
  if (from > now) await enqueue(tx, 'text-in-force', { area: text.area, key }, from)
  return {
    answer: saved,
    action: {
      action: 'text.save',
      subjectKind: 'text',
      subjectId: saved.id,
      facts: { text: `${area}.${key}`, versionId },
    },
  }
}
