import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import { askTogether } from '#server/database/ask-together.ts'
import type { Db } from '#server/database/connect.ts'
import { isLetIn } from '#server/features/business/let-in.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { isAskedOfOffice } from '#server/features/staff/office-host.ts'
import { callerOf } from '#server/http/take-turn-of-caller.ts'
import { sendWaitingPage } from '#server/http/waiting-page.ts'
import type { Services } from '#server/services.ts'
import { pictureInliner } from './inline-picture.ts'
import { mountOffice } from './office-page.ts'
import { mountPreview } from './preview.ts'
import type { PageAnswer } from './render-page.ts'
import { mountSearchEngines } from './search-engines.ts'
import { sendPage } from './send-page.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export type CallInProcess = (path: string, body: unknown) => Promise<Envelope>

/** The pages and their built files. Without a build (feature tests) only the calls are served. */
export async function mountPages(
  app: FastifyInstance,
  services: Services,
  callsOf: (services: Services) => CallInProcess,
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
    preCompressed: true,
  })
  const { pageRenderer } = await import('./render-page.ts')
  const { config, clock } = services
  mountOffice(app, config)
  const callInProcess = callsOf(services)
  const drawn = {
    inlinePicture: pictureInliner(app),
    settings: {
      apiBase: config.apiBase,
      imageBase: config.imageBase,
      publicUrl: config.publicUrl,
      isDemo: config.isDemo,
      hasDemoPeople: config.business === 'demo',
    },
    clock,
    business: services.business,
  }
  const renderPage = pageRenderer({ ...drawn, callInProcess })
  mountPreview(app, services, async tx => {
    const business = { ...services.business }
    await lookAtBusiness({ db: tx, business })
    const there = { ...services, business, db: tx, askStandby: <T>(ask: (db: Db) => Promise<T>) => ask(tx) }
    return pageRenderer({ ...drawn, business, callInProcess: callsOf(there) })
  })
  // To visitors a page is the same for all: those who ask for it while it is being made share the next one.
  const makeTogether = askTogether<string, PageAnswer, typeof renderPage>(
    async (render, [url = '', ...others]) => {
      const answer = await render(url)
      return [answer, ...others.map(() => answer)]
    },
    { keyOf: url => url },
  )
  mountSearchEngines(app, services, callInProcess)
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const isLetInto = await isLetIn(services, request.headers.cookie)
    // Where the office has a host of its own, the site is shown there to staff until it opens: their cookie is there.
    if (isAskedOfOffice(config, request) && (services.business.isOpen || !isLetInto)) {
      return reply.redirect(config.publicUrl + request.url)
    }
    if (!isLetInto) return sendWaitingPage(reply, services)
    const { status, headers, page } = await services.takeTurnOfCaller(callerOf(request), () =>
      makeTogether(renderPage, request.url),
    )
    reply.code(status).headers(headers)
    return page ? sendPage(request, reply, page) : reply.send('')
  })
}
