import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { SentPage, sendPage } from './send-page.ts'

// Words of all kinds, as a page has them.
const words = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const htmlOf = (title: string) => `<!doctype html><h1>${title}</h1><pre>${words}</pre>`

let page = new SentPage('')
const app = fastify()
await app.register(fastifyCompress, { threshold: 1024 })
app.get('/', (request, reply) => sendPage(request, reply.type('text/html; charset=utf-8'), page))
const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
const brotli = { 'accept-encoding': 'gzip, br' }

test('a browser with the current page gets 304 until the page changes', async () => {
  page = new SentPage(htmlOf('kite'))
  const first = await ask()
  expect(first.body).toBe(htmlOf('kite'))
  const has = { 'if-none-match': first.headers.etag as string }
  page = new SentPage(htmlOf('kite'))
  const again = await ask(has)
  expect({ status: again.statusCode, body: again.body, tag: again.headers.etag }).toEqual({
    status: 304,
    body: '',
    tag: has['if-none-match'],
  })
  page = new SentPage(htmlOf('conker'))
  const changed = await ask(has)
  expect({ status: changed.statusCode, body: changed.body }).toEqual({ status: 200, body: htmlOf('conker') })
})

test('an unchanged page is sent with the best compression and the same content', async () => {
  page = new SentPage(htmlOf('ribbon'))
  const quick = await ask(brotli)
  await vi.waitFor(async () => {
    const tight = await ask(brotli)
    expect(tight.rawPayload.length).toBeLessThan(quick.rawPayload.length)
    expect(tight.headers).toMatchObject({
      'content-encoding': 'br',
      etag: quick.headers.etag,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(tight.rawPayload).toString()).toBe(htmlOf('ribbon'))
  })
})

test('a client that does not accept brotli gets the page too', async () => {
  page = new SentPage(htmlOf('drum'))
  await ask(brotli)
  await ask(brotli)
  for (const accepted of ['', 'gzip', 'gzip, br;q=0', 'br;q=0.0, gzip']) {
    const { headers } = await ask({ 'accept-encoding': accepted })
    expect(headers['content-encoding']).not.toBe('br')
  }
  expect((await ask()).body).toBe(htmlOf('drum'))
})
