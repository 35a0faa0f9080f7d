import { randomBytes } from 'node:crypto'
import { writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

/** Writes the row of a picture that an account uploaded, without its file; returns the path. */
export async function makeUpload(
  app: TestApp,
  accountId: number,
  path: string,
  createdAt = app.clock.now(),
): Promise<string> {
  const file = { mime: 'image/webp', bytes: 1, sha256: randomBytes(32), created_at: createdAt }
  await writeRow(app.db, 'media', { account_id: accountId, path, ...file })
  return path
}
