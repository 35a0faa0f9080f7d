import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Envelope } from '#contract/client.ts'
import { jsonOf } from '#contract/wire.ts'

/** Above level 5, compressing takes more time than it saves on the way to a phone. */
export const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const pack = promisify(brotliCompress)

const encodings = {
  br: (body: Buffer) => brotliCompressSync(body, quickBrotli),
  gzip: (body: Buffer) => gzipSync(body),
}
export type Encoding = keyof typeof encodings

/** Bytes that are sent to several callers and compressed once for all of them. */
export class SharedBytes {
  readonly #plain: Buffer
  readonly #compressed = new Map<Encoding, Buffer>()
  isTight = false

  constructor(text: string) {
    this.#plain = Buffer.from(text)
  }

  in(encoding: Encoding | undefined): Buffer {
    if (!encoding) return this.#plain
    const made = this.#compressed.get(encoding) ?? encodings[encoding](this.#plain)
    this.#compressed.set(encoding, made)
    return made
  }

  /** Replaces the quickly compressed bytes by the best brotli compression, made on another thread. */
  async packTightly(): Promise<void> {
    this.#compressed.set('br', await pack(this.#plain))
    this.isTight = true
  }
}

/**
 * An answer for many simultaneous callers, such as a timetable: encoded, serialised and compressed once. A handler
 * returns it in place of the value.
 */
export class SharedAnswer<Value> {
  readonly value: Value
  #envelope: Envelope | undefined
  #bytes: SharedBytes | undefined

  constructor(value: Value) {
    this.value = value
  }

  /** Returns the envelope; calls `encode` only the first time. */
  envelope(encode: (value: Value) => Envelope): Envelope {
    this.#envelope ??= encode(this.value)
    return this.#envelope
  }

  /** Returns the envelope's bytes. */
  body(encoding: Encoding | undefined): Buffer {
    this.#bytes ??= new SharedBytes(jsonOf(this.#envelope))
    return this.#bytes.in(encoding)
  }
}

/** Matches an `accept-encoding` header that accepts the encoding; q=0 means that it does not. */
const taking = (encoding: Encoding) =>
  [encoding, new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)] as const
const bestFirst = [taking('br'), taking('gzip')]

/** Returns the best of our encodings that an `accept-encoding` header accepts. */
export const bestEncoding = (header = ''): Encoding | undefined =>
  bestFirst.find(([, inHeader]) => inHeader.test(header))?.[0]
