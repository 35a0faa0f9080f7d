import type { FastifyRequest } from 'fastify'
import { maxPictureMegabytes, megabyte } from '#domain/limits.ts'

/**
 * Allows one file and nothing else. The limit is one byte more than allowed, so that a file that is too large gets our
 * own message.
 */
export const uploadLimits = {
  files: 1,
  fields: 0,
  parts: 1,
  fileSize: maxPictureMegabytes * megabyte + 1,
  headerPairs: 20,
}

/**
 * The upload named `file`. Its bytes are read only on demand, so that a caller without permission is refused first. It
 * is empty if the part is missing or the form is broken (calls.md §1).
 */
export class FileOnItsWay extends Blob {
  readonly #request: FastifyRequest
  readonly #maxBytes: number

  constructor(request: FastifyRequest, maxBytes: number = uploadLimits.fileSize) {
    super([])
    this.#request = request
    this.#maxBytes = maxBytes
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const part = await this.#request.file({
        throwFileSizeLimit: false,
        limits: { fileSize: this.#maxBytes },
      })
      if (part?.fieldname === 'file') return new Uint8Array(await part.toBuffer())
    } catch {
      // Reading can only fail because of the form: a missing boundary, a second part, or an early end.
    }
    return new Uint8Array()
  }
}
