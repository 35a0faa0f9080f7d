import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { changeEmail } from '#testing/change-email.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { readCode, sendAndReadCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ poolSize: 20 })

const rounds = 20
const newcomer = { firstName: 'Ana', lastName: 'Reid', mobile: '07700 900123', password: testPassword }

/** Lets two accounts confirm the same address while somebody registers with it. */
async function contend(email: string): Promise<(string | undefined)[]> {
  // One network may ask for thirty codes an hour.
  app.clock.advance(60)
  const accounts = [await makeAccount(app), await makeAccount(app)]
  for (const { api } of accounts) await api.accounts.editProfile({ email })
  const code = await readCode(app, email)
  const toRegister = await sendAndReadCode(app, 'register', email)
  return Promise.all([
    ...accounts.map(({ api }) => refusal(api.accounts.confirmEmail({ code }))),
    refusal(app.visitor.accounts.register({ ...newcomer, email, code: toRegister })),
  ])
}

test('if several take one address at once, exactly one gets it', async () => {
  for (let round = 0; round < rounds; round++) {
    const answers = await contend(`contended-${round}@example.test`)
    const refusals = answers.filter(answer => answer !== undefined)
    expect(refusals, answers.join()).toHaveLength(2)
    for (const sentence of refusals) expect([sentences.emailTaken, sentences.codeWrong]).toContain(sentence)
  }
})

test('an undo link pressed twice at once undoes once', async () => {
  for (let round = 0; round < rounds; round++) {
    const secret = await changeEmail(app, (await makeAccount(app)).api, `pressed-${round}@example.test`)
    const press = () => app.visitor.accounts.takeBackEmail({ secret })
    const outcomes = (await Promise.all([press(), press()])).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['undone', 'wasUndone'])
  }
})

test('control: without the constraint two accounts get the address', async () => {
  await sql`alter table accounts drop constraint accounts_email_once`.execute(app.db)
  const answers = await contend('given-twice@example.test')
  expect(answers.filter(answer => answer === undefined)).toHaveLength(2)
})
