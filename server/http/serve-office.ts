import type { OfficeCall } from '#contract/office/office-call.ts'
import type { Device } from '#server/features/accounts/known-device.ts'
import type { Acted } from '#server/features/staff/act.ts'
import type { StaffMember } from '#server/features/staff/staff-member.ts'
import type { Services } from '#server/services.ts'

/** Staff write rich text, and change hundreds of dates at once. */
export const officeBodyLimit = 512 * 1024

/** Of every call of the office. */
export interface OfficeVisit extends Services {
  ip: string
  /** What the browser calls itself. */
  userAgent: string
  /** Whose device it is known to be. */
  device: Device
  /** Has the browser keep a session, or forget it (`''`). */
  keepToken: (token: string) => void
}
/** What a handler gets beside its input. */
export interface OfficeRequest extends OfficeVisit {
  staff: StaffMember
  /** The call and its input, by which a repeated request is told from another one with the same id. */
  submitted: Submitted
}
export interface Submitted {
  path: string
  input: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: a table of calls, each with an input of its own
type AnyCall = OfficeCall<any, any>
type Handler<C extends AnyCall> =
  C extends OfficeCall<infer Input, infer Output, infer Kind>
    ? (
        input: Input,
        request: C['permission'] extends 'anyone' ? OfficeVisit : OfficeRequest,
      ) => Promise<Kind extends 'write' ? Acted<Output> : Output>
    : never

export interface OfficeRoute {
  call: OfficeCall<unknown, unknown>
  handle: (input: unknown, request: OfficeRequest) => Promise<unknown>
}

/** Pairs every call of an area with its handler; what changes anything without a row of the log does not compile. */
export const serveOffice = <T extends Record<string, AnyCall>>(
  calls: T,
  handlers: { [Verb in keyof T]: Handler<T[Verb]> },
): OfficeRoute[] =>
  Object.entries(calls).map(([verb, call]) => ({
    call,
    handle: handlers[verb] as unknown as OfficeRoute['handle'],
  }))
