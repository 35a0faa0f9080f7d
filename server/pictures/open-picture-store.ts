import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { bucketStore } from './bucket-store.ts'
import { clearUnfinished, folderStore, type PictureStore } from './picture-store.ts'

/** Lists every store of pictures. The business's own are in the folder, with or without a bucket. */
export const pictureStores = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): PictureStore[] => [
  folderStore(join(dataDir, 'media')),
  ...(bucket ? [bucketStore(bucket)] : []),
]

/**
 * Opens the bucket of the settings, which is tested once so that a wrong setting shows at the start; else
 * DATA_DIR/media.
 */
export async function openPictureStore({
  bucket,
  dataDir,
}: Pick<Config, 'bucket' | 'dataDir'>): Promise<PictureStore> {
  if (!bucket) {
    const folder = join(dataDir, 'media')
    mkdirSync(folder, { recursive: true })
    clearUnfinished(folder)
    return folderStore(folder)
  }
  const store = bucketStore(bucket)
  const path = `uploads/trial-${randomBytes(8).toString('hex')}`
  await store.keep(path, Buffer.from('A trial'))
  await store.read(path)
  await store.remove(path)
  // Backups need the right to list. No upload's path sorts after this one, so the list is empty however many
  // there are.
  await store.list('uploads/~')
  return store
}
