import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'

/** A file that is sent while its rows are read (record 278). On the wire it is the answer of any export. */
export class StreamedFile {
  readonly #fileName: string
  readonly #parts: AsyncIterable<string>

  constructor(fileName: string, parts: AsyncIterable<string>) {
    this.#fileName = fileName
    this.#parts = parts
  }

  /** Returns the answer's body. A row that cannot be read ends the connection, so that no part looks like a whole file. */
  body(encoding: 'gzip' | undefined, onFailure: (error: unknown) => void): Readable {
    const plain = Readable.from(this.#json(), { objectMode: false }).on('error', onFailure)
    if (!encoding) return plain
    const packed = createGzip({ flush: constants.Z_SYNC_FLUSH })
    plain.on('error', error => packed.destroy(error))
    packed.on('close', () => plain.destroy())
    return plain.pipe(packed)
  }

  async *#json(): AsyncGenerator<string> {
    yield `{"code":1,"msg":"","data":{"fileName":${JSON.stringify(this.#fileName)},"text":"`
    for await (const part of this.#parts) yield JSON.stringify(part).slice(1, -1)
    yield '"}}'
  }
}
