import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'
import type { Envelope } from './answer-call.ts'

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
  const { renderPage } = await import('./ssr.ts')
  const { config, clock } = services
  app.get('/*', async (request, reply) => {
    const page = await renderPage({
      url: request.url,
      callInProcess,
      settings: {
        apiBase: config.apiBase,
        imageBase: config.imageBase,
        publicUrl: config.publicUrl,
        isDemo: config.isDemo,
        now: clock(),
      },
    })
    return reply.code(page.status).headers(page.headers).send(page.html)
  })
}
