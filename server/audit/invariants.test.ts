import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SettingError } from '#server/config.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '#server/database/connect.ts'
import { printFindings, runAudit } from '#server/operating/run-audit.ts'
import { fillShop } from '#testing/fill-shop.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { auditDatabase, invariants } from './invariants.ts'

const app = await startTestApp()
await fillShop(app)

test('a healthy business breaks no invariant', async () => {
  const findings = await auditDatabase(app.db, app.clock.now(), [app.services.config.dataKey])
  expect(findings.filter(finding => finding.violations > 0)).toEqual([])
  expect(findings).toHaveLength(invariants.length)
})

describe('npm run audit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-audit-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /**
   * Returns the settings of a process that opens the test's PostgreSQL, or a copy of the embedded database in
   * a folder.
   */
  async function settings(): Promise<Record<string, string>> {
    const key = { DATA_KEY: app.services.config.dataKey.toString('base64') }
    if (app.database.url) return { ...key, DATABASE_URL: app.database.url }
    const image = await (app.database as EmbeddedDatabase).dump()
    const copy = await openEmbeddedDatabase(join(folder, 'database'), image)
    await copy.close()
    return { ...key, DATA_DIR: folder }
  }

  test('prints every invariant with its count', async () => {
    const lines: string[] = []
    const isSound = await runAudit(await settings(), app.clock.now(), line => lines.push(line))
    expect(isSound).toBe(true)
    expect(lines).toHaveLength(invariants.length + 1)
    expect(lines.at(-1)).toBe(`All ${invariants.length} invariants hold.`)
  })

  test('fails when one is broken, and shows the first rows', () => {
    const lines: string[] = []
    const holding = { number: 1, rule: 'One holds', violations: 0, examples: [] }
    const broken = { number: 12, rule: 'One is broken', violations: 2, examples: ['order 7'] }
    expect(printFindings([holding, broken], line => lines.push(line))).toBe(false)
    expect(lines).toEqual([
      '     0   1. One holds',
      '     2  12. One is broken (order 7; …)',
      '1 of 2 invariants are broken.',
    ])
  })

  test('says in one sentence that no database is set', async () => {
    const nowhere = join(folder, 'nowhere')
    const audit = runAudit({ DATA_DIR: nowhere }, app.clock.now(), () => {})
    await expect(audit).rejects.toThrow(SettingError)
    await expect(audit).rejects.toThrow(`the embedded database in ${nowhere} cannot be opened (there is none`)
  })
})
