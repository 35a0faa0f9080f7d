import { sql } from 'kysely'
import { type businessPictures, maxVersionsShown, type site } from '#contract/office/site.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { isInForce, type TextName } from './keep-version.ts'

/** Reads every current text and picture of the site outside lists; '' if nobody has written one. */
export async function listTexts(db: Db, now: Date): Promise<CallOutput<typeof site.texts>> {
  const rows = await db.selectFrom('settings').select(['area', 'key', 'value', 'version']).execute()
  const coming = await sql<{ id: number; area: string; key: string; from: string }>`
    select id, area, key, ${isoTime('effective_at')} as "from" from text_versions v
    where effective_at > ${now} and ${isInForce} order by effective_at desc, id`.execute(db)
  const next = new Map(coming.rows.map(({ area, key, ...version }) => [`${area}.${key}`, version]))
  const present = new Map(rows.map(row => [`${row.area}.${row.key}`, row]))
  return siteTexts.map(({ area, key }) => {
    const { value = '', version } = present.get(`${area}.${key}`) ?? {}
    return { area, key, value, ...(version && { version }), coming: next.get(`${area}.${key}`) ?? null }
  })
}

/** Reads the versions of a text, newest first. A text from before any change has no author. */
export async function listVersions(
  db: Db,
  { area, key }: TextName,
): Promise<CallOutput<typeof site.versions>> {
  const rows = await db
    .selectFrom('text_versions as v')
    .leftJoin('staff as m', 'm.id', 'v.staff_id')
    .select(['v.id', 'v.value', 'v.note', 'v.effective_at', 'v.created_at', 'm.full_name'])
    .select(isInForce.as('isInForce'))
    .where('v.area', '=', area)
    .where('v.key', '=', key)
    .where('v.withdraws_id', 'is', null)
    .orderBy('v.id', 'desc')
    .limit(maxVersionsShown)
    .execute()
  return rows.map(({ effective_at, created_at, full_name, isInForce: holds, ...version }) => ({
    ...version,
    isWithdrawn: !holds,
    effectiveAt: effective_at.toISOString(),
    by: full_name ?? '',
    at: full_name === null ? null : created_at.toISOString(),
  }))
}

type SitePicture = CallOutput<typeof businessPictures.list>['items'][number]
type PictureRow = SitePicture & { made: Date }

const pictureColumns = sql`p.id, p.version, p.path, p.alt, p.link, p.created_at as made,
  coalesce((select json_agg(distinct u.used_in) from used_site_pictures u where u.path = p.path), '[]') as "usedIn"
  from site_pictures p`
const asPicture = ({ made, ...picture }: PictureRow): SitePicture => ({ ...picture, at: made.toISOString() })

/** Reads a page of the picture library, newest first. Each picture has the places where it is used. */
export async function listSitePictures(
  db: Db,
  { described, ...asked }: CallInput<typeof businessPictures.list>,
): Promise<CallOutput<typeof businessPictures.list>> {
  const page = await readOfficePage<PictureRow>(db, asked, {
    rows: and => sql`select p.id as "rowId", ${pictureColumns}
      where ${described ? sql`p.alt is not null` : sql`true`} and ${and}`,
    comesAfter: id => sql`p.id < ${id}`,
    order: sql`p.id desc`,
  })
  return { ...page, items: page.items.map(asPicture) }
}

/** Reads one picture of the library. */
export async function readSitePicture(db: Db, id: number): Promise<SitePicture | undefined> {
  const { rows } = await sql<PictureRow>`select ${pictureColumns} where p.id = ${id}`.execute(db)
  return rows[0] && asPicture(rows[0])
}
