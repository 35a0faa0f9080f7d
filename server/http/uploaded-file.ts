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

/** The part named `file` of a form; without one, or with a broken form, an empty body (calls.md §1). */
export async function readUploadedFile(request: FastifyRequest): Promise<{ file?: Blob }> {
  try {
    const part = await request.file({ throwFileSizeLimit: false })
    if (part?.fieldname !== 'file') return {}
    return { file: new Blob([new Uint8Array(await part.toBuffer())]) }
  } catch {
    // Reading a form can only fail by the form: a missing boundary, a second part, an end in the middle.
    return {}
  }
}
