import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'

/**
 * Uploaded pictures under the site's own address, wherever they are kept. A path is never given out twice. Browsers keep
 * them, caches that many share do not: a child's picture is gone once its family has erased it.
 */
export function mountUploads(app: FastifyInstance, { pictures }: Services): void {
  app.get<{ Params: { name: string } }>('/media/uploads/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = /^[\da-f]{32}(-\d+)?\.webp$/.test(name) ? await pictures.read(`uploads/${name}`) : undefined
    if (!bytes) return reply.callNotFound()
    return reply.header('cache-control', 'private, max-age=2592000, immutable').type('image/webp').send(bytes)
  })
}
