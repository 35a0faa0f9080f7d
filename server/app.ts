import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyCompress from '@fastify/compress'
import fastifyMultipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Envelope } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { type Answer, answerCall, mapRoutes, refused } from './http/answer-call.ts'
import { mountCalendarFeed } from './http/calendar-feed.ts'
import { mountGuestOrder } from './http/guest-order.ts'
import { mountHealth } from './http/health.ts'
import { mountMailbox } from './http/mailbox.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountPaymentReturn } from './http/payment-return.ts'
import { securityHeaders } from './http/security-headers.ts'
import { bestEncoding, quickBrotli } from './http/shared-answer.ts'
import { mountStripeHook } from './http/stripe-hook.ts'
import { FileOnItsWay, uploadLimits } from './http/uploaded-file.ts'
import { mountUploads } from './http/uploads.ts'
import { mountPages } from './pages/mount-pages.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'

const bodyLimit = 64 * 1024
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
  const everywhere = securityHeaders(config.isProduction)
  const app = fastify({
    bodyLimit,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    genReqId: () => randomUUID(),
    // Node looks every 30 seconds which connections have exceeded their time.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    exposeHeadRoutes: false,
    // A call that comes while the process ends is answered like any other.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true },
    // An address that cannot even be decoded never reaches a route.
    frameworkErrors: (error, _request, reply) => {
      const status = error.statusCode ?? 400
      reply.headers(everywhere)
      sendEnvelope(reply as FastifyReply, status, edgeRefusal(status))
    },
  })
  // A connection whose last answer comes after the closing began would be kept for its next call.
  app.addHook('preClose', done => {
    app.server.keepAliveTimeout = 1
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(everywhere)
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
            cookies: request.headers.cookie,
            requestId: request.id,
          })
    request.call.code = answer.envelope.code
    if (answer.cookie) reply.header('set-cookie', answer.cookie)
    if (answer.retryAfterSeconds) reply.header('retry-after', answer.retryAfterSeconds)
    return sendAnswer(request, reply, answer)
  })

  mountHealth(app, services)

  const ownPictures = resolve(config.dataDir, 'media')
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
  await mountStripeHook(app, services)
  await mountPaymentReturn(app, services)
  mountCalendarFeed(app, services)
  mountGuestOrder(app, services)
  if (config.isDemo) mountMailbox(app, services)
  await mountPages(app, services, (path, body) =>
    answerCall(routeMap, services, { path, body, token: '', ip: '' }).then(answer => answer.envelope),
  )
  return app
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
