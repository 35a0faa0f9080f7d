import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { createCallerLimiter } from './limit-caller.ts'

const app = await startTestApp({ limitCaller: createCallerLimiter(8) })

test('four hundred calls of one account leave connections for others', async () => {
  const [greedy, other] = [await makeAccount(app), await makeAccount(app)]
  const elsewhere = connectToPostgres(app.database.url ?? '', { poolSize: 1 })
  const rush = await transaction(elsewhere.db, async tx => {
    // Each call with a turn now keeps its connection and waits for this row.
    await tx.selectFrom('accounts').select('id').where('id', '=', greedy.accountId).forUpdate().execute()
    const calls = Array.from({ length: 400 }, () =>
      app.http.inject({
        method: 'POST',
        url: `/api/${contract.accounts.editProfile.path}`,
        headers: { token: greedy.token },
        payload: JSON.stringify(contract.accounts.editProfile.input.encode({ town: 'Ely' })),
      }),
    )
    await Promise.race(calls)
    for (let time = 0; time < 10; time++) await other.api.accounts.editProfile({ town: 'Hove' })
    return { calls }
  })
  await elsewhere.close()
  const answers = await Promise.all(rush.calls)
  expectBusy(answers)
})

test('three hundred calls of one network leave connections for others', async () => {
  const elsewhere = connectToPostgres(app.database.url ?? '', { poolSize: 1 })
  const { timetable } = contract.offerings.class
  const days = { startDate: '2026-11-23', endDate: '2026-11-29' }
  const rush = await transaction(elsewhere.db, async tx => {
    await sql`lock table sessions`.execute(tx)
    // Every call asks for something else, so none shares an answer.
    const calls = Array.from({ length: 300 }, (_, typeId) =>
      app.http.inject({
        method: 'POST',
        url: `/api/${timetable.path}`,
        remoteAddress: '192.0.2.1',
        payload: JSON.stringify(timetable.input.encode({ ...days, typeId: typeId + 1 })),
      }),
    )
    await Promise.race(calls)
    for (let time = 0; time < 10; time++) await app.apiOf({ ip: '192.0.2.2' }).content.homeSettings()
    return { calls }
  })
  await elsewhere.close()
  expectBusy(await Promise.all(rush.calls))
})

test('a busy server says so to page requests too, and the page reloads by itself', async () => {
  const elsewhere = connectToPostgres(app.database.url ?? '', { poolSize: 1 })
  const asked = await transaction(elsewhere.db, async tx => {
    await sql`lock table calendar_feeds`.execute(tx)
    const calls = Array.from({ length: 250 }, () =>
      app.http.inject({ url: `/calendar/${'x'.repeat(43)}.ics`, headers: { accept: 'text/html' } }),
    )
    await Promise.race(calls)
    return { calls }
  })
  await elsewhere.close()
  const busy = (await Promise.all(asked.calls)).filter(answer => answer.statusCode === 503)
  expect(busy).toHaveLength(46)
  for (const { headers, body } of busy) {
    expect(headers).toMatchObject({ 'retry-after': '2', refresh: '2' })
    expect(body).toContain(sentences.busy)
    expect(body).toContain('by itself in 2 s')
  }
})

/** Expects calls beyond limit and queue to be told when to ask again. */
function expectBusy(answers: Awaited<ReturnType<typeof app.http.inject>>[]) {
  const refused = answers.filter(answer => answer.statusCode !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(answers.length - 204)
  expect(refused.length).toBeLessThan(answers.length)
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body)).toEqual({ code: 0, msg: sentences.busy, data: null })
  }
}
