import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectToPostgres, openEmbeddedDatabase } from '#server/database/connect.ts'
import { migrateOpened } from './services-of-database.ts'
import { newDatabase, startPostgres } from './start-postgres.ts'

/** Vitest global set-up of the project "postgres": one server, one migrated template, copied per test file. */
export async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const database = connectToPostgres(await newDatabase(server, 'maypole_template'), { answerWithin: 0 })
  await migrateOpened(database)
  await database.close()
  project.provide('databases', { kind: 'postgres', url: server.urlOf('postgres') })
  return () => server.stop()
}

/** Vitest global set-up of the project "embedded": one migrated image, loaded in memory per test file. */
export async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-embedded-'))
  const database = await openEmbeddedDatabase()
  await migrateOpened(database)
  // Each test app unpacks this image, and replays what was written since the last checkpoint.
  await database.runScript('update pg_database set datistemplate = false')
  for (const unused of ['template0', 'template1']) await database.runScript(`drop database ${unused}`)
  // The usual 128 MB would be cleared at each opening, which takes a quarter of the time.
  await database.runScript("alter system set shared_buffers = '16MB'")
  await database.runScript('checkpoint')
  const image = join(folder, 'image.tar')
  writeFileSync(image, Buffer.from(await (await database.dump()).arrayBuffer()))
  await database.close()
  project.provide('databases', { kind: 'embedded', image })
  return async () => rmSync(folder, { recursive: true })
}
