import type { FastifyInstance } from 'fastify'
import type { InlinePicture } from '#web/narrower-pictures.ts'

const mostBytes = 16 * 1024
const mostKept = 20

/** Reads pictures as a browser would. What an address shows never changes, so the last few are kept (record 014). */
export function pictureInliner(app: FastifyInstance): InlinePicture {
  /** '' for a picture that is too large to be brought along. */
  const kept = new Map<string, string>()
  return async address => {
    if (!address.startsWith('/')) return undefined
    const known = kept.get(address)
    if (known !== undefined) return known || undefined
    const { statusCode, headers, rawPayload } = await app.inject({ url: address })
    // A store that does not answer now may do so for the next page.
    if (statusCode !== 200) return undefined
    const inlined =
      rawPayload.length > mostBytes
        ? ''
        : `data:${headers['content-type']};base64,${rawPayload.toString('base64')}`
    kept.set(address, inlined)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
    return inlined || undefined
  }
}
