import { createHash, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Audience } from '#contract/office/messages.ts'
import { makeFamily } from '#testing/make-family.ts'
import { rowOf } from '#testing/rows.ts'
import { type MailServer, startMailServer } from '#testing/start-mail-server.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const app = await startTestApp({
  config: {
    mailFrom: { name: 'Larkfield', address: 'hello@classes.example.test' },
    dkim: { selector: 'maypole', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  },
})
let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
  app.services.config.smtpUrl = `smtp://127.0.0.1:${mailServer.port}`
})
afterAll(() => mailServer.close())
beforeEach(() => {
  mailServer.raws = []
})

/** Returns the headers of a mail as they stand in it, and its body. */
function partsOf(raw: string): { headers: string[]; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  return { headers: raw.slice(0, end).split(/\r\n(?![ \t])/), body: raw.slice(end + 4) }
}
const headerOf = (raw: string, name: string) =>
  partsOf(raw)
    .headers.find(header => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .replace(/\r\n[ \t]+/g, ' ')
    .trim()

/** Verifies a DKIM signature of the relaxed form (RFC 6376) against a public key; returns the headers that it covers. */
function verifyDkim(
  raw: string,
  key: KeyObject,
): { isGood: boolean; covers: string[]; tags: Map<string, string> } {
  const { headers, body } = partsOf(raw)
  const signature = headers.find(header => /^dkim-signature:/i.test(header)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .filter(Boolean)
      .map(tag => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  )
  const relaxed = (header: string) =>
    `${header.slice(0, header.indexOf(':')).trim().toLowerCase()}:${header
      .slice(header.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  const relaxedBody = `${body
    .split('\r\n')
    .map(line => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)+$/, '')}\r\n`
  const covers = (tags.get('h') ?? '').toLowerCase().split(':')
  const present = covers.filter(name => headers.some(header => relaxed(header).startsWith(`${name}:`)))
  const signed = present.map(name =>
    relaxed(headers.find(header => relaxed(header).startsWith(`${name}:`)) ?? ''),
  )
  // The signature's own header is covered with an empty `b`, and without a line's end.
  const unsigned = relaxed(signature).replace(/([;\s]b=)[^;]*/, '$1')
  const isBody = createHash('sha256').update(relaxedBody).digest('base64') === tags.get('bh')
  const isHead = verify(
    'sha256',
    Buffer.from([...signed, unsigned].join('\r\n')),
    key,
    Buffer.from(tags.get('b') ?? '', 'base64'),
  )
  return { isGood: isBody && isHead, covers: present, tags }
}

async function sendOffer() {
  const family = await makeFamily(app)
  await family.api.accounts.saveOrigin({ wantsOffers: true, heardFrom: 'Other' })
  const manager = await app.office('manager')
  const audience: Audience = { to: 'family', accountId: family.accountId }
  const offer = {
    kind: 'offers' as const,
    subject: 'Summer camp',
    text: 'Hi {first name},\n\n.a dot first\n\nCome.',
  }
  const { mailed, toRing } = await manager.messages.preview({ audience, ...offer })
  await manager.messages.send({ audience, ...offer, expected: { mailed, toRing } })
  await app.runJobs()
  const [raw = ''] = mailServer.raws
  return { family, raw }
}

test('a sent offer is signed by the domain of its sender, with both headers that end offers', async () => {
  const { raw } = await sendOffer()
  const { isGood, covers, tags } = verifyDkim(raw, publicKey)
  expect(isGood).toBe(true)
  expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual([
    'classes.example.test',
    'maypole',
    'rsa-sha256',
  ])
  expect(covers).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  // Negative controls: another word, another address to unsubscribe at, another key.
  expect(verifyDkim(raw.replace('Come.', 'Stay.'), publicKey).isGood).toBe(false)
  expect(verifyDkim(raw.replace(/unsubscribe\/\d+/, 'unsubscribe/1000000'), publicKey).isGood).toBe(false)
  expect(verifyDkim(raw, generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey).isGood).toBe(false)
})

test('the button of a mail program ends offers by the address in the header alone', async () => {
  const { family, raw } = await sendOffer()
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = /^<(http[^>]+)>$/.exec(headerOf(raw, 'List-Unsubscribe') ?? '') ?? []
  // RFC 8058: a POST without cookies, whose body is that header's value.
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
  })
  expect(answer.status).toBe(200)
  expect((await rowOf(app.db, 'accounts', { id: family.accountId })).wants_offers).toBe(false)
})

test('without a key a mail is not signed, and a service mail has no header that ends offers', async () => {
  const { dkim } = app.services.config
  app.services.config.dkim = undefined
  const manager = await app.office('manager')
  const family = await makeFamily(app)
  const draft = { audience: { to: 'family' as const, accountId: family.accountId }, kind: 'service' as const }
  const words = { subject: 'Wellies', text: 'Bring wellies.' }
  await manager.messages.send({ ...draft, ...words, expected: { mailed: 1, toRing: 0 } })
  await app.runJobs()
  app.services.config.dkim = dkim
  const [raw = ''] = mailServer.raws
  expect(raw).toContain('Bring wellies.')
  expect(headerOf(raw, 'DKIM-Signature')).toBeUndefined()
  expect(headerOf(raw, 'List-Unsubscribe')).toBeUndefined()
})
