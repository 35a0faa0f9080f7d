import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { TooBusy } from '#server/create-limiter.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { upload as send } from '#testing/upload-picture.ts'
import { encodePicture } from './encode-picture.ts'

const app = await startTestApp()

const upload = (bytes: Buffer, token: string | undefined, sent?: Parameters<typeof send>[3]) =>
  send(app, bytes, token, sent)

/** Draws a picture that does not compress well. */
const noise = (format: 'jpeg' | 'png' | 'webp' = 'png') =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .toFormat(format)
    .toBuffer()

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c23f1b' } })

async function served(path: string): Promise<Buffer> {
  const response = await app.http.inject({ url: `/media/${path}` })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
  return response.rawPayload
}

// Proves API-13.
test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s is converted to WebP in four widths',
  async format => {
    const { token, accountId } = await makeAccount(app)
    const sent = await drawing(2000, 1000)
      .withMetadata({ exif: { IFD0: { Copyright: 'at home' } } })
      .toFormat(format)
      .toBuffer()
    const answer = await upload(sent, token, { name: '../../../etc/passwd' })
    expect(answer).toMatchObject({ status: 200, code: 1 })
    const url = answer.data?.url ?? ''
    expect(url).toMatch(/^uploads\/[0-9a-f]{32}\.webp$/)
    for (const [path, width] of [
      [url, 1200],
      [url.replace('.webp', '-800.webp'), 800],
      [url.replace('.webp', '-480.webp'), 480],
      [url.replace('.webp', '-160.webp'), 160],
    ] as const) {
      const stored = await served(path)
      const facts = await sharp(stored).metadata()
      expect([facts.format, facts.width, facts.exif]).toEqual(['webp', width, undefined])
      expect(stored.equals(sent)).toBe(false)
    }
    const row = await rowOf(app.db, 'media', { path: url })
    expect(row).toMatchObject({ account_id: accountId, mime: 'image/webp' })
  },
)

test('an uploaded picture can be used by its owner only', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const { data } = await upload(await drawing(50, 50).png().toBuffer(), mine.token, {
    path: contract.content.uploadPicture.path.toUpperCase(),
  })
  const avatar = data?.url
  expect(await refusal(theirs.api.accounts.editProfile({ avatar }))).toBe(sentences.pictureNotFound)
  expect(await mine.api.accounts.editProfile({ avatar })).toMatchObject({ avatar })
})

test('a visitor and a stale token may not upload', async () => {
  const picture = await drawing(50, 50).png().toBuffer()
  for (const token of [undefined, 'A'.repeat(43)]) {
    expect(await upload(picture, token)).toMatchObject({ status: 401, code: 401, data: null })
  }
})

const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
const signatures = {
  jpeg: Buffer.from('ffd8ffe000104a464946', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
}
const unreadable: [string, () => Promise<Buffer> | Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a page', () => html],
  ['a drawing of code', () => svg],
  ['a drawing of code after a declaration', () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg])],
  ['a compressed page', () => Buffer.from('1f8b08000000000000ff', 'hex')],
  ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['a TIFF', () => drawing(20, 20).tiff().toBuffer()],
  ['zeros', () => Buffer.alloc(5000)],
  ...Object.entries(signatures).flatMap(([name, signature]): [string, () => Buffer][] => [
    [`the signature of a ${name} alone`, () => signature],
    [`a page after the signature of a ${name}`, () => Buffer.concat([signature, html])],
    [`a drawing of code after the signature of a ${name}`, () => Buffer.concat([signature, svg])],
    [`noise after the signature of a ${name}`, () => Buffer.concat([signature, Buffer.alloc(3000, 0xa7)])],
  ]),
  ...(['jpeg', 'png', 'webp'] as const).map((format): [string, () => Promise<Buffer>] => [
    `half a ${format}`,
    async () => {
      const whole = await noise(format)
      return whole.subarray(0, whole.length / 2)
    },
  ]),
]

describe('is refused in plain words, and leaves no file', () => {
  test.each(unreadable)('%s', async (_name, make) => {
    const { token, accountId } = await makeAccount(app)
    const answer = await upload(await make(), token, { name: 'me.png', type: 'image/png' })
    expect(answer).toEqual({ status: 200, code: 0, msg: sentences.pictureUnreadable, data: null })
    expect(await rowsOf(app.db, 'media', { account_id: accountId })).toEqual([])
  })

  test('files over 5 MB, and over 40 megapixels in few bytes', async () => {
    const { token } = await makeAccount(app)
    const large = Buffer.concat([signatures.jpeg, Buffer.alloc(5 * 1024 * 1024)])
    expect(await upload(large, token)).toMatchObject({ code: 0, msg: sentences.pictureTooLarge })
    const bomb = await drawing(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await upload(bomb, token)).toMatchObject({ code: 0, msg: sentences.pictureTooLarge })
  })

  test('a form field with another name', async () => {
    const { token } = await makeAccount(app)
    const picture = await drawing(50, 50).png().toBuffer()
    expect(await upload(picture, token, { part: 'avatar' })).toMatchObject({ code: 0, data: null })
  })
})

test('a picture with a hidden web page keeps only its pixels', async () => {
  const { token } = await makeAccount(app)
  const polyglot = Buffer.concat([await drawing(60, 40).jpeg().toBuffer(), html])
  const { data } = await upload(polyglot, token)
  expect((await served(data?.url ?? '')).includes('<script>')).toBe(false)
})

/** Draws the largest allowed picture in few bytes, in the format that is slowest to decode. */
const costly = () =>
  (costlyDrawn ??= drawing(6320, 6320).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer())
let costlyDrawn: Promise<Buffer> | undefined

test("one account's slow pictures leave files, log-ins and memory to others", async () => {
  const [{ token }, other] = [await makeAccount(app), await makeAccount(app)]
  const picture = await costly()
  const { data } = await upload(await drawing(50, 50).png().toBuffer(), token)
  const { rss } = process.memoryUsage
  const before = rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rss())
  }, 10)
  let isOneDrawn = false
  const uploads = Array.from({ length: 10 }, async () => {
    const answer = await upload(picture, token)
    isOneDrawn ||= answer.code === 1
    return answer
  })
  const allAnswers = Promise.all(uploads)
  let answersMeanwhile = 0
  do {
    await served(data?.url ?? '')
    await app.visitor.accounts.signIn({ ...other, password: testPassword })
    if (!isOneDrawn) answersMeanwhile += 1
  } while (!isOneDrawn && answersMeanwhile < 5)
  expect(answersMeanwhile).toBeGreaterThan(0)
  const answers = await allAnswers
  clearInterval(watch)
  expect(most - before).toBeLessThan(64 * 1024 * 1024)
  // The other uploads wait, or are refused because the server is busy or the picture takes too long.
  for (const { status, code, msg } of answers.filter(answer => answer.code !== 1)) {
    expect([
      [503, 0, sentences.busy],
      [200, 0, sentences.pictureUnreadable],
    ]).toContainEqual([status, code, msg])
  }
}, 120_000)

test.each([
  ['time', { maxProcessorSeconds: 0.05 }],
  ['memory', { maxMemoryMegabytes: 100 }],
])('a picture that takes too much %s is refused, and the next one works', async (_name, limits) => {
  const picture = await costly()
  expect(await refusal(encodePicture(picture, limits))).toBe(sentences.pictureUnreadable)
  expect(await encodePicture(await drawing(50, 50).png().toBuffer())).toHaveLength(4)
})

test("one account's uploads let the next account upload in between", async () => {
  const [many, one] = [await makeAccount(app), await makeAccount(app)]
  const picture = await drawing(2000, 2000).jpeg({ progressive: true }).toBuffer()
  const small = await drawing(50, 50).png().toBuffer()
  let before = 0
  const uploads = Array.from({ length: 6 }, async () => {
    await upload(picture, many.token)
    before += 1
  })
  expect(await upload(small, one.token)).toMatchObject({ code: 1 })
  // In a single queue it would be the last.
  expect(before).toBeLessThan(uploads.length)
  await Promise.all(uploads)
})

test('a picture that takes too much memory is stopped while it is decoded', async () => {
  const picture = await costly()
  const small = await drawing(50, 50).png().toBuffer()
  const secondsOf = async (drawn: Promise<unknown>) => {
    const begun = performance.now()
    await drawn.catch(() => {})
    return (performance.now() - begun) / 1000
  }
  await encodePicture(small)
  const whole = await secondsOf(encodePicture(picture))
  await encodePicture(small)
  const givenUp = await secondsOf(encodePicture(picture, { maxMemoryMegabytes: 100 }))
  // Usually a tenth. A half proves it too, and allows for a busy machine.
  expect(givenUp).toBeLessThan(whole / 2)
})

/** Ends the process that encodes pictures, so that the next picture needs another. */
const endProcess = async () => refusal(encodePicture(await costly(), { maxProcessorSeconds: 0.01 }))

/** Runs `work` with this program in place of Node. */
async function startingBy<T>(program: string, work: () => Promise<T>): Promise<T> {
  const usual = process.execPath
  process.execPath = program
  return work().finally(() => Object.assign(process, { execPath: usual }))
}

/** Returns a script that runs Node after these lines of shell. */
function slowly(lines: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'maypole-')), 'node')
  writeFileSync(program, `#!/bin/sh\n${lines}\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  return program
}

test.each([
  ['begins late', 'sleep 2'],
  ['is given no turn for a while', '(sleep 0.4; kill -STOP $$; sleep 2; kill -CONT $$) &'],
])('no good picture is refused when its process %s', async (_how, before) => {
  const large = await drawing(4000, 4000).jpeg({ progressive: true }).toBuffer()
  await endProcess()
  expect(
    await startingBy(slowly(before), () => encodePicture(large, { maxProcessorSeconds: 2 })),
  ).toHaveLength(4)
})

test('when a process starts but never answers, everybody is asked to wait', async () => {
  const small = await drawing(50, 50).png().toBuffer()
  await endProcess()
  await expect(
    startingBy(slowly('sleep 20'), () => encodePicture(small, { maxSeconds: 0.2 })),
  ).rejects.toThrow(TooBusy)
  expect(await encodePicture(small)).toHaveLength(4)
})

test.each([
  ['now', '/dev/null/node'],
  ['a moment later', '/nowhere/node'],
])('when no process can start, which shows %s, everybody is asked to wait', async (_when, program) => {
  const small = await drawing(50, 50).png().toBuffer()
  await endProcess()
  await expect(startingBy(program, () => encodePicture(small))).rejects.toThrow(TooBusy)
  expect(await encodePicture(small)).toHaveLength(4)
})

/** Returns the answer to a five-megabyte upload of which only the beginning was sent. */
async function answeredBeforeTheBody(token: string): Promise<string> {
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1')
  const beginning = '--b\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n'
  socket.write(
    `POST /api/${contract.content.uploadPicture.path} HTTP/1.1\r\nhost: a.test\r\ntoken: ${token}\r\ncontent-length: 5000000\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n\r\n${beginning}`,
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test('an invented token is refused before the file is read', async () => {
  expect(await answeredBeforeTheBody('A'.repeat(43))).toMatch(/^HTTP\/1.1 401 /)
})

test('the twenty-first upload within an hour must wait', async () => {
  app.clock.set('2026-11-23T12:00:00Z')
  const { token } = await makeAccount(app)
  const picture = await drawing(20, 20).png().toBuffer()
  for (let number = 1; number <= 20; number += 1) {
    expect(await upload(picture, token)).toMatchObject({ code: 1 })
  }
  expect(await upload(picture, token)).toMatchObject({ status: 200, code: 0, msg: sentences.tooManyTries })
  expect(await answeredBeforeTheBody(token)).toContain(sentences.tooManyTries)
  app.clock.advance(60)
  expect(await upload(picture, token)).toMatchObject({ code: 1 })
})

test('a day allows sixty uploads, and twenty megabytes that are kept', async () => {
  app.clock.set('2026-11-24T00:00:00Z')
  const [many, large] = [await makeAccount(app), await makeAccount(app)]
  const picture = await drawing(20, 20).png().toBuffer()
  for (let number = 1; number <= 60; number += 1) {
    expect(await upload(picture, many.token)).toMatchObject({ code: 1 })
    if (number % 20 === 0) app.clock.advance(60)
  }
  const enough = { status: 200, code: 0, msg: sentences.tooManyPictures }
  expect(await upload(picture, many.token)).toMatchObject(enough)

  await changeRows(
    app.db,
    'rate_limits',
    { key: await bytesKey(large.token) },
    { count: 20 * 1024 * 1024 - 500 },
  )
  expect(await upload(await noise(), large.token)).toMatchObject(enough)
  const kept = await rowsOf(app.db, 'media', { account_id: large.accountId })
  expect(kept).toHaveLength(1)

  app.clock.set('2026-11-25T00:00:00Z')
  expect(await upload(picture, many.token)).toMatchObject({ code: 1 })
  expect(await upload(await noise(), large.token)).toMatchObject({ code: 1 })

  /**
   * Returns the key of the counter of an account's daily bytes, whose count is too large for a number of
   * tries.
   */
  async function bytesKey(token: string): Promise<string> {
    await app.db.deleteFrom('rate_limits').execute()
    await upload(picture, token)
    const counted = await rowsOf(app.db, 'rate_limits')
    return counted.find(({ count }) => count > 1)?.key ?? ''
  }
})
