import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takes } from '#server/http/shared-answer.ts'

const mostKept = 100
const pack = promisify(brotliCompress)

/**
 * Sends rendered pages: nothing but 304 to a browser that has the page as it is, and brotli at its tightest, a tenth
 * less than on the fly, from the third time on that a page is the same. What is kept goes by the hash of the page, so
 * it cannot be out of date (record 014).
 */
export function pageSender() {
  const packed = new Map<string, Buffer | undefined>()
  let isPacking = false

  const remember = (version: string, bytes?: Buffer) => {
    packed.delete(version)
    packed.set(version, bytes)
    if (packed.size > mostKept) packed.delete(packed.keys().next().value as string)
  }
  // It takes a fifth of a second of another thread: one at a time, and never for a page that changes all the time.
  const packSoon = async (version: string, html: string) => {
    if (isPacking) return
    isPacking = true
    try {
      remember(version, await pack(html))
    } finally {
      isPacking = false
    }
  }

  return (request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply => {
    const version = createHash('sha256').update(html).digest('base64url')
    const tag = `W/"${version}"`
    reply.header('etag', tag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const isKnown = packed.has(version)
    const bytes = packed.get(version)
    remember(version, bytes)
    if (isKnown && !bytes) void packSoon(version, html)
    return bytes && takes(request.headers['accept-encoding'], 'br')
      ? reply.header('content-encoding', 'br').send(bytes)
      : reply.send(html)
  }
}
