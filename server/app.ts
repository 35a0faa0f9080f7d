import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyCompress from '@fastify/compress'
import fastifyMultipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Envelope, refusedFieldHeader } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { isAtOffice } from '#server/features/staff/office-host.ts'
import { lookAtCardAccount } from './cards/card-account.ts'
import type { Config } from './config.ts'
import { TooBusy } from './create-limiter.ts'
import { lookAtBusiness } from './features/business/present-business.ts'
import { hasPreviewAccess, opensIn } from './features/business/preview-access.ts'
import {
  type Answer,
  answerCall,
  askAgainSeconds,
  type CallRequest,
  type FrontEnd,
  refused,
} from './http/answer-call.ts'
import { mountAnswerNewTime } from './http/answer-new-time.ts'
import { mountCalendarFeed } from './http/calendar-feed.ts'
import { mountClaimOrders } from './http/claim-orders.ts'
import { mountGuestOrder } from './http/guest-order.ts'
import { mountHealth } from './http/health.ts'
import { mountMailLogo } from './http/mail-logo.ts'
import { mountMailbox } from './http/mailbox.ts'
import { mountMetrics } from './http/metrics.ts'
import { officeFrontEnd } from './http/office-front-end.ts'
import { mountPaymentLink } from './http/payment-link.ts'
import { mountPaymentReturn } from './http/payment-return.ts'
import { sendPlainMarkup } from './http/plain-page.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mountSetPassword } from './http/set-password.ts'
import { siteFrontEnd } from './http/site-front-end.ts'
import { mountStripeHook } from './http/stripe-hook.ts'
import { mountUnsubscribe } from './http/unsubscribe.ts'
import { FileOnItsWay, uploadLimits } from './http/uploaded-file.ts'
import { mountUploads } from './http/uploads.ts'
import { lookAtMailServer } from './mail/mail-server.ts'
import { officeRoutes } from './office-routes.ts'
import { mountPages } from './pages/mount-pages.ts'
import { html } from './request/markup.ts'
import type { Route } from './request/serve.ts'
import { officeBodyLimit } from './request/serve-office.ts'
import { bestEncoding, quickBrotli } from './request/shared-answer.ts'
import type { StreamedFile } from './request/streamed-file.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

const bodyLimit = 64 * 1024
/** Maps Node's errors about broken requests to statuses. Other requests that are not valid HTTP get 400. */
const brokenRequests: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/**
 * The limit is one byte above the largest allowed file (spec 3 §9), so that a file that is too large gets our own
 * message.
 */
const officeFileLimit = 10 * 1024 * 1024 + 1
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

declare module 'fastify' {
  interface FastifyRequest {
    /** The call's path in the contract, or 'unknown', and the code of its answer. */
    call?: { path: string; code: number }
  }
}

/** Builds the HTTP side of a process; it does not listen yet. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  await lookAtBusiness(services)
  await lookAtMailServer(services)
  await lookAtCardAccount(services)
  const app = openFastify(config, securityHeaders(!config.isDemo))
  logAnswers(app, services)
  mountMetrics(app, services)
  await prepareBodies(app)
  handleErrors(app, services)
  const site = mountCalls(app, services)
  mountHealth(app, services)
  await mountMedia(app, config)
  mountUploads(app, services)
  mountMailLogo(app, services)
  mountStripeHook(app, services)
  mountPaymentReturn(app, services)
  mountCalendarFeed(app, services)
  mountGuestOrder(app, services)
  mountPaymentLink(app, services)
  mountAnswerNewTime(app, services)
  mountClaimOrders(app, services)
  mountSetPassword(app, services)
  mountUnsubscribe(app, services)
  if (config.isDemo) mountMailbox(app, services)
  await mountPages(
    app,
    services,
    of => (path, body) => answerCall(site, of, { path, body, ip: '' }).then(answer => answer.envelope),
  )
  return app
}

/** Opens a server that answers broken requests itself, and adds the headers `everywhere` to every answer. */
function openFastify(config: Config, everywhere: Record<string, string>): FastifyInstance {
  const app = fastify({
    bodyLimit,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    // Node checks every 30 seconds which connections have timed out. It would refuse a request without a host
    // silently.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    exposeHeadRoutes: false,
    // A call that arrives while the process ends is answered like any other.
    return503OnClosing: false,
    // A request line may hold a whole URL.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/]*/, '') || '/',
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true },
    // An address that cannot be decoded never reaches a route.
    frameworkErrors: (error, _request, reply) => {
      const status = error.statusCode ?? 400
      reply.headers(everywhere)
      sendEnvelope(reply as FastifyReply, status, edgeRefusal(status))
    },
    // A request that is not HTTP, or is too slow, never reaches a route.
    clientErrorHandler: ({ code = '' }, socket) => {
      if (code === 'ECONNRESET' || !socket.writable) return socket.destroy()
      const status = brokenRequests[code] ?? 400
      const body = JSON.stringify(edgeRefusal(status))
      const headers = {
        ...everywhere,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`
      socket.end(`${head}\r\n${body}`, () => socket.destroy())
    },
  })
  // A connection whose last answer is sent after closing began would be kept open for its next call.
  app.addHook('preClose', done => {
    app.server.keepAliveTimeout = 1
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere)
    if (request.raw.httpVersion === '1.1' && !request.headers.host)
      return sendEnvelope(reply, 400, edgeRefusal(400))
    done()
  })
  return app
}

/** Logs all answers if the settings ask for it, and failures always. */
function logAnswers(app: FastifyInstance, { config, log }: Services): void {
  app.decorateRequest('call')
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    if (config.accessLog !== 'off' || status >= 500) {
      log.info('answered', {
        requestId: request.id,
        method: request.method,
        path: request.call?.path ?? routePath(request),
        status,
        code: request.call?.code,
        milliseconds: Math.round(reply.elapsedTime),
        ip: config.accessLog === 'addresses' ? request.ip : undefined,
      })
    }
    done()
  })
}

/** Compresses answers, and reads the bodies of requests as text or as uploads. */
async function prepareBodies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Compresses in one go: a compressing stream takes three times as long for a week's timetable.
    syncThreshold: 64 * 1024,
    brotliOptions: quickBrotli,
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await app.register(fastifyMultipart, { limits: uploadLimits })
}

function handleErrors(app: FastifyInstance, { log }: Services): void {
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof TooBusy) return sendBusy(request, reply)
    const status = error.statusCode ?? 500
    if (status >= 500) log.error('request failed', { requestId: request.id, path: routePath(request), error })
    return reply.code(status).send(edgeRefusal(status))
  })

  app.setNotFoundHandler((_request, reply) =>
    sendEnvelope(reply, 404, refused(404, sentences.unknownCall).envelope),
  )
}

/** Mounts the calls of both front ends; returns the parents' site for calls in process. */
function mountCalls(app: FastifyInstance, services: Services): ReturnType<typeof siteFrontEnd> {
  const site = siteFrontEnd(routes)
  const office = officeFrontEnd(officeRoutes)
  /** Answers a call of either front end. */
  const answer = async <R extends Route>(
    frontEnd: FrontEnd<R>,
    request: FastifyRequest,
    reply: FastifyReply,
    { path, body }: Pick<CallRequest, 'path' | 'body'>,
  ) => {
    const answered =
      body === malformed
        ? refused(400, sentences.badRequest)
        : await answerCall(frontEnd, services, {
            path,
            body,
            token: headerText(request.headers.token),
            officeHeader: headerText(request.headers['x-office']),
            origin: request.headers.origin,
            userAgent: request.headers['user-agent'],
            cookies: request.headers.cookie,
            ip: request.ip,
            requestId: request.id,
          })
    request.call = { ...nameOfCall(frontEnd, path), code: answered.envelope.code }
    const ready = withHeaders(reply, answered)
    if (!answered.streamed) return sendAnswer(request, ready, answered)
    return sendFile(request, ready, answered.streamed, error =>
      services.log.error('file not finished', { requestId: request.id, path: request.call?.path, error }),
    )
  }

  app.all('/api/*', async (request, reply) => {
    if (request.method !== 'POST')
      return sendEnvelope(reply, 404, refused(404, sentences.unknownCall).envelope)
    const path = (request.params as { '*': string })['*']
    request.call = nameOfCall(site, path)
    if (!(await hasPreviewAccess(services, request.headers.cookie))) {
      return sendEnvelope(
        reply.header('retry-after', opensIn),
        503,
        refused(503, sentences.notOpenYet).envelope,
      )
    }
    const isUpload = path.toLowerCase() === contract.content.uploadPicture.path.toLowerCase()
    const body =
      isUpload && request.isMultipart() ? { file: new FileOnItsWay(request) } : parseBody(request.body)
    return answer(site, request, reply, { path, body })
  })

  app.post('/api/Office/*', { bodyLimit: officeBodyLimit }, async (request, reply) => {
    if (!isAtOffice(services.config, request)) return reply.callNotFound()
    const path = `Office/${(request.params as { '*': string })['*']}`
    request.call = nameOfCall(office, path)
    // A multipart call sends its file, and numbers in the address. Anything else needs a second call.
    const body = request.isMultipart()
      ? { ...(request.query as object), file: new FileOnItsWay(request, officeFileLimit) }
      : parseBody(request.body)
    return answer(office, request, reply, { path, body })
  })
  return site
}

/** Serves uploaded pictures from the data folder, and the demo's own. */
async function mountMedia(app: FastifyInstance, config: Config): Promise<void> {
  const ownPictures = join(config.dataDir, 'media')
  mkdirSync(ownPictures, { recursive: true })
  await app.register(fastifyStatic, {
    root: [
      ownPictures,
      ...(config.isDemo ? [folder('../demo/media'), folder('../demo/media/pictures')] : []),
    ],
    prefix: '/media/',
    decorateReply: true,
    maxAge: '30d',
    immutable: true,
    index: false,
  })
}

/** Names a call for the log before it is answered. */
const nameOfCall = <R extends Route>(frontEnd: FrontEnd<R>, path: string) => ({
  path: frontEnd.findRoute(path, undefined)?.call.path ?? 'unknown',
  code: 0,
})

function withHeaders(reply: FastifyReply, { cookies, retryAfterSeconds, field }: Answer): FastifyReply {
  if (cookies?.length) reply.header('set-cookie', cookies)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  if (field) reply.header(refusedFieldHeader, field)
  return reply
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, envelope, shared } = answer
  if (!shared) return sendEnvelope(reply, status, envelope)
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  reply.header('cache-control', 'no-store').header('vary', 'accept-encoding')
  return reply.code(status).type('application/json; charset=utf-8').send(shared.body(encoding))
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StreamedFile,
  onFailure: (error: unknown) => void,
): FastifyReply {
  const encoding = bestEncoding(request.headers['accept-encoding']) ? 'gzip' : undefined
  if (encoding) reply.header('content-encoding', encoding)
  reply.header('cache-control', 'no-store').header('vary', 'accept-encoding')
  return reply.type('application/json; charset=utf-8').send(file.body(encoding, onFailure))
}

function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(envelope)
}

/** Answers a request for a page while the server is too busy. The page reloads by itself. */
function sendBusy(request: FastifyRequest, reply: FastifyReply) {
  reply.code(503).header('cache-control', 'no-store').header('retry-after', askAgainSeconds)
  if (!request.headers.accept?.includes('text/html')) return reply.send(refused(503, sentences.busy).envelope)
  return sendPlainMarkup(reply.header('refresh', askAgainSeconds), {
    title: 'One moment, please',
    content: html`<div class="wait"></div><p>${sentences.busy}. The page looks again by itself in ${askAgainSeconds} s.</p>`,
  })
}

const malformed = Symbol('malformed')

/** Parses a body as JSON, whatever the content type; a missing body is an empty payload. */
function parseBody(body: unknown): unknown {
  if (body === undefined || body === null || body === '') return {}
  try {
    return JSON.parse(String(body))
  } catch {
    return malformed
  }
}

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? '' : (value ?? ''))

const routePath = (request: FastifyRequest) => request.routeOptions.url

function edgeRefusal(status: number): Envelope {
  const sentence =
    status === 413 ? sentences.tooLarge : status >= 500 ? sentences.unexpected : sentences.badRequest
  return refused(status, sentence).envelope
}
