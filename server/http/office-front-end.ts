import { defaultReauthenticationMinutes } from '#domain/limits.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { createLimiter } from '#server/create-limiter.ts'
import { readOfficeCookie, recogniseEnded, recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import { networkOf } from '#server/request/rate-limit.ts'
import type { OfficeRoute } from '#server/request/serve-office.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import type { Services } from '#server/services.ts'
import { logRefusedCall } from '#server/staff-log/log-refused-call.ts'
import { type FrontEnd, refused } from './answer-call.ts'

const limitMember = createLimiter({ maxConcurrent: 8, maxWaiting: 100, maxSeconds: 5 })

/**
 * Answers the office's calls: a cookie identifies the caller, and the call names the permission that it needs
 * (record 054).
 */
export const officeFrontEnd = (routes: ReadonlyMap<string, OfficeRoute>): FrontEnd<OfficeRoute> => ({
  findRoute: path => routes.get(path),
  admit: async (services, call, request, answer) => {
    const { db, clock, config, limitCaller } = services
    const { cookies, ip, userAgent = '', officeHeader, origin } = request
    if (officeHeader !== '1' || origin !== config.officeUrl) {
      throw new OfficeRefusal(officeSentences.notYours, 403)
    }
    const token = call.permission === 'anyone' ? undefined : readOfficeCookie(config, cookies)
    const present = token ? await recogniseStaff(db, token, clock(), !call.isPoll) : undefined
    const staff = present ?? (token && call.takesEnded ? await recogniseEnded(db, token, clock()) : undefined)
    const work = async () => {
      await requireMay(services, call, staff)
      return answer({ ip, userAgent, staff })
    }
    if (staff) return limitMember(work, staff.staffId)
    // Counted apart from parents on the same network: a register may be needed while families book.
    return limitCaller({ ip: `office ${networkOf(ip)}`, userAgent: request.userAgent }, work)
  },
  answerRefusal: error => {
    if (!(error instanceof OfficeRefusal)) return refused(200, error.message, 0)
    const { officeCode: code, message: msg, facts: data } = error
    return { status: code === 401 || code === 403 ? code : 200, envelope: { code, msg, data } }
  },
  unexpected: ({ requestId = '' }) => officeSentences.noted(requestId.slice(0, 8)),
  // A page gives each change an id, so that a repeated request does nothing twice.
  isRepeatable: true,
  area: 'staff',
})

/** Refuses a caller without permission. A refused attempt at a call that needs re-authentication is logged. */
async function requireMay(
  services: Services,
  call: OfficeRoute['call'],
  staff: StaffMember | undefined,
): Promise<void> {
  if (call.permission === 'anyone') return
  if (!staff) throw new OfficeRefusal(officeSentences.signInAgain, 401)
  if (call.permission !== 'everybody' && !may(staff.role, call.permission)) {
    if (call.needsReauthentication) await logRefusedCall(services, staff, call.path)
    throw new OfficeRefusal(officeSentences.notYours, 403)
  }
  const minutes = call.reauthenticationMinutes ?? defaultReauthenticationMinutes
  const since = services.clock().getTime() - (staff.confirmedAt?.getTime() ?? 0)
  if (call.needsReauthentication && since > minutes * 60_000) {
    throw new OfficeRefusal(officeSentences.confirmYourself, 428)
  }
}
