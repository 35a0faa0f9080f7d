import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import { askTogether } from '#server/database/ask-together.ts'
import type { Services } from '#server/services.ts'
import { pictureInliner } from './inline-picture.ts'
import type { PageAnswer } from './render-page.ts'
import { mountSearchEngines } from './search-engines.ts'
import { sendPage } from './send-page.ts'

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
  const { pageRenderer } = await import('./render-page.ts')
  const { config, clock } = services
  const renderPage = pageRenderer({
    callInProcess,
    inlinePicture: pictureInliner(app),
    settings: {
      apiBase: config.apiBase,
      imageBase: config.imageBase,
      publicUrl: config.publicUrl,
      isDemo: config.isDemo,
    },
    clock,
  })
  // To visitors a page is the same for all: those who ask for it while it is being made share the next one.
  const makeTogether = askTogether<string, PageAnswer, typeof renderPage>(
    async (render, [url = '', ...others]) => {
      const answer = await render(url)
      return [answer, ...others.map(() => answer)]
    },
    url => url,
  )
  mountSearchEngines(app, services, callInProcess)
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const { status, headers, page } = await makeTogether(renderPage, request.url)
    reply.code(status).headers(headers)
    return page ? sendPage(request, reply, page) : reply.send('')
  })
}
