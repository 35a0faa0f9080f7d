import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// Needs a build, as the journeys do.
const app = await startTestApp()
const monday = '2026-11-23'

/** Adds a class each week, so that no two weeks look the same. */
beforeAll(async () => {
  for (let week = 0; week < 8; week++) {
    const offering = await makeOffering(app, { name: `Class of week ${week}` })
    await makeSession(app, offering, { date: addDays(monday, 7 * week + 2), startTime: '10:00' })
  }
})

const weeks = Array.from({ length: 8 }, (_, week) =>
  addresses.ofKind.class.timetable({ date: addDays(monday, 7 * week) }),
)
const visited = [addresses.home(), addresses.about(), addresses.helpCentre(), addresses.details(), ...weeks]

async function see(url: string, token = '', visitor = 0): Promise<string> {
  const headers = { 'accept-encoding': 'identity', cookie: `maypole.token=${token}`, token }
  const { statusCode, body } = await app.http.inject({ url, headers, remoteAddress: `192.0.2.${visitor}` })
  expect(statusCode).toBe(200)
  return body
}

test('two hundred simultaneous visitors each get exactly the page of their address', async () => {
  const { token } = await makeFamily(app)
  const alone = new Map<string, string>()
  for (const url of visited) alone.set(url, await see(url))
  expect(new Set(alone.values()).size).toBe(visited.length)
  const crowd = Array.from({ length: 200 }, (_, index) => visited[(index * 7) % visited.length] as string)
  const seen = await Promise.all(crowd.map((url, index) => see(url, index % 2 ? token : '', index)))
  expect(seen.map((page, index) => page === alone.get(crowd[index] as string))).not.toContain(false)
})

test('a page is never older than the data at the time of its request', async () => {
  const url = weeks[0] as string
  for (let round = 0; round < 10; round++) {
    const early = see(url)
    const typeName = `Added in round ${round}`
    const offering = await makeOffering(app, { typeName })
    await makeSession(app, offering, { date: addDays(monday, 3) })
    expect((await see(url)).includes(typeName), typeName).toBe(true)
    await early
  }
})

test('the files of pages are sent as the build compressed them', async () => {
  const [file = ''] = /\/assets\/[^"]+\.js/.exec(await see(visited[0] as string)) ?? []
  const built = new URL(`../../dist/web${file}`, import.meta.url).pathname
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
    ['identity', ''],
  ] as const) {
    const { rawPayload } = await app.http.inject({ url: file, headers: { 'accept-encoding': encoding } })
    expect(rawPayload.equals(readFileSync(built + ending)), encoding).toBe(true)
  }
})
