import { expect, test } from 'vitest'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { lookAtMailServer, rotateMailServer, tryMailServer } from '#server/mail/mail-server.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { refusal, refusedFields } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startMailServer } from '#testing/start-mail-server.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ config: { isMailServerOfOffice: true } })
const user = { name: 'hello@larkfield.example.test', password: 'pass:w@rd/1' }
const wanted = {
  host: 'localhost',
  port: 2525,
  userName: user.name,
  password: user.password,
  senderAddress: 'hello@larkfield.example.test',
}
/** Makes the call with the version that is stored. */
const save = async (changes: Partial<typeof wanted> = {}) => {
  const owner = await app.office('owner')
  const { version } = await owner.business.mailServer({})
  return owner.business.saveMailServer({ ...wanted, ...changes, version })
}
const writeOne = () =>
  writeMail(
    app.db,
    { to: 'kit@example.test', subject: 'Hello', paragraphs: ['Hello'], purpose: 'office' },
    app.clock.now(),
  )

test('only the owner sees and sets the mail server, and never reads its password', async () => {
  for (const role of ['manager', 'frontDesk', 'teacher'] as const) {
    const { business } = await app.office(role)
    expect(await refusal(business.mailServer({}))).toMatch('Your role does not allow this')
    expect(await refusal(business.saveMailServer({ ...wanted, version: 1 }))).toMatch(
      'Your role does not allow this',
    )
  }
  const owner = await app.office('owner')
  expect(await owner.business.mailServer({})).toMatchObject({ host: '', setIn: 'office', dns: [] })
})

test('mails wait for a mail server, which is saved once it accepts the password', async () => {
  await writeOne()
  await app.runJobs()
  const owner = await app.office('owner')
  expect(await owner.business.mail({})).toMatchObject({ isPractice: false, server: '', waiting: 1 })
  expect(await refusal(owner.business.checkMail({ to: 'kit@example.test' }))).toMatch(
    mailServerSentences.noneYet,
  )
  const server = await startMailServer({ user, port: 2525 })
  try {
    expect(await refusedFields(save({ password: 'wrong' }))).toEqual({
      password: mailServerSentences.answered('535 5.7.8 wrong password'),
    })
    expect(await owner.business.mailServer({})).toMatchObject({ host: '' })
    await save()
    await app.runJobs()
    expect(server.taken).toHaveLength(1)
    expect(server.raws[0]).toMatch('hello@larkfield.example.test')

    const shown = await owner.business.mailServer({})
    expect(shown).toMatchObject({ host: 'localhost', hasPassword: true })
    expect(JSON.stringify(shown)).not.toMatch(user.password)
    const { password_sealed } = await rowOf(app.db, 'mail_server', { id: true })
    expect(String(password_sealed)).not.toMatch(user.password)
    expect(shown.dns.map(({ name }) => name)).toEqual([
      'larkfield.example.test',
      '_dmarc.larkfield.example.test',
    ])

    await save({ password: '', senderAddress: 'post@larkfield.example.test' })
    await writeOne()
    await app.runJobs()
    expect(server.raws[1]).toMatch('post@larkfield.example.test')
    expect(await refusedFields(save({ password: '', userName: 'other@larkfield.example.test' }))).toEqual({
      password: mailServerSentences.passwordAgain,
    })
  } finally {
    server.close()
  }
})

test('another process uses the new server, and a rotated data key keeps the password', async () => {
  const other = { db: app.db, config: { ...app.services.config, smtpUrl: undefined as string | undefined } }
  await lookAtMailServer(other)
  expect(other.config.smtpUrl).toBe(
    `smtp://${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@localhost:2525`,
  )
  const next = Buffer.alloc(32, 9)
  await rotateMailServer(app.db, app.services.config.dataKey, next)
  await lookAtMailServer(other)
  expect(other.config.smtpUrl).toBeUndefined()
  other.config.dataKey = next
  await lookAtMailServer(other)
  expect(other.config.smtpUrl).toMatch('localhost')
  await rotateMailServer(app.db, next, app.services.config.dataKey)
})

test('impossible names and ports are refused at their field', async () => {
  for (const host of ['', '127.0.0.1', '[::1]', 'mail', 'mail.example.test/x', 'a@b.example.test', 'x..test'])
    expect(await refusedFields(save({ host }))).toEqual({ host: mailServerSentences.hostName })
  for (const port of [0, 22, 80, 5432])
    expect(await refusedFields(save({ port }))).toEqual({ port: mailServerSentences.port })
  expect(await refusedFields(save({ host: 'nowhere.example.test' }))).toEqual({
    host: mailServerSentences.unknownHost,
  })
  expect(await refusedFields(save())).toEqual({ host: mailServerSentences.noAnswer })
})

test('a public site connects to no mail server in its own network', async () => {
  const server = await startMailServer({ port: 2525 })
  const config = { ...app.services.config, publicUrl: 'https://larkfield.example.test' }
  const local = { host: 'localhost', port: 2525, userName: '', password: '' }
  try {
    expect(await tryMailServer(local, app.services.config)).toBeUndefined()
    const ownNetwork = { field: 'host', why: mailServerSentences.ownNetwork }
    for (const host of ['localhost', '10.1.2.3', '192.168.0.7', '169.254.169.254', '::1', 'fd00::1'])
      expect(await tryMailServer({ ...local, host }, config)).toEqual(ownNetwork)
  } finally {
    server.close()
  }
})

test('if the environment sets the mail server, or in demo mode, the office cannot change it', async () => {
  const { config } = app.services
  const { smtpUrl } = config
  config.isMailServerOfOffice = false
  try {
    config.smtpUrl = 'smtp://mail.example.test:25'
    const owner = await app.office('owner')
    expect(await owner.business.mailServer({})).toMatchObject({ setIn: 'environment' })
    expect(await refusal(save())).toMatch(mailServerSentences.fixed)
    config.smtpUrl = undefined
    expect(await owner.business.mailServer({})).toMatchObject({ setIn: 'practice' })
    expect(await refusal(save())).toMatch(mailServerSentences.practice)
  } finally {
    config.isMailServerOfOffice = true
    config.smtpUrl = smtpUrl
  }
})
