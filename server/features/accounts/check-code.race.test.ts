import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { forceRace } from '#testing/force-race.ts'
import { makeAccount } from '#testing/make-account.ts'
import { sendAndReadCode, wrongCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ poolSize: 20 })
beforeAll(async () => {
  // Every counted try is written before its code is compared.
  await sql`create table counted_tries (code_id bigint not null)`.execute(app.db)
  await sql`
    create function note_try() returns trigger language plpgsql as $$
    begin insert into counted_tries values (new.id); return null; end $$`.execute(app.db)
  await sql`
    create trigger note_try after update of attempts on email_codes
    for each row when (new.closed_at is null) execute function note_try()`.execute(app.db)
})

const racers = 200

/** Sends guesses at once from as many networks, so that no network limit hides the code's own limit. */
async function guess(email: string, codes: string[]): Promise<{ opened: number; compared: number }> {
  await sql`delete from counted_tries`.execute(app.db)
  const refusals = await Promise.all(
    codes.map((code, index) => {
      const { resetPassword } = app.apiOf({ ip: `10.9.${index >> 7}.${index % 128}` }).accounts
      return refusal(resetPassword({ email, code, newPassword: 'playground 8' }))
    }),
  )
  const { rows } = await sql<{ tries: number }>`select count(*) as tries from counted_tries`.execute(app.db)
  return { opened: refusals.filter(sentence => sentence === undefined).length, compared: rows[0]?.tries ?? 0 }
}

test('only five of two hundred simultaneous guesses are compared', async () => {
  const { email } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const codes = Array<string>(racers).fill(wrongCode(code))
  codes[racers / 2] = code
  const { opened, compared } = await guess(email, codes)
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBeLessThanOrEqual(5)
  expect(opened).toBeLessThanOrEqual(1)
  expect((await guess(email, [code])).opened).toBe(0)
})

test('the right code sent two hundred times at once is used once', async () => {
  const { email } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const { opened, compared } = await guess(email, Array<string>(racers).fill(code))
  expect(opened).toBe(1)
  expect(compared).toBeLessThanOrEqual(5)

  // Negative control: if codes are not marked as used, every compared try signs in.
  await sql`
    create function forget_use() returns trigger language plpgsql as $$
    begin new.closed_at := null; return new; end $$`.execute(app.db)
  await sql`
    create trigger forget_use before update of closed_at on email_codes
    for each row execute function forget_use()`.execute(app.db)
  const again = await makeAccount(app)
  const codeAgain = await sendAndReadCode(app, 'resetPassword', again.email)
  expect((await guess(again.email, Array<string>(racers).fill(codeAgain))).opened).toBeGreaterThan(1)
  await sql`drop function forget_use cascade`.execute(app.db)
})

test('a reset locks the account before its codes, as the job that mails a code does', async () => {
  const { email, accountId } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const told = await forceRace(app, {
    close: tx => tx.selectFrom('accounts').select('id').where('id', '=', accountId).forShare().execute(),
    work: () => refusal(app.visitor.accounts.resetPassword({ email, code, newPassword: 'playground 8' })),
    waiting: 1,
    meanwhile: tx => sql`select from email_codes where email = ${email} for update nowait`.execute(tx),
  })
  expect(told).toBeUndefined()
})

test('control: without the count, guesses beyond the fifth are compared', async () => {
  await sql`
    create or replace function forget_try() returns trigger language plpgsql as $$
    begin new.attempts := old.attempts; return new; end $$`.execute(app.db)
  await sql`
    create trigger forget_try before update of attempts on email_codes
    for each row execute function forget_try()`.execute(app.db)
  const { email } = await makeAccount(app)
  const code = await sendAndReadCode(app, 'resetPassword', email)
  const wrong = await guess(email, Array<string>(racers).fill(wrongCode(code)))
  expect(wrong.compared).toBe(racers)
  expect((await guess(email, [code])).opened).toBe(1)
  await sql`drop trigger forget_try on email_codes`.execute(app.db)
})

test('fifty requests for a code at once send one mail', async () => {
  const { email } = await makeAccount(app)
  const send = (index: number) =>
    refusal(app.apiOf({ ip: `10.8.0.${index}` }).accounts.sendCode({ purpose: 'resetPassword', email }))
  const refusals = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index)))
  expect(refusals.filter(sentence => sentence === undefined)).toHaveLength(1)
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: email })
  expect(mails).toHaveLength(1)
})
