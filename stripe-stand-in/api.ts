import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiRefusal } from './api-refusal.ts'
import { createSession } from './create-session.ts'
import { strikes } from './hooks.ts'
import { newId } from './ledger.ts'
import { listing } from './listing.ts'
import type { Parameters } from './parameters.ts'
import { createRefund } from './refunds.ts'
import { expireSession, findSession, showSession } from './sessions.ts'
import { apiVersion, type StandIn } from './stand-in.ts'

export type ApiCall = {
  method: string
  path: string
  given: Parameters
  key: string | undefined
  idempotencyKey: string | undefined
}
type Answer = { status: number; headers: Record<string, string>; body: string }
type Route = [method: string, path: RegExp, work: (standIn: StandIn, given: Parameters, id: string) => object]

const routes: Route[] = [
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions$/, listSessions],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    (standIn, _, id) => showSession(standIn, findSession(standIn, id)),
  ],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (standIn, _, id) => expireSession(standIn, findSession(standIn, id)),
  ],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/disputes$/, listDisputes],
  ['GET', /^\/v1\/account$/, showAccount],
  ['POST', /^\/v1\/webhook_endpoints$/, createEndpoint],
  [
    'DELETE',
    /^\/v1\/webhook_endpoints\/(\w+)$/,
    (_standIn, _given, id) => ({ id, object: 'webhook_endpoint', deleted: true }),
  ],
]

/** Answers one call of the provider's API; a repeated idempotency key gets exactly the first answer again. */
export function answerCall(standIn: StandIn, call: ApiCall, secretKey: string): Answer {
  const headers = {
    'Content-Type': 'application/json',
    'Request-Id': newId('req'),
    'Stripe-Version': apiVersion,
  }
  try {
    checkKey(call.key, secretKey)
    if (strikes(standIn.faults, 'failCalls')) throw outage()
    const { idempotencyKey, method } = call
    if (!idempotencyKey || method !== 'POST') return { status: 200, headers, body: work(standIn, call) }

    const request = fingerprint(call)
    const earlier = standIn.ledger.answers.get(idempotencyKey)
    if (earlier) {
      refuseAnotherRequest(earlier.request, request)
      return {
        status: earlier.status,
        headers: { ...headers, 'Idempotent-Replayed': 'true' },
        body: earlier.body,
      }
    }
    const body = work(standIn, call)
    standIn.ledger.answers.put(idempotencyKey, { request, status: 200, body, answeredAt: standIn.now() })
    return { status: 200, headers, body }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    return { status: error.status, headers, body: JSON.stringify(error.body, null, 2) }
  }
}

function work(standIn: StandIn, { method, path, given }: ApiCall): string {
  for (const [itsMethod, itsPath, itsWork] of routes) {
    const match = method === itsMethod && itsPath.exec(path)
    if (match) return JSON.stringify(itsWork(standIn, given, match[1] ?? ''), null, 2)
  }
  throw new ApiRefusal({ status: 404, message: `Unrecognized request URL (${method}: ${path}).` })
}

function listSessions(standIn: StandIn, given: Parameters): object {
  const asked = { ...named(given, 'status'), ...named(given, 'payment_intent') }
  const newest = (limit: number) =>
    standIn.ledger.sessions.newest(asked, limit).map(kept => showSession(standIn, kept))
  return listing(newest, given, '/v1/checkout/sessions')
}

/** The maximum number of entries of a list, because the stand-in has no further pages. */
const maxListed = 10_000

function listRefunds({ ledger }: StandIn, given: Parameters): object {
  const asked = named(given, 'payment_intent')
  const since = Number(given.get('created[gte]') ?? 0)
  const after = given.get('starting_after')
  const newest = (limit: number) => {
    const made = ledger.refunds.newest(asked, after ? maxListed : limit)
    const begin = after ? made.findIndex(({ id }) => id === after) + 1 : 0
    return made.slice(begin, begin + limit).filter(({ created }) => created >= since)
  }
  return listing(newest, given, '/v1/refunds')
}

function listDisputes({ ledger }: StandIn, given: Parameters): object {
  const since = Number(given.get('created[gte]') ?? 0)
  const newest = (limit: number) =>
    ledger.disputes.newest(named(given, 'payment_intent'), limit).filter(({ created }) => created >= since)
  return listing(newest, given, '/v1/disputes')
}

function showAccount({ account }: StandIn): object {
  return {
    id: account.id,
    object: 'account',
    settings: { dashboard: { display_name: account.name } },
  }
}

/** Registers an address. The stand-in goes on sending its messages to the one that it was started with. */
function createEndpoint({ webhookSecret }: StandIn, given: Parameters): object {
  const url = given.get('url') ?? ''
  if (!/^https?:/.test(url)) throw new ApiRefusal({ message: `Invalid URL: ${url}` })
  return { id: newId('we'), object: 'webhook_endpoint', url, secret: webhookSecret, status: 'enabled' }
}

function named<Name extends string>(given: Parameters, name: Name): { [name in Name]?: string[] } {
  const value = given.get(name)
  return (value === null ? {} : { [name]: [value] }) as { [name in Name]?: string[] }
}

function checkKey(given: string | undefined, secretKey: string): void {
  if (given && timingSafeEqual(digest(given), digest(secretKey))) return
  throw new ApiRefusal({
    status: 401,
    message: given ? `Invalid API Key provided: ${given.slice(0, 8)}***` : 'You did not provide an API key.',
  })
}

function outage(): ApiRefusal {
  return new ApiRefusal({ status: 500, type: 'api_error', message: 'An error occurred at the provider.' })
}

function refuseAnotherRequest(earlier: string, request: string): void {
  if (earlier === request) return
  throw new ApiRefusal({
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}

function fingerprint({ method, path, given }: ApiCall): string {
  const pairs = [...given].map(pair => pair.join('=')).sort()
  return digest([method, path, ...pairs].join('\n')).toString('hex')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
