import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { recogniseActor } from '#server/features/accounts/queries.ts'
import type { Actor } from '#server/request/actor.ts'
import type { Request, Route } from '#server/request/serve.ts'
import { type FrontEnd, refused } from './answer-call.ts'

type SiteRoute = Route<Request>

/** Maps calls by lower-cased path: the documents mix the cases. */
function mapRoutes(routes: SiteRoute[]): Map<string, SiteRoute[]> {
  const map = new Map<string, SiteRoute[]>()
  for (const route of routes) {
    const key = route.call.path.toLowerCase()
    const others = map.get(key) ?? []
    const isVariant = route.call.variant && others.every(other => other.call.variant)
    if (others.length > 0 && !isVariant) throw new Error(`two handlers for ${route.call.path}`)
    map.set(key, [...others, route])
  }
  return map
}

/** Answers the calls of the parents' site. A token identifies the caller; a refusal is HTTP 200, or 401. */
export function siteFrontEnd(routes: SiteRoute[]): FrontEnd<SiteRoute> {
  const map = mapRoutes(routes)
  return {
    findRoute: (path, body) => {
      const candidates = map.get(path.toLowerCase())
      const wanted = candidates?.find(({ call }) => {
        const given = (body as Record<string, unknown> | null)?.[call.variant?.field ?? '']
        return call.variant?.value === given
      })
      return wanted ?? candidates?.[0]
    },
    admit: async (services, { access, isPoll }, { token, ip, userAgent }, answer) => {
      const known = token ? await recogniseActor(services, token, ip, !isPoll) : undefined
      const actor: Actor = known ?? { accountId: undefined, ip }
      const work = async () => {
        // Checked in the caller's turn: otherwise invalid tokens could be tried without a limit.
        if (!known && (access === 'signedIn' || (token && access !== 'anyone'))) {
          throw new Refusal(sentences.pleaseLogIn, 401)
        }
        return answer({ actor })
      }
      // Pages rendered here call without an address: the visitor has a turn already.
      return ip ? services.limitCaller({ ...actor, userAgent }, work) : work()
    },
    answerRefusal: (error, { input }) => {
      // Names the invalid field as it was sent.
      const field = error.field && (input.names[error.field] ?? error.field)
      return { ...refused(error.code === 401 ? 401 : 200, error.message, error.code), field }
    },
    unexpected: () => sentences.unexpected,
    isRepeatable: false,
    area: 'parents',
  }
}
