import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type JobHandlers, runDueJobs } from '#server/jobs/run-jobs.ts'
import type { Services } from '#server/services.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { type MailServer, startMailServer } from '#testing/start-mail-server.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { sendNow } from './send-mail.ts'
import { writeMail } from './write-mail.ts'

const app = await startTestApp()
let mailServer: MailServer
let services: Services
beforeAll(async () => {
  mailServer = await startMailServer()
  const smtpUrl = `smtp://127.0.0.1:${mailServer.port}`
  // Leases are renewed in real time, so this clock is the real one.
  services = { ...app.services, clock: () => new Date(), config: { ...app.services.config, smtpUrl } }
})
afterAll(() => mailServer.close())
beforeEach(async () => {
  Object.assign(mailServer, {
    taken: [],
    heads: [],
    delayMilliseconds: 0,
    isHanging: false,
    refusesSender: false,
    losesAnswers: 0,
  })
  await app.db.deleteFrom('jobs').execute()
  await app.db.deleteFrom('mails').execute()
})

const write = (to: string, usefulUntil?: Date) =>
  writeMail(
    app.db,
    { to, subject: 'A test', paragraphs: ['Words'], purpose: 'order', usefulUntil },
    new Date(),
  )
const mails = () => rowsOf(app.db, 'mails')
const seconds = (count: number) => new Date(Date.now() + count * 1000)

test('two processes send each mail once, however slow the mail server is', async () => {
  mailServer.delayMilliseconds = 300
  for (let mail = 0; mail < 12; mail++) await write(`parent${mail}@example.test`)
  const running = { leaseSeconds: 2 }
  const process = async () => {
    for (let look = 0; look < 6; look++) {
      await runDueJobs(services, jobHandlers, running)
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  await Promise.all([process(), process()])
  expect(mailServer.taken.toSorted()).toEqual([...new Set(mailServer.taken)].toSorted())
  expect(mailServer.taken).toHaveLength(12)
  expect((await mails()).every(mail => mail.sent_at !== null)).toBe(true)
}, 60_000)

test('after a lost answer and a restart a mail is sent again under its own Message-ID, and no other mail twice', async () => {
  mailServer.losesAnswers = 2
  for (let mail = 0; mail < 8; mail++) await write(`parent${mail}@example.test`)
  const ids = (await mails()).map(({ id }) => `mail-${id}`).toSorted()
  await Promise.all([runDueJobs(services, jobHandlers), runDueJobs(services, jobHandlers)])
  // The mail server took every mail once, but its answers about two of them were lost.
  expect(mailServer.taken.toSorted()).toEqual(ids)
  const unknown = (await mails()).filter(mail => mail.sent_at === null).map(({ id }) => `mail-${id}`)
  expect(unknown).toHaveLength(2)
  expect((await mails()).every(mail => mail.refused_at === null)).toBe(true)
  // Another process starts once these two are due again.
  await app.db.updateTable('jobs').set({ run_at: new Date() }).where('done_at', 'is', null).execute()
  await Promise.all([runDueJobs(services, jobHandlers), runDueJobs(services, jobHandlers)])
  expect(mailServer.taken.toSorted()).toEqual([...ids, ...unknown].toSorted())
  expect((await mails()).every(mail => mail.sent_at !== null)).toBe(true)
  await app.db.updateTable('jobs').set({ run_at: new Date(), leased_until: null }).execute()
  await runDueJobs(services, jobHandlers)
  expect(mailServer.taken).toHaveLength(10)
})

test('a mail server that hangs delays no other kind of job, and not the end of the process', async () => {
  mailServer.isHanging = true
  for (let mail = 0; mail < 3; mail++) await write(`parent${mail}@example.test`)
  const told: number[] = []
  const handlers: JobHandlers = { ...jobHandlers, 'order-confirmed': async () => void told.push(Date.now()) }
  const stopping = new AbortController()
  const started = Date.now()
  const work = runDueJobs(services, handlers, { stopping: stopping.signal })
  await expect
    .poll(() => app.db.selectFrom('jobs').select('id').where('leased_until', 'is not', null).execute())
    .toHaveLength(3)
  await enqueue(app.db, 'order-confirmed', { orderId: 1 }, new Date())
  await expect.poll(() => told.length, { timeout: 4_500 }).toBe(1)
  stopping.abort()
  await work
  expect(Date.now() - started).toBeLessThan(25_000)
  const left = await rowsOf(app.db, 'jobs', { kind: 'send-mail' })
  expect(left.map(job => [job.done_at, job.leased_until])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
}, 60_000)

test('a mail server that falls silent at a later step times out too', async () => {
  const letterTo = (to: string) => ({ to, subject: 'A test', text: 'Words' })
  const tries = ['RCPT', 'DATA', 'end'].map(step =>
    sendNow(services, letterTo(`silent-at-${step}@example.test`)),
  )
  expect(await Promise.all(tries)).toEqual(tries.map(() => ({ isSent: false, answer: 'Timeout' })))
})

test('mail to another machine is sent encrypted or not at all, unless a setting allows it', async () => {
  // Reaches this machine, but by an address that does not count as this machine's own.
  const elsewhere = services.config.smtpUrl?.replace('127.0.0.1', '0.0.0.0')
  const sendTo = (smtpUrl: string) =>
    sendNow(
      { ...services, config: { ...services.config, smtpUrl } },
      { to: 'parent@example.test', subject: 'Your code', text: '123456' },
    )
  expect(await sendTo(`${elsewhere}`)).toMatchObject({ isSent: false, answer: expect.stringMatching(/TLS/) })
  expect(mailServer.taken).toEqual([])
  expect(await sendTo(`${elsewhere}?requireTLS=false`)).toMatchObject({ isSent: true })
})

test('a mail that is refused for good is recorded as refused, and not retried', async () => {
  await write('refused@example.test')
  await write('parent@example.test')
  await runDueJobs(services, jobHandlers)
  const [refused, sent] = await mails()
  expect(refused).toMatchObject({ refusal: '550', sent_at: null, body_text: '' })
  expect(refused?.refused_at).toBeInstanceOf(Date)
  expect(sent).toMatchObject({ refusal: '', refused_at: null })
  expect(sent?.sent_at).toBeInstanceOf(Date)
  const open = await app.db.selectFrom('jobs').select('id').where('done_at', 'is', null).execute()
  expect(open).toEqual([])
})

test('a mail whose recipient is refused temporarily is given up after four days', async () => {
  await write('full@example.test')
  await write('full@example.test')
  const [young, old] = (await mails()).map(({ id }) => id)
  const fiveDaysAgo = seconds(-5 * 24 * 3_600)
  // The newer mail is as old, but one of our settings delayed it, not its recipient.
  await app.db.updateTable('mails').set({ created_at: fiveDaysAgo }).execute()
  await app.db.updateTable('mails').set({ put_off_at: fiveDaysAgo }).where('id', '=', Number(old)).execute()
  await runDueJobs(services, jobHandlers)
  expect(await mails()).toMatchObject([
    { id: young, refusal: '', refused_at: null, body_text: 'Words', put_off_at: expect.any(Date) },
    { id: old, refusal: '452', refused_at: expect.any(Date), body_text: '' },
  ])
})

test('a mail whose sender is refused waits until the setting is corrected', async () => {
  mailServer.refusesSender = true
  await write('parent@example.test')
  await runDueJobs(services, jobHandlers)
  expect(await mails()).toMatchObject([{ refusal: '', refused_at: null, sent_at: null, body_text: 'Words' }])
  const [job] = await rowsOf(app.db, 'jobs')
  expect(job?.done_at).toBeNull()
  mailServer.refusesSender = false
  await app.db.updateTable('jobs').set({ run_at: new Date() }).execute()
  await runDueJobs(services, jobHandlers)
  expect((await mails())[0]?.sent_at).toBeInstanceOf(Date)
})

test('a mail has the same sentences as text and HTML, and a name in it cannot become markup', async () => {
  const name = '<script>alert(1)</script>'
  const address = `${services.config.publicUrl}/home/userInfo`
  const paragraphs = [
    `Hello ${name},`,
    `As you asked\nhttps://evil.test/`,
    `Your bookings: ${address}`,
    address,
  ]
  const mail = { to: 'parent@example.test', subject: `For ${name}`, paragraphs, purpose: 'order' as const }
  await writeMail(app.db, mail, new Date())
  await runDueJobs(services, jobHandlers)
  expect(mailServer.newest).toMatch(/^Content-Type: multipart\/alternative/m)
  const [, text = '', page = ''] = parts(mailServer.newest)
  expect(text.trim()).toBe(paragraphs.join('\n\n'))
  expect(page.match(/<(script|img|link)|(?<=href=")[^"]*/g)).toEqual([address, address])
  // The one button has a label, and no link shows its address.
  expect(page.match(/>Your bookings<\/a>|>Open the page<\/a>/g)).toHaveLength(2)
  expect(page.match(/style="[^"]*background:/g)).toHaveLength(1)
  const said = page.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  const isOurs = (part: string) => part === address
  const sentences = [mail.subject, ...text.trim().split(/\n+|: /)].filter(part => !isOurs(part))
  for (const sentence of sentences) expect(said).toContain(sentence)
  expect(said).not.toContain(address)
})

test('bookings are attached as a calendar file, which is not stored', async () => {
  const calendar = ['PUBLISH', 'CANCEL']
    .map(method => `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n`)
    .join('')
  const mail = {
    to: 'parent@example.test',
    subject: 'Booked',
    paragraphs: ['Booked'],
    purpose: 'order' as const,
  }
  await writeMail(app.db, { ...mail, calendar }, new Date())
  await runDueJobs(services, jobHandlers)
  expect(mailServer.newest).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/m)
  expect(mailServer.newest).toMatch(/filename=booking\.ics/)
  expect(mailServer.newest).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/m)
  expect(mailServer.newest).toMatch(/filename=cancelled\.ics/)
  expect(await mails()).toMatchObject([{ body_text: '', calendar_text: '' }])
})

/** Returns the parts of a message, with quoted-printable lines decoded. */
const parts = (message: string) =>
  message.split(/^----_NmP.*$/m).map(part =>
    part
      .slice(part.indexOf('\n\n'))
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  )

test('a code that expired while the mail server was away is not sent', async () => {
  await write('late@example.test', seconds(-1))
  await write('soon@example.test', seconds(60))
  await runDueJobs(services, jobHandlers)
  expect(mailServer.taken).toHaveLength(1)
  expect(await mails()).toMatchObject([
    { to_email: 'late@example.test', refusal: 'too late' },
    { to_email: 'soon@example.test', refusal: '' },
  ])
})

test('a reply names the earlier mails of its thread, and where the next reply goes', async () => {
  for (const to of ['business@example.test', 'parent@example.test', 'parent@example.test']) await write(to)
  const [first, second, third] = await mails()
  const thread = { follows: `${first?.id} ${second?.id}`, reply_to: 'hello@example.test' }
  await changeRows(app.db, 'mails', { id: third?.id ?? 0 }, thread)
  await runDueJobs(services, jobHandlers, {})
  const at = new URL(services.config.publicUrl).hostname
  const idOf = (mail: typeof first) => `<mail-${mail?.id}@${at}>`
  // The three may arrive in any order.
  const head = mailServer.heads.find(one => one.includes(`Message-ID: ${idOf(third)}`)) ?? ''
  expect(head).toContain(`In-Reply-To: ${idOf(second)}`)
  expect(head.replace(/\n\s+/g, ' ')).toContain(`References: ${idOf(first)} ${idOf(second)}`)
  expect(head).toContain('Reply-To: hello@example.test')
  const others = mailServer.heads.filter(one => one !== head)
  expect(others.join()).not.toMatch(/In-Reply-To|References|Reply-To/)
})
