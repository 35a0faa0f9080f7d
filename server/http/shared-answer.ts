import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Envelope } from '#contract/client.ts'
import { jsonOf } from '#contract/wire.ts'

/** Beyond 5 each level costs more time than it saves bytes on the way to a phone. */
export const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const pack = promisify(brotliCompress)

const encodings = {
  br: (body: Buffer) => brotliCompressSync(body, quickBrotli),
  gzip: (body: Buffer) => gzipSync(body),
}
export type Encoding = keyof typeof encodings

/** What several are sent, compressed once for all of them. */
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

  /** Replaces what was packed on the fly by brotli at its tightest, on another thread. */
  async packTightly(): Promise<void> {
    this.#compressed.set('br', await pack(this.#plain))
    this.isTight = true
  }
}

/**
 * What many who ask at once are given together, such as a timetable: it is encoded, written out and compressed once
 * for all of them. A handler answers it in the place of the value.
 */
export class SharedAnswer<Value> {
  readonly value: Value
  #envelope: Envelope | undefined
  #bytes: SharedBytes | undefined

  constructor(value: Value) {
    this.value = value
  }

  /** The envelope; `encode` is asked for the first one alone. */
  envelope(encode: (value: Value) => Envelope): Envelope {
    this.#envelope ??= encode(this.value)
    return this.#envelope
  }

  /** The envelope as it is sent. */
  body(encoding: Encoding | undefined): Buffer {
    this.#bytes ??= new SharedBytes(jsonOf(this.#envelope))
    return this.#bytes.in(encoding)
  }
}

/** What an `accept-encoding` header says that takes an encoding; q=0 says that it does not. */
const taking = (encoding: Encoding) =>
  [encoding, new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)] as const
const bestFirst = [taking('br'), taking('gzip')]

/** The best of our encodings that an `accept-encoding` header takes. */
export const bestEncoding = (header = ''): Encoding | undefined =>
  bestFirst.find(([, inHeader]) => inHeader.test(header))?.[0]
