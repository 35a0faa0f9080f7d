import type { Envelope } from '#contract/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { DatabaseUnavailable } from '#server/database/connect.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import { deviceCookies, readDevice } from '#server/features/accounts/known-device.ts'
import { recogniseActor } from '#server/features/accounts/queries.ts'
import type { Services } from '#server/services.ts'
import { TooBusy } from '#server/take-turns.ts'
import type { Route } from './serve.ts'
import { SharedAnswer } from './shared-answer.ts'

export interface Answer {
  status: number
  envelope: Envelope
  /** What the browser shall keep: a `set-cookie` header each. */
  cookies?: string[]
  /** After how many seconds the same may be asked again: the `retry-after` header. */
  retryAfterSeconds?: number
  /** Which field of the request is refused, by the wire's name: a header of its own. */
  field?: string | undefined
  /** Where several are given the same answer: its bytes, made once for all of them. */
  shared?: SharedAnswer<unknown>
}

/** Calls by lower-cased path: the documents themselves mix the cases. */
export type RouteMap = Map<string, Route[]>

export function mapRoutes(routes: Route[]): RouteMap {
  const map: RouteMap = new Map()
  for (const route of routes) {
    const key = route.call.path.toLowerCase()
    const others = map.get(key) ?? []
    const isVariant = route.call.variant && others.every(other => other.call.variant)
    if (others.length > 0 && !isVariant) throw new Error(`two handlers for ${route.call.path}`)
    map.set(key, [...others, route])
  }
  return map
}

function findRoute(routes: RouteMap, path: string, body: unknown): Route | undefined {
  const candidates = routes.get(path.toLowerCase())
  const wanted = candidates?.find(({ call }) => {
    const given = (body as Record<string, unknown> | null)?.[call.variant?.field ?? '']
    return call.variant?.value === given
  })
  return wanted ?? candidates?.[0]
}

export const refused = (status: number, msg: string, code = 0): Answer => ({
  status,
  envelope: { code, msg, data: null },
})

/** When whoever was told that we are busy may ask again. */
export const askAgainSeconds = 2
/** What they are told. */
export const askAgain: Answer = { ...refused(503, sentences.busy), retryAfterSeconds: askAgainSeconds }

export interface CallRequest {
  path: string
  body: unknown
  token: string
  ip: string
  userAgent?: string | undefined
  /** The `cookie` header. */
  cookies?: string
  requestId?: string
}

/** Answers one call: finds it, recognises who asks, decodes, handles, encodes. The one edge of every call. */
export async function answerCall(
  routes: RouteMap,
  services: Services,
  request: CallRequest,
): Promise<Answer> {
  const route = findRoute(routes, request.path, request.body)
  if (!route) return refused(404, sentences.unknownCall)
  let hasBegun = false
  try {
    const actor = await actorFor(route, services, request)
    const answer = async () => {
      // They wait for their turn too: a token that opens nothing would else be tried as often as anybody likes.
      const { access } = route.call
      if (!actor.accountId && (access === 'signedIn' || (request.token && access !== 'anyone'))) {
        throw new Refusal(sentences.pleaseLogIn, 401)
      }
      hasBegun = true
      return handle(route, services, request, actor)
    }
    // Pages that are drawn here ask for nobody: whoever looks at them has a turn already.
    if (!actor.ip) return await answer()
    return await services.takeTurnOfCaller({ ...actor, userAgent: request.userAgent }, answer)
  } catch (error) {
    if (error instanceof Refusal) {
      // What could not be read is named as it was sent.
      const field = error.field && (route.call.input.names[error.field] ?? error.field)
      return { ...refused(error.code === 401 ? 401 : 200, error.message, error.code), field }
    }
    if (error instanceof TooBusy) return askAgain
    services.log.error('call failed', { requestId: request.requestId, path: route.call.path, error })
    // Until it has begun, the caller may ask again by itself; afterwards a part of it may have been done.
    if (error instanceof DatabaseUnavailable) return hasBegun ? refused(503, sentences.busy) : askAgain
    return refused(500, sentences.unexpected)
  }
}

async function handle(route: Route, services: Services, request: CallRequest, actor: Actor): Promise<Answer> {
  const input = route.call.input.decode(request.body, '')
  const device = readDevice(request.cookies)
  const { marks } = device
  const output = await route.handle(input, { ...services, actor, device })
  const answer = succeeded(route, output)
  return device.marks === marks
    ? answer
    : { ...answer, cookies: deviceCookies(services.config, device, 'parents') }
}

function succeeded({ call }: Route, output: unknown): Answer {
  const encode = (value: unknown) => ({ code: 1, msg: '', data: call.output.encode(value) ?? null })
  return output instanceof SharedAnswer
    ? { status: 200, envelope: output.envelope(encode), shared: output }
    : { status: 200, envelope: encode(output) }
}

async function actorFor({ call }: Route, services: Services, { token, ip }: CallRequest): Promise<Actor> {
  const actor = token ? await recogniseActor(services, token, ip, !call.isPoll) : undefined
  return actor ?? { accountId: undefined, ip }
}
