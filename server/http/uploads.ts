import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'

/**
 * Serves uploaded pictures under the site's own address, wherever they are stored. A path is never used twice. Browsers
 * may cache them, but shared caches may not, because a child's picture must be gone once its family erases it.
 */
export function mountUploads(app: FastifyInstance, { pictures }: Services): void {
  app.get<{ Params: { name: string } }>('/media/uploads/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = /^[\da-f]{32}(-\d+)?\.webp$/.test(name) ? await pictures.read(`uploads/${name}`) : undefined
    if (!bytes) return reply.callNotFound()
    return reply.header('cache-control', 'private, max-age=2592000, immutable').type('image/webp').send(bytes)
  })
}
