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
import { isLetIn, opensIn } from './features/business/let-in.ts'
import { lookAtBusiness } from './features/business/present-business.ts'
import { type Answer, answerCall, askAgainSeconds, mapRoutes, refused } from './http/answer-call.ts'
import { answerOfficeCall } from './http/answer-office-call.ts'
import { mountCalendarFeed } from './http/calendar-feed.ts'
import { mountGuestOrder } from './http/guest-order.ts'
import { mountHealth } from './http/health.ts'
import { mountMailbox } from './http/mailbox.ts'
import { html } from './http/markup.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountPaymentReturn } from './http/payment-return.ts'
import { sendPlainMarkup } from './http/plain-page.ts'
import { securityHeaders } from './http/security-headers.ts'
import { officeBodyLimit } from './http/serve-office.ts'
import { mountSetPassword } from './http/set-password.ts'
import { bestEncoding, quickBrotli } from './http/shared-answer.ts'
import { mountStripeHook } from './http/stripe-hook.ts'
import { FileOnItsWay, uploadLimits } from './http/uploaded-file.ts'
import { mountUploads } from './http/uploads.ts'
import { officeRoutes } from './office-routes.ts'
import { mountPages } from './pages/mount-pages.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { TooBusy } from './take-turns.ts'

const bodyLimit = 64 * 1024
/** Node's names of what it refuses by itself, beside what is no HTTP at all. */
const brokenRequests: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
/** One byte more than the largest that is read (spec 3 §9): its size is refused in plain words. */
const officeFileLimit = 10 * 1024 * 1024 + 1
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call: its path as the contract spells it, or 'unknown', and the envelope's code. */
    call?: { path: string; code: number }
  }
}

/** Builds the HTTP side of one process; it does not listen yet. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  await lookAtBusiness(services)
  const everywhere = securityHeaders(!config.isDemo)
  const app = fastify({
    bodyLimit,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    // Node looks every 30 seconds which connections have exceeded their time.
    // A request without a host it would refuse without a word.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    exposeHeadRoutes: false,
    // A call that comes while the process ends is answered like any other.
    return503OnClosing: false,
    // A request may name the whole address.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/]*/, '') || '/',
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true },
    // An address that cannot even be decoded never reaches a route.
    frameworkErrors: (error, _request, reply) => {
      const status = error.statusCode ?? 400
      reply.headers(everywhere)
      sendEnvelope(reply as FastifyReply, status, edgeRefusal(status))
    },
    // What is no HTTP, or comes too slowly, never becomes a request.
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
  // A connection whose last answer comes after the closing began would be kept for its next call.
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
  mountMetrics(app, services)
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // In one go: a compressing stream costs three times as much as the compression of a week's timetable.
    syncThreshold: 64 * 1024,
    brotliOptions: quickBrotli,
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await app.register(fastifyMultipart, { limits: uploadLimits })

  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error instanceof TooBusy) return sendBusy(request, reply)
    const status = error.statusCode ?? 500
    if (status >= 500) log.error('request failed', { requestId: request.id, path: routePath(request), error })
    return reply.code(status).send(edgeRefusal(status))
  })

  app.setNotFoundHandler((_request, reply) =>
    sendEnvelope(reply, 404, refused(404, sentences.unknownCall).envelope),
  )

  const routeMap = mapRoutes(routes)
  app.all('/api/*', async (request, reply) => {
    if (request.method !== 'POST')
      return sendEnvelope(reply, 404, refused(404, sentences.unknownCall).envelope)
    const path = (request.params as { '*': string })['*']
    request.call = { path: routeMap.get(path.toLowerCase())?.[0]?.call.path ?? 'unknown', code: 0 }
    if (!(await isLetIn(services, request.headers.cookie))) {
      return sendEnvelope(
        reply.header('retry-after', opensIn),
        503,
        refused(503, sentences.notOpenYet).envelope,
      )
    }
    const isUpload = path.toLowerCase() === contract.content.uploadPicture.path.toLowerCase()
    const body =
      isUpload && request.isMultipart() ? { file: new FileOnItsWay(request) } : parseBody(request.body)
    const answer =
      body === malformed
        ? refused(400, sentences.badRequest)
        : await answerCall(routeMap, services, {
            path,
            body,
            token: headerText(request.headers.token),
            ip: request.ip,
            userAgent: request.headers['user-agent'],
            cookies: request.headers.cookie,
            requestId: request.id,
          })
    request.call.code = answer.envelope.code
    return sendAnswer(request, withHeaders(reply, answer), answer)
  })

  app.post('/api/Office/*', { bodyLimit: officeBodyLimit }, async (request, reply) => {
    if (!isAtOffice(config, request)) return reply.callNotFound()
    const path = `Office/${(request.params as { '*': string })['*']}`
    request.call = { path: officeRoutes.has(path) ? path : 'unknown', code: 0 }
    // Beside a file numbers may come, in the address; what else is to be said of it is said in the next call.
    const body = request.isMultipart()
      ? { ...(request.query as object), file: new FileOnItsWay(request, officeFileLimit) }
      : parseBody(request.body)
    const answer =
      body === malformed
        ? refused(400, sentences.badRequest)
        : await answerOfficeCall(officeRoutes, services, {
            path,
            body,
            cookies: request.headers.cookie,
            mark: headerText(request.headers['x-office']),
            origin: request.headers.origin,
            userAgent: request.headers['user-agent'],
            ip: request.ip,
            requestId: request.id,
          })
    request.call.code = answer.envelope.code
    return sendAnswer(request, withHeaders(reply, answer), answer)
  })

  mountHealth(app, services)

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
  mountUploads(app, services)
  mountStripeHook(app, services)
  mountPaymentReturn(app, services)
  mountCalendarFeed(app, services)
  mountGuestOrder(app, services)
  mountSetPassword(app, services)
  if (config.isDemo) mountMailbox(app, services)
  await mountPages(
    app,
    services,
    of => (path, body) =>
      answerCall(routeMap, of, { path, body, token: '', ip: '' }).then(answer => answer.envelope),
  )
  return app
}

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

function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(envelope)
}

/** Of what is no call: whoever looks at a page sees it load again by itself. */
function sendBusy(request: FastifyRequest, reply: FastifyReply) {
  reply.code(503).header('cache-control', 'no-store').header('retry-after', askAgainSeconds)
  if (!request.headers.accept?.includes('text/html')) return reply.send(refused(503, sentences.busy).envelope)
  return sendPlainMarkup(reply.header('refresh', askAgainSeconds), {
    title: 'One moment, please',
    content: html`<div class="wait"></div><p>${sentences.busy}. The page looks again by itself in ${askAgainSeconds} s.</p>`,
  })
}

const malformed = Symbol('malformed')

/** An absent body is an empty payload; whatever the content type says, a body is JSON. */
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
