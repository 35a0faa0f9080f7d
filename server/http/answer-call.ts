import type { Envelope } from '#contract/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { TooBusy } from '#server/create-limiter.ts'
import { DatabaseUnavailable } from '#server/database/connect.ts'
import { deviceCookies, readDevice } from '#server/request/known-device.ts'
import type { Route } from '#server/request/serve.ts'
import { SharedAnswer } from '#server/request/shared-answer.ts'
import { StreamedFile } from '#server/request/streamed-file.ts'
import type { Services } from '#server/services.ts'

export interface Answer {
  status: number
  envelope: Envelope
  /** The `set-cookie` headers of the answer. */
  cookies?: string[]
  /** The `retry-after` header. */
  retryAfterSeconds?: number
  /** The refused field, by its wire name. It is sent in a header. */
  field?: string | undefined
  /** The bytes of an answer that several callers get, built once. */
  shared?: SharedAnswer<unknown>
  /** A file that is sent while it is read, in place of the envelope. */
  streamed?: StreamedFile
}

export const refused = (status: number, msg: string, code = 0): Answer => ({
  status,
  envelope: { code, msg, data: null },
})

/** The `retry-after` seconds of an answer that says the server is busy. */
export const askAgainSeconds = 2
/** The answer to a caller when the server is too busy. */
export const askAgain: Answer = { ...refused(503, sentences.busy), retryAfterSeconds: askAgainSeconds }

export interface CallRequest {
  path: string
  body: unknown
  ip: string
  /** The `token` header, with which a parent is logged in. */
  token?: string
  /**
   * The `x-office` and `origin` headers, which a page of another site cannot send on behalf of staff (trust row 26).
   */
  officeHeader?: string
  origin?: string | undefined
  userAgent?: string | undefined
  /** The `cookie` header. */
  cookies?: string | undefined
  requestId?: string
}

/** The differences between the calls of the parents' site and those of the office. */
export interface FrontEnd<R extends Route = Route> {
  findRoute: (path: string, body?: unknown) => R | undefined
  /**
   * Recognises the caller, waits for a turn, and checks the permission. Then calls `answer` with the arguments of a
   * handler besides services and device.
   */
  admit: (
    services: Services,
    call: R['call'],
    request: CallRequest,
    answer: (given: object) => Promise<Answer>,
  ) => Promise<Answer>
  answerRefusal: (error: Refusal, call: R['call']) => Answer
  /** The sentence for a call that failed unexpectedly. */
  unexpected: (request: CallRequest) => string
  /** Whether an interrupted call may be repeated, because a repeated request gets the first answer. */
  isRepeatable: boolean
  /** The calls with which the browser sends its known-device cookies. */
  area: Parameters<typeof deviceCookies>[2]
}

/** Answers one call: finds it, recognises the caller, decodes, handles, encodes. Every call passes here. */
export async function answerCall<R extends Route>(
  frontEnd: FrontEnd<R>,
  services: Services,
  request: CallRequest,
): Promise<Answer> {
  const route = frontEnd.findRoute(request.path, request.body)
  if (!route) return refused(404, sentences.unknownCall)
  const { call, handle } = route
  let hasBegun = false
  try {
    return await frontEnd.admit(services, call, request, async given => {
      hasBegun = true
      const input = call.input.decode(request.body, '')
      const device = readDevice(request.cookies)
      const { tokens } = device
      const cookies: string[] = []
      const keepCookie = (cookie: string) => cookies.push(cookie)
      const output = await handle(input, { ...services, device, keepCookie, ...given })
      if (device.tokens !== tokens) cookies.push(...deviceCookies(services.config, device, frontEnd.area))
      if (output instanceof StreamedFile) {
        return { status: 200, envelope: { code: 1, msg: '', data: null }, streamed: output, cookies }
      }
      const encode = (value: unknown) => ({ code: 1, msg: '', data: call.output.encode(value) ?? null })
      return output instanceof SharedAnswer
        ? { status: 200, envelope: output.envelope(encode), shared: output, cookies }
        : { status: 200, envelope: encode(output), cookies }
    })
  } catch (error) {
    if (error instanceof Refusal) return frontEnd.answerRefusal(error, call)
    if (error instanceof TooBusy) return askAgain
    services.log.error('call failed', { requestId: request.requestId, path: call.path, error })
    // Once a call has begun, part of it may be done.
    if (error instanceof DatabaseUnavailable) {
      return hasBegun && !frontEnd.isRepeatable ? refused(503, sentences.busy) : askAgain
    }
    return refused(500, frontEnd.unexpected(request))
  }
}
