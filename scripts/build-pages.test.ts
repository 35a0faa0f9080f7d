import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd } from '#testing/run-command.ts'

test('a build that fails is not marked as complete', async () => {
  const place = mkdtempSync(join(tmpdir(), 'maypole-build-'))
  for (const folder of ['web', 'contract', 'domain', 'dist']) mkdirSync(join(place, folder))
  writeFileSync(join(place, 'package-lock.json'), '{}')
  writeFileSync(join(place, 'vite.config.ts'), `throw new Error('broken off')`)
  writeFileSync(join(place, 'dist/built-from'), 'the sources before')
  const { code, said } = await runToEnd([resolve('scripts/build.ts')], {}, place)
  expect(said).toContain('broken off')
  expect(code).toBe(1)
  expect(existsSync(join(place, 'dist/built-from'))).toBe(false)
  rmSync(place, { recursive: true })
})
