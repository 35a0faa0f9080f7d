import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { DatabaseUnavailable } from '#server/database/connect.ts'
import { networkOf } from '#server/features/accounts/allow-rate.ts'
import { deviceCookies, readDevice } from '#server/features/accounts/known-device.ts'
import { logRefusedCall } from '#server/features/staff/log-refused-call.ts'
import type { StaffMember } from '#server/features/staff/staff-member.ts'
import { officeCookie, readOfficeCookie, recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { Services } from '#server/services.ts'
import { TooBusy, takeTurns } from '#server/take-turns.ts'
import { type Answer, askAgain, refused } from './answer-call.ts'
import type { OfficeRequest, OfficeRoute } from './serve-office.ts'

export interface OfficeCallRequest {
  /** `Office/Venues/save`. */
  path: string
  body: unknown
  cookies?: string
  /** The `x-office` and `origin` headers: no page of another site can send them for a member of staff (trust row 26). */
  mark?: string
  origin?: string
  userAgent?: string
  ip: string
  requestId: string
}

const usualProofMinutes = 10
const takeTurnOfMember = takeTurns({ atOnce: 8, mostWaiting: 100, longestSeconds: 5 })

/** Answers one call of the office: who, whether they may, what, and the answer. The one edge of all of them. */
export async function answerOfficeCall(
  routes: ReadonlyMap<string, OfficeRoute>,
  services: Services,
  request: OfficeCallRequest,
): Promise<Answer> {
  const route = routes.get(request.path)
  if (!route) return refused(404, sentences.unknownCall)
  if (request.mark !== '1' || request.origin !== services.config.officeUrl) {
    return refused(403, officeSentences.notYours, 403)
  }
  try {
    const staff = await staffOf(route, services, request)
    const answer = async () => {
      // They wait for their turn too, as whoever calls with a token that opens nothing.
      await requireMay(route, services, staff)
      return handle(route, services, request, staff)
    }
    if (staff) return await takeTurnOfMember(answer, staff.staffId)
    // Not in the line of the parents who share their network: a register may be wanted on the other side of this door.
    return await services.takeTurnOfCaller(
      { ip: `office ${networkOf(request.ip)}`, userAgent: request.userAgent },
      answer,
    )
  } catch (error) {
    return answerError(error, route, services, request)
  }
}

function answerError(
  error: unknown,
  { call }: OfficeRoute,
  services: Services,
  { requestId }: OfficeCallRequest,
): Answer {
  if (error instanceof OfficeRefusal) {
    const { officeCode: code, message: msg, facts: data } = error
    const status = code === 401 || code === 403 ? code : 200
    return { status, envelope: { code, msg, data } }
  }
  if (error instanceof Refusal) return refused(200, error.message, 0)
  if (error instanceof TooBusy) return askAgain
  services.log.error('call failed', { requestId, path: call.path, error })
  // Each press has a name: asked again, what was done is not done twice.
  if (error instanceof DatabaseUnavailable) return askAgain
  return refused(500, officeSentences.noted(requestId.slice(0, 8)))
}

async function handle(
  { call, handle }: OfficeRoute,
  services: Services,
  request: OfficeCallRequest,
  staff: StaffMember | undefined,
): Promise<Answer> {
  const input = call.input.decode(request.body, '')
  const cookies: string[] = []
  const device = readDevice(request.cookies)
  const { marks } = device
  const output = await handle(input, {
    ...services,
    ip: request.ip,
    userAgent: request.userAgent ?? '',
    keepToken: token => {
      cookies.push(officeCookie(services.config, token))
    },
    device,
    staff: staff as OfficeRequest['staff'],
    submitted: { path: call.path, input },
  })
  if (device.marks !== marks) cookies.push(...deviceCookies(services.config, device, 'staff'))
  const answer = call.kind === 'write' ? (output as { answer: unknown }).answer : output
  return { status: 200, envelope: { code: 1, msg: '', data: call.output.encode(answer) ?? null }, cookies }
}

/** Who calls; nobody, where anyone may. */
async function staffOf(
  { call }: OfficeRoute,
  { db, clock, config }: Services,
  { cookies }: OfficeCallRequest,
): Promise<StaffMember | undefined> {
  const token = call.permission === 'anyone' ? undefined : readOfficeCookie(config, cookies)
  return token ? recogniseStaff(db, token, clock(), !call.isPoll) : undefined
}

/** Refuses whoever may not. A refused try at what needs a proof is in the log. */
async function requireMay(
  { call }: OfficeRoute,
  services: Services,
  staff: StaffMember | undefined,
): Promise<void> {
  if (call.permission === 'anyone') return
  if (!staff) throw new OfficeRefusal(officeSentences.signInAgain, 401)
  const isAllowed = call.permission === 'everybody' || may(staff.role, call.permission)
  if (
    isAllowed &&
    !(call.needsProof && isProofOld(staff, call.proofMinutes ?? usualProofMinutes, services.clock()))
  )
    return
  if (isAllowed) throw new OfficeRefusal(officeSentences.confirmYourself, 428)
  if (call.needsProof) {
    await logRefusedCall(services, staff, call.path)
  }
  throw new OfficeRefusal(officeSentences.notYours, 403)
}

const isProofOld = ({ confirmedAt }: StaffMember, proofMinutes: number, now: Date) =>
  !confirmedAt || now.getTime() - confirmedAt.getTime() > proofMinutes * 60_000
