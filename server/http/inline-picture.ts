import type { FastifyInstance } from 'fastify'

/** A picture of ours as an address that brings its bytes along; undefined for those that are large or elsewhere. */
export type InlinePicture = (address: string) => Promise<string | undefined>

const mostBytes = 16 * 1024
const mostKept = 20

/** Reads pictures as a browser would. What an address shows never changes, so the last few are kept (decision record 14). */
export function pictureInliner(app: FastifyInstance): InlinePicture {
  const kept = new Map<string, Promise<string | undefined>>()
  const read = async (address: string) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url: address })
    if (statusCode !== 200 || rawPayload.length > mostBytes) return undefined
    return `data:${headers['content-type']};base64,${rawPayload.toString('base64')}`
  }
  return async address => {
    if (!address.startsWith('/')) return undefined
    const inlined = kept.get(address) ?? read(address)
    kept.set(address, inlined)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string)
    return inlined
  }
}
