import { expect, test } from 'vitest'
import { killSnowDay, openSnowSite } from '#testing/kill-snow-day.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { endServer } from '#testing/spawn-server.ts'

test('a snow day whose server is killed is settled once, and every family told once', async () => {
  const database = await openTestDatabase(4)
  const site = await openSnowSite(database.url ?? '', database.db)
  let server = await site.start()
  const killed = await killSnowDay(site, server, { killAt: 30, inDays: 30 })
  server = killed.server
  expect(killed.differs).toEqual([])
  expect(killed.isInTheMiddle).toBe(true)
  await endServer(server)
  await site.close()
  await database.close()
}, 120_000)
