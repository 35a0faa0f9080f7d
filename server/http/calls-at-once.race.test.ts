import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { readConfig } from '#server/config.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const { callsPerAccount } = readConfig({}, () => Buffer.alloc(32))
const app = await startTestApp({ config: { callsPerAccount } })

test('four hundred calls of one account leave the connections to others', async () => {
  const [greedy, other] = [await makeAccount(app), await makeAccount(app)]
  const elsewhere = connectToPostgres(app.database.url ?? '', { poolSize: 1 })
  const rush = await transaction(elsewhere.db, async tx => {
    // Each call that gets a turn now keeps its connection, and waits for this row.
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
  const refused = answers.filter(answer => answer.statusCode !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(296)
  expect(refused.length).toBeLessThan(400)
  for (const { statusCode, headers, body } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(body)).toEqual({ code: 0, msg: sentences.busy, data: null })
  }
})
