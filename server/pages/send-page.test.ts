import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { pageSender } from './send-page.ts'

// Words of all kinds, as a page has them.
const words = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const long = (title: string) => `<!doctype html><h1>${title}</h1><pre>${words}</pre>`

let html = ''
async function startServer() {
  const app = fastify()
  await app.register(fastifyCompress, { threshold: 1024 })
  const send = pageSender()
  app.get('/', (request, reply) => send(request, reply.type('text/html; charset=utf-8'), html))
  return app
}
const app = await startServer()
afterEach(() => {
  html = ''
})
const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
const brotli = { 'accept-encoding': 'gzip, br' }

test('a browser that has the page as it is gets nothing more, until it changes', async () => {
  html = long('kite')
  const first = await ask()
  expect(first.body).toBe(html)
  const has = { 'if-none-match': first.headers.etag as string }
  const again = await ask(has)
  expect({ status: again.statusCode, body: again.body, tag: again.headers.etag }).toEqual({
    status: 304,
    body: '',
    tag: has['if-none-match'],
  })
  html = long('conker')
  const changed = await ask(has)
  expect({ status: changed.statusCode, body: changed.body }).toEqual({ status: 200, body: html })
})

test('a page that stays the same is sent packed at its tightest, and says the same', async () => {
  html = long('ribbon')
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
    expect(brotliDecompressSync(tight.rawPayload).toString()).toBe(html)
  })
})

test('whoever takes no brotli gets the page all the same', async () => {
  html = long('drum')
  await ask(brotli)
  await ask(brotli)
  for (const accepted of ['', 'gzip', 'gzip, br;q=0', 'br;q=0.0, gzip']) {
    const { headers } = await ask({ 'accept-encoding': accepted })
    expect(headers['content-encoding']).not.toBe('br')
  }
  expect((await ask()).body).toBe(html)
})

test('of two pages in turn each gets its own', async () => {
  for (let turn = 0; turn < 6; turn++) {
    html = long(turn % 2 === 0 ? 'moon' : 'sun')
    const { rawPayload, headers } = await ask(brotli)
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(html)
  }
})
