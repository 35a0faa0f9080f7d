import { sql } from 'kysely'
import type { businessPictures, site } from '#contract/office/site.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import type { TextName } from './keep-version.ts'

const versionsShown = 20

/** Every text and picture of the site that is not a list's, as it stands now; what nobody has written is empty. */
export async function listTexts(db: Db): Promise<CallOutput<typeof site.texts>> {
  const rows = await db.selectFrom('settings').select(['area', 'key', 'value', 'version']).execute()
  const present = new Map(rows.map(row => [`${row.area}.${row.key}`, row]))
  return siteTexts.map(({ area, key }) => {
    const { value = '', version } = present.get(`${area}.${key}`) ?? {}
    return { area, key, value, ...(version && { version }) }
  })
}

/** What a text said, newest first; what stood there before anybody changed it has no author. */
export async function listVersions(
  db: Db,
  { area, key }: TextName,
): Promise<CallOutput<typeof site.versions>> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('staff as m', 'm.id', 'v.staff_id')
    .select(['v.id', 'v.value', 'v.note', 'v.effective_at', 'v.created_at', 'm.full_name'])
    .where('v.area', '=', area)
    .where('v.key', '=', key)
    .orderBy('v.id', 'desc')
    .limit(versionsShown)
    .execute()
  return rows.map(({ effective_at, created_at, full_name, ...version }) => ({
    ...version,
    effectiveAt: effective_at.toISOString(),
    by: full_name ?? '',
    at: full_name === null ? null : created_at.toISOString(),
  }))
}

type SitePicture = CallOutput<typeof businessPictures.list>[number]

/** The library, newest first, or one picture of it, each with what it is used in. */
export async function listSitePictures(db: Db, id?: number): Promise<SitePicture[]> {
  const { rows } = await sql<SitePicture & { made: Date }>`
    select p.id, p.version, p.path, p.alt, p.link, p.created_at as made,
      coalesce((select json_agg(distinct u.used_in) from used_site_pictures u where u.path = p.path), '[]') as "usedIn"
    from site_pictures p where ${id ?? null}::bigint is null or p.id = ${id ?? null} order by p.id desc`.execute(
    db,
  )
  return rows.map(({ made, ...picture }) => ({ ...picture, at: made.toISOString() }))
}
