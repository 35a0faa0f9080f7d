import type { FastifyRequest } from 'fastify'
import { megabyte, mostMegabytes } from '#domain/picture-limits.ts'

/** One file and nothing else. One byte too many is let through, so that its size is refused in plain words. */
export const uploadLimits = {
  files: 1,
  fields: 0,
  parts: 1,
  fileSize: mostMegabytes * megabyte + 1,
  headerPairs: 20,
}

/**
 * The part named `file` of a form. It is still on its way, and read when its bytes are asked for: whoever may not upload
 * is answered before. Without such a part, or with a broken form, it is empty (calls.md §1).
 */
export class FileOnItsWay extends Blob {
  readonly #request: FastifyRequest
  readonly #mostBytes: number

  constructor(request: FastifyRequest, mostBytes: number = uploadLimits.fileSize) {
    super([])
    this.#request = request
    this.#mostBytes = mostBytes
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const part = await this.#request.file({
        throwFileSizeLimit: false,
        limits: { fileSize: this.#mostBytes },
      })
      if (part?.fieldname === 'file') return new Uint8Array(await part.toBuffer())
    } catch {
      // Reading a form can only fail by the form: a missing boundary, a second part, an end in the middle.
    }
    return new Uint8Array()
  }
}
