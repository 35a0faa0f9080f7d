import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'
import { batched } from '#server/database/batched.ts'
import type { Db } from '#server/database/connect.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { hasPreviewAccess } from '#server/features/business/preview-access.ts'
import { isAskedOfOffice } from '#server/features/staff/office-host.ts'
import { callerOf } from '#server/http/limit-caller.ts'
import { sendWaitingPage } from '#server/http/waiting-page.ts'
import type { Services } from '#server/services.ts'
import { pictureInliner } from './inline-picture.ts'
import { mountOffice } from './office-page.ts'
import { findPageSource } from './page-source.ts'
import { mountPreview } from './preview.ts'
import type { PageAnswer } from './render-page.ts'
import { mountSearchEngines } from './search-engines.ts'
import { sendPage } from './send-page.ts'

/** Serves the pages and their built files. Without a build (feature tests) only the calls are served. */
export async function mountPages(
  app: FastifyInstance,
  services: Services,
  callsOf: (services: Services) => Send,
): Promise<void> {
  const source = findPageSource()
  if (!source) return
  await source.mount(app)
  const { pageRenderer } = await import('./render-page.ts')
  const { config, clock } = services
  mountOffice(app, config, source)
  const callInProcess = callsOf(services)
  const drawn = {
    source,
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
  // A page is the same for all visitors, so those who ask while it is rendered share the next one.
  const makeTogether = batched<string, PageAnswer, typeof renderPage>(
    async (render, [url = '', ...others]) => {
      const answer = await render(url)
      return [answer, ...others.map(() => answer)]
    },
    { keyOf: url => url },
  )
  mountSearchEngines(app, services, callInProcess)
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const isLetInto = await hasPreviewAccess(services, request.headers.cookie)
    // Where the office has its own host, staff see the unopened site there, because their cookie belongs to
    // that host.
    if (isAskedOfOffice(config, request) && (services.business.isOpen || !isLetInto)) {
      return reply.redirect(config.publicUrl + request.url)
    }
    if (!isLetInto) return sendWaitingPage(reply, services)
    const { status, headers, page } = await services.limitCaller(callerOf(request), () =>
      makeTogether(renderPage, request.url),
    )
    reply.code(status).headers(headers)
    return page ? sendPage(request, reply, page) : reply.send('')
  })
}
