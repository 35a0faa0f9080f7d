import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { SettingError } from '#server/config.ts'
import { keyId } from '#server/database/seal-note.ts'
import { auditAtNight } from '#server/features/health/run-audit.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { auditLogEnds } from './audit-log-ends.ts'
import { backUp } from './back-up.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'maypole-ends-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a log that lost its last entries is detected, because a backup or the server’s log noted a later end', async () => {
  const office = await app.office('owner')
  const backup = join(folder, 'backup.gz')
  const serverLog = join(folder, 'server.log')
  const given = { database: app.database, pictures: [], keyId: keyId(app.services.config.dataKey) }
  await pipeline(backUp({ ...given, clock: app.clock.now }), createWriteStream(join(folder, 'empty.gz')))
  await office.health.runAudit({})
  await office.health.runAudit({})
  const lines: string[] = []
  const log = {
    ...app.services.log,
    info: (event: string, facts = {}) => void lines.push(JSON.stringify({ ...facts, msg: event })),
  }
  await auditAtNight({ ...app.services, log })
  writeFileSync(serverLog, ['not JSON', ...lines].join('\n'))
  await pipeline(backUp({ ...given, clock: app.clock.now }), createWriteStream(backup))
  const packedLog = join(folder, 'server.log.1.gz')
  writeFileSync(packedLog, gzipSync(['not JSON', ...lines, ''].join('\n')))
  expect(await auditLogEnds(app.db, [packedLog])).toMatchObject({ violations: 0 })
  const files = [join(folder, 'empty.gz'), backup, serverLog]
  expect(await auditLogEnds(app.db, files)).toMatchObject({
    violations: 0,
    rule: expect.stringContaining('3 ends'),
  })
  await office.health.runAudit({})
  expect(await auditLogEnds(app.db, files)).toMatchObject({ violations: 0 })

  // An older signature of the log's end was saved and is put back, which nothing inside the database can
  // detect.
  await app.database.runScript(`alter table staff_actions disable trigger user; alter table staff_action_seals disable trigger user;
    delete from staff_action_seals where action_id > (select min(id) from staff_actions);
    delete from staff_actions where id > (select min(id) from staff_actions)`)
  const found = await auditLogEnds(app.db, files)
  expect(found).toMatchObject({ number: 35, violations: 2 })
  expect(found.examples.join()).toContain(backup)
  expect(await auditLogEnds(app.db, [packedLog])).toMatchObject({ violations: 1 })
})

test('files without a last entry, and missing files, are refused with a message', async () => {
  const file = join(folder, 'other.log')
  writeFileSync(file, '{"msg":"listening"}\n')
  await expect(auditLogEnds(app.db, [file])).rejects.toThrow(SettingError)
  await expect(auditLogEnds(app.db, [join(folder, 'gone')])).rejects.toThrow('gone cannot be read')
  await expect(auditLogEnds(app.db, [folder])).rejects.toThrow(new SettingError(`${folder} cannot be read`))
  const damaged = join(folder, 'damaged.gz')
  writeFileSync(damaged, gzipSync('["maypole",{"format":1,"keyId":""}]\n').subarray(0, 20))
  await expect(auditLogEnds(app.db, [damaged])).rejects.toThrow(
    new SettingError(`${damaged} is not whole, or is none of ours`),
  )
})
