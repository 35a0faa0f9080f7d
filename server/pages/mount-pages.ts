import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import type { Services } from '#server/services.ts'
import { pictureInliner } from './inline-picture.ts'
import { pageSender } from './send-page.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export type CallInProcess = (path: string, body: unknown) => Promise<Envelope>

/** The pages and their built files. Without a build (feature tests) only the calls are served. */
export async function mountPages(
  app: FastifyInstance,
  services: Services,
  callInProcess: CallInProcess,
): Promise<void> {
  if (!existsSync(built)) return
  await app.register(fastifyStatic, {
    root: built,
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    index: false,
    maxAge: '365d',
    immutable: true,
  })
  const { renderPage } = await import('./render-page.ts')
  const { config, clock } = services
  const inlinePicture = pictureInliner(app)
  const sendPage = pageSender()
  app.get('/*', async (request, reply) => {
    const page = await renderPage({
      url: request.url,
      callInProcess,
      inlinePicture,
      settings: {
        apiBase: config.apiBase,
        imageBase: config.imageBase,
        publicUrl: config.publicUrl,
        isDemo: config.isDemo,
      },
      now: clock(),
    })
    reply.code(page.status).headers(page.headers)
    return page.status === 200 ? sendPage(request, reply, page.html) : reply.send(page.html)
  })
}
