import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { narrowerPicture, pictureWidths } from '#domain/picture-widths.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { allowRate } from '#server/features/accounts/allow-rate.ts'
import type { Services } from '#server/services.ts'
import { encodePicture } from './encode-picture.ts'

const uploadsPerHour = 20

/** Keeps a parent's picture under a random name and gives its path, which they may then use as theirs. */
export async function uploadPicture(
  { db, clock, config }: Services,
  accountId: AccountId,
  file: Blob,
): Promise<string> {
  const now = clock()
  await allowRate(db, { key: `upload:${accountId}`, atMost: uploadsPerHour, perMinutes: 60 }, now)
  const pictures = await encodePicture(Buffer.from(await file.arrayBuffer()))
  const path = `uploads/${randomBytes(16).toString('hex')}.webp`
  const pathOf = (index: number) => (index === 0 ? path : narrowerPicture(path, pictureWidths[index] ?? 0))
  for (const [index, bytes] of pictures.entries()) await store(config.dataDir, pathOf(index), bytes)
  const [whole] = pictures as [Buffer]
  await db
    .insertInto('media')
    .values({
      account_id: accountId,
      path: pathOf(0),
      mime: 'image/webp',
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest(),
      created_at: now,
    })
    .execute()
  return pathOf(0)
}

/** Where /media/ serves it from. */
async function store(dataDir: string, path: string, bytes: Buffer): Promise<void> {
  const file = join(dataDir, 'media', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes, { flag: 'wx' })
}
