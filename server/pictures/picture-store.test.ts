import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPictureStore } from './open-picture-store.ts'

test('the first start an hour later removes only files that a killed server left half written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'maypole-pictures-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const uploads = join(dataDir, 'media', 'uploads')
  mkdirSync(uploads, { recursive: true })
  const minutesAgo = (minutes: number) => Date.now() / 1000 - minutes * 60
  for (const [name, minutes] of [
    ['old.webp', 61],
    ['old-800.webp.unfinished', 61],
    ['new-800.webp.unfinished', 59],
  ] as const) {
    writeFileSync(join(uploads, name), '')
    utimesSync(join(uploads, name), minutesAgo(minutes), minutesAgo(minutes))
  }
  await openPictureStore({ bucket: undefined, dataDir })
  expect(readdirSync(uploads).sort()).toEqual(['new-800.webp.unfinished', 'old.webp'])
})
