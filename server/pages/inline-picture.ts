import type { FastifyInstance } from 'fastify'
import type { InlinePicture } from '#web/narrower-pictures.ts'

const maxBytes = 16 * 1024
const maxKept = 20

/**
 * Reads pictures as a browser would. An address always has the same picture, so the last few are cached (record
 * 191).
 */
export function pictureInliner(app: FastifyInstance): InlinePicture {
  /** The pictures by address, as data URLs; '' for one that is too large to inline. */
  const kept = new Map<string, string>()
  return async address => {
    if (!address.startsWith('/')) return undefined
    const known = kept.get(address)
    if (known !== undefined) return known || undefined
    const { statusCode, headers, rawPayload } = await app.inject({ url: address })
    // A store that fails now may answer for the next page.
    if (statusCode !== 200) return undefined
    const inlined =
      rawPayload.length > maxBytes
        ? ''
        : `data:${headers['content-type']};base64,${rawPayload.toString('base64')}`
    kept.set(address, inlined)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value as string)
    return inlined || undefined
  }
}
