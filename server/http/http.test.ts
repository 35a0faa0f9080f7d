import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { startBackgroundTasks } from '#server/background/background-tasks.ts'
import { childForm } from '#testing/child-form.ts'
import { makeFamily } from '#testing/make-family.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { endConnections } from './end-connections.ts'
import { securityHeaders } from './security-headers.ts'

const app = await startTestApp()

test('an unknown call is refused in the envelope', async () => {
  const answer = await app.call('nobody/knows')
  expect(answer).toEqual({ status: 404, code: 0, msg: 'Unknown call', data: null })
})

const readiness = async () => {
  const answer = await app.http.inject({ url: '/readyz' })
  return { status: answer.statusCode, ...answer.json<object>() }
}

test('a process is ready while its jobs run and the database answers', async () => {
  const notReady = (msg: string) => ({ status: 503, code: 0, msg, data: null })
  expect(await readiness()).toEqual(notReady('Background jobs have not run for a minute'))
  const task = startBackgroundTasks(app.services)
  const lookedAt = () => app.services.lastRuns.get('jobs')
  const started = lookedAt()
  app.clock.advance(1)
  task.nudge()
  await expect.poll(lookedAt).not.toEqual(started)
  await task.stop()
  expect(await readiness()).toEqual({ status: 'ready' })

  const row = { version: '9999-later', serves: '0001' }
  await sql`insert into schema_migrations (version, serves) values (${row.version}, ${row.serves})`.execute(
    app.db,
  )
  expect(await readiness()).toEqual({ status: 'ready' })
  await sql`update schema_migrations set serves = '9999' where version = ${row.version}`.execute(app.db)
  const otherVersion = notReady('The database is of a version that this server does not work with')
  expect(await readiness()).toEqual(otherVersion)
  await sql`delete from schema_migrations where version > '0001-tables'`.execute(app.db)
  expect(await readiness()).toEqual(otherVersion)
})

// Proves API-04.
test('code 1 is success without data, any other code gives a reason and no data', async () => {
  expect(await app.call('Course/getCourseShop')).toMatchObject({ code: 1, msg: '', data: [] })
  expect(await app.call('user/login')).toMatchObject({
    code: 0,
    msg: expect.stringMatching(/\w/),
    data: null,
  })
})

test('a refusal names its field as the request did', async () => {
  const { token } = await makeFamily(app)
  const fieldOf = async (path: string, payload: object) => {
    const post = { method: 'POST', url: `/api/${path}`, headers: { token }, payload } as const
    const { headers, ...answer } = await app.http.inject(post)
    expect(Object.keys(answer.json<object>())).toEqual(['code', 'msg', 'data'])
    return headers['refused-field']
  }
  expect(await fieldOf('user/profile', { psot_code: 'x'.repeat(300) })).toBe('psot_code')
  expect(await fieldOf('user/profile', { first_name: '' })).toBe('first_name')
  expect(await fieldOf('user/profile', { email: 'nobody' })).toBe('email')
  const child = childForm({ contact_mobile_two: 'none' })
  expect(await fieldOf('user/createChild', child)).toBe('contact_mobile_two')
  expect(await fieldOf('user/savepassword', { oldpassword: 'x', newpassword: '123456' })).toBe('newpassword')
  expect(await fieldOf('user/login', { email: 'nobody@example.test', password: 'x' })).toBe(undefined)
})

const requests: { what: string; method: 'GET' | 'POST'; url: string; size?: number }[] = [
  { what: 'a call', method: 'POST', url: '/api/Course/getCourseShop' },
  { what: 'a refused call', method: 'POST', url: '/api/user/getUserInfo' },
  { what: 'an unknown call', method: 'POST', url: '/api/nobody/knows' },
  { what: 'a call with a body that is too large', method: 'POST', url: '/api/user/login', size: 70_000 },
  { what: 'the health address', method: 'GET', url: '/healthz' },
  { what: 'a missing picture', method: 'GET', url: '/media/nothing.webp' },
  { what: 'an address that cannot be decoded', method: 'GET', url: '/media/%zz' },
]
test.each(requests)('$what has the security headers', async ({ method, url, size }) => {
  const payload = size ? { payload: 'x'.repeat(size) } : {}
  const { headers } = await app.http.inject({ method, url, ...payload })
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('in production browsers are told to use HTTPS', () => {
  expect(securityHeaders(true)).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

test.each([
  ['that is none', 'nonsense\r\n\r\n', 400],
  ['without a host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['with a header that is none', 'GET / HTTP/1.1\r\nhost: a.test\r\nno header\r\n\r\n', 400],
  [
    'of two lengths',
    'POST /api/user/login HTTP/1.1\r\nhost: a.test\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['with endless headers', `GET / HTTP/1.1\r\nhost: a.test\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
] as const)('HTTP %s is refused in the envelope', async (_what, sent, status) => {
  expect(await answerTo(sent)).toBe(status)
})

/** Returns the status of the answer to these bytes, which must be an envelope with security headers. */
async function answerTo(
  sent: string,
  { server }: Pick<typeof app.http, 'server'> = app.http,
): Promise<number> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ code: 0, msg: sentences.badRequest, data: null })
  expect(head).toContain('\r\nx-content-type-options: nosniff')
  return Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1])
}

test('behind a proxy the address it adds counts, whatever the caller claims', async () => {
  const { apiOf } = await startTestApp({ config: { trustedProxies: 1 } })
  const ask = (round: number, own: string) =>
    refusal(
      apiOf({ headers: { 'x-forwarded-for': `10.0.0.${round}, ${own}` } }).accounts.sendCode({
        purpose: 'register',
        email: `forged-${round}@example.test`,
      }),
    )
  for (let round = 0; round < 30; round++) expect(await ask(round, '198.51.100.1')).toBeUndefined()
  expect(await ask(30, '198.51.100.1')).toBe(sentences.tooManyTries)
  expect(await ask(31, '198.51.100.2')).toBeUndefined()
})

const weekOf = (encoding?: string) =>
  app.http.inject({
    method: 'POST',
    url: '/api/Course/getCourseList',
    headers: encoding ? { 'accept-encoding': encoding } : {},
    payload: JSON.stringify({ start_date: '2026-11-23', end_date: '2026-12-20' }),
  })

test('a long answer is compressed when the client accepts it, and has the same content', async () => {
  const plain = await weekOf()
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.rawPayload.length).toBeGreaterThan(1024)
  const opened = { br: brotliDecompressSync, gzip: gunzipSync }
  const answers = await Promise.all(['br', 'gzip', 'gzip, br', 'br'].map(encoding => weekOf(encoding)))
  for (const answer of answers) {
    const encoding = answer.headers['content-encoding'] as 'br' | 'gzip'
    expect(answer.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-length': String(answer.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(opened[encoding](answer.rawPayload).toString()).toBe(plain.body)
  }
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', 'br', 'br'])
})

test('a client that sends headers or a body too slowly is disconnected in time', async () => {
  const { server } = (await startTestApp()).http
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 15_000])
  Object.assign(server, { headersTimeout: 100, requestTimeout: 200 })
  const call = 'POST /api/user/login HTTP/1.1\r\nhost: a.test\r\n'
  const slow = [call, `${call}content-length: 9\r\n\r\n{`].map(beginning => answerTo(beginning, { server }))
  expect(await Promise.all(slow)).toEqual([408, 408])
})

test('a stopping server answers running calls, and waits for nothing else', async () => {
  const stopping = await startTestApp()
  const { port } = stopping.http.server.address() as AddressInfo
  const arrived = once(stopping.http.server, 'request')
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/Course/getCourseShop',
    headers: { 'content-type': 'application/json', 'content-length': 2 },
    agent: new Agent({ keepAlive: true }),
  })
  call.write('{')
  await arrived
  const closing = performance.now()
  const closed = stopping.http.close()
  call.end('}')
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await closed
  // Less than the 65 seconds for which connections are usually kept.
  expect(performance.now() - closing).toBeLessThan(30_000)
})

test('a call that is half sent when the server stops is answered as usual', async () => {
  const stopping = await startTestApp()
  const connected = once(stopping.http.server, 'connection')
  const socket = connect((stopping.http.server.address() as AddressInfo).port, '127.0.0.1')
  const [first, rest] = ['POST /api/Course/getCourseShop HTTP/1.1\r\n', 'host: a.test\r\n\r\n']
  socket.write(first)
  const [accepted] = await connected
  await expect.poll(() => accepted.bytesRead).toBe(first.length)
  const closed = stopping.http.close()
  socket.write(rest)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  await closed
})

test('a server that ends under load answers every call that reached it', async () => {
  const ending = await startTestApp()
  const { port } = ending.http.server.address() as AddressInfo
  const outcomes: string[] = []
  const caller = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let isLetGo = false; !isLetGo; ) {
      const call = request({ port, agent, method: 'POST', path: '/api/Course/getCourseShop' }).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      outcomes.push(`${answer.statusCode} ${JSON.parse(await text(answer)).code}`)
      // A client that is let go asks another process from now on.
      isLetGo = answer.headers.connection === 'close'
    }
  }
  const callers = Array.from({ length: 16 }, caller)
  await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(100)
  await endConnections(ending.http)
  await ending.http.close()
  await Promise.all(callers)
  expect(outcomes.filter(outcome => outcome !== '200 1')).toEqual([])
})
