import type { FastifyInstance } from 'fastify'
import { drawMailLogo } from '#server/features/content/encode-picture.ts'
import { mailLogoPath, pictureAddress } from '#server/pictures/picture-address.ts'
import type { Services } from '#server/services.ts'

/**
 * Serves the business's logo as PNG for mails (record 276). Mail programs show it in pages of other origins. It is
 * drawn once for each logo.
 */
export function mountMailLogo(app: FastifyInstance, { config, business }: Services): void {
  let drawn: { path: string; png: Promise<Buffer | undefined> } | undefined
  const draw = async (path: string) => {
    const { statusCode, rawPayload } = await app.inject({ url: `/media/${path}` })
    return statusCode === 200 ? drawMailLogo(rawPayload) : undefined
  }
  app.get(mailLogoPath, async (_request, reply) => {
    const path = business.logo
    if (!path) return reply.callNotFound()
    if (drawn?.path !== path) drawn = { path, png: draw(path) }
    const ours = drawn
    const png = await ours.png.catch(error => {
      if (drawn === ours) drawn = undefined
      throw error
    })
    reply.header('cross-origin-resource-policy', 'cross-origin')
    // Its files may be elsewhere (IMAGE_BASE).
    if (!png) return reply.redirect(pictureAddress(config, path))
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(png)
  })
}
