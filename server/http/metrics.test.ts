import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startBackgroundTasks } from '#server/background/background-tasks.ts'
import { makeLog } from '#server/log.ts'
import { childForm } from '#testing/child-form.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const metricsToken = 'a-token-of-twenty-letters'
const app = await startTestApp()
let logged = ''
const log = makeLog(
  'info',
  new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  }),
)
const config = { ...app.services.config, metricsToken, accessLog: 'on' as const }
const watched = await buildApp({ ...app.services, log, config })
afterAll(() => watched.close())

const read = (authorization = `Bearer ${metricsToken}`) =>
  watched.inject({ url: '/metrics', headers: { authorization } })
const post = (path: string, body: unknown, token = '') =>
  watched.inject({ method: 'POST', url: `/api/${path}`, headers: { token }, payload: JSON.stringify(body) })
/** Keeps only our own series, because Node's come and go with garbage collection. */
const seriesIn = (text: string) => text.split('\n').filter(line => line.startsWith('maypole_'))

test('metrics are shown with the token, and to nobody when none is set', async () => {
  expect((await read()).statusCode).toBe(200)
  for (const wrong of ['', metricsToken, 'Bearer ', `Bearer ${metricsToken}x`]) {
    expect((await read(wrong)).statusCode).toBe(401)
  }
  // Without a token it is an unknown address like any other.
  expect((await app.http.inject({ url: '/metrics' })).body).not.toContain('maypole_')
})

test('metrics count calls, held places, jobs, mails, payments, background tasks and the process', async () => {
  const order = await makeClassOrder(app)
  await post('user/login', { email: 'nobody@example.test', password: 'wrong' })
  await post('USER/LOGIN', { email: 'nobody@example.test', password: 'wrong' })
  await app.db.deleteFrom('jobs').execute()
  const job = { payload: '{}', run_at: app.clock.now(), last_error: 'SmtpError' }
  await app.db
    .insertInto('jobs')
    .values({ ...job, kind: 'send-mail' })
    .execute()
  const mail = { to_email: order.account.email, subject: 'A', body_text: 'A', purpose: 'order' }
  await app.db
    .insertInto('mails')
    .values(
      ['550', 'too late'].map(refusal => ({
        ...mail,
        // Postponed for days.
        created_at: new Date(app.clock.now().getTime() - 4 * 86_400_000),
        refused_at: app.clock.now(),
        refusal,
      })),
    )
    .execute()
  await app.db
    .insertInto('payments')
    .values({
      order_id: order.orderId,
      amount_pence: 100,
      status: 'mismatched',
      created_at: app.clock.now(),
      expires_at: app.clock.now(),
    })
    .execute()
  await startBackgroundTasks({ ...app.services, clock: () => new Date('2000-01-01') }).stop()
  app.clock.advance(2)
  const { body } = await read()
  for (const line of [
    'maypole_answers_total{path="user/login",status="200",code="0"} 2',
    'maypole_answer_seconds_count{path="user/login"} 2',
    'maypole_database_up 1',
    'maypole_jobs_due{kind="send-mail"} 1',
    'maypole_jobs_due_age_seconds{kind="send-mail"} 120',
    'maypole_jobs_failing{kind="send-mail"} 1',
    'maypole_mails_day{state="refused"} 2',
    'maypole_mails_day{state="waiting"} 0',
    'maypole_payments_mismatched 1',
    'maypole_places_held 1',
    'maypole_beat_timestamp_seconds{work="jobs"} 946684800',
  ]) {
    expect(seriesIn(body)).toContain(line)
  }
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(body).toMatch(/^maypole_pool_in_use \d+$/m)
})

test('docs/running.md has an alarm level for each metric, and names no other', async () => {
  const { body } = await read()
  const shown = new Set(body.match(/(?<=^# TYPE )\w+/gm))
  const told = new Set(
    readFileSync('docs/running.md', 'utf8').match(/(?<=`)(maypole|nodejs|process)_\w+(?=`)/g),
  )
  for (const name of told) expect(shown).toContain(name)
  for (const name of shown) if (name.startsWith('maypole_')) expect(told).toContain(name)
})

test('metrics and the access log hold no personal data, and strangers add no series', async () => {
  const { account } = await makeClassOrder(app)
  const before = seriesIn((await read()).body).length
  const mark = 'kestrel'
  await post('user/createChild', childForm({ medical: mark, first_name: mark }), account.token)
  await post(`user/${mark}`, { email: `${mark}@example.test` }, mark)
  for (let stranger = 1; stranger < 20; stranger++) await post(`${mark}/${stranger}?${mark}`, {})
  for (const path of [
    `calendar/${mark}.ics`,
    `guest-order/${mark}/1/${mark}`,
    `pay/${mark}/1/${mark}`,
    `claim/1/1/${mark}`,
    `media/${mark}.webp?${mark}`,
    `${mark}?${mark}`,
    `checkout/return?order=${mark}`,
  ]) {
    await watched.inject({ url: `/${path}`, headers: { cookie: mark, 'user-agent': mark, token: mark } })
  }
  const { body } = await read()
  expect(logged.match(/"msg":"answered"/g)?.length).toBeGreaterThan(25)
  expect(logged).toContain('"method":"POST","path":"user/createChild","status":200,"code":1')
  for (const told of [body, logged]) {
    for (const secret of [mark, account.email, account.token, metricsToken, '127.0.0.1']) {
      expect(told).not.toContain(secret)
    }
  }
  // One call and at most five beginnings of addresses are new: each with its 12 buckets and a count.
  expect(seriesIn(body).length - before).toBeLessThan(8 * 14)
})
