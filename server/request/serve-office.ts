import type { OfficeCall } from '#contract/office/office-call.ts'
import type { Services } from '#server/services.ts'
import type { Device } from './known-device.ts'
import { pairHandlers, type Route } from './serve.ts'
import type { StaffMember } from './staff-member.ts'

/** The largest body: staff write rich text, and change hundreds of dates at once. */
export const officeBodyLimit = 512 * 1024

/** The part of an office request that exists with or without a signed-in member. */
export interface OfficeVisit extends Services {
  ip: string
  /** The browser's `user-agent` header. */
  userAgent: string
  /** The accounts that know this device. */
  device: Device
  /** Sets a cookie in the browser. */
  keepCookie: (cookie: string) => void
}
/** The second argument of an office handler, after its input. */
export interface OfficeRequest extends OfficeVisit {
  staff: StaffMember
  /** The call and its input. They distinguish a repeated request from another one with the same id. */
  submitted: Submitted
}
export interface Submitted {
  path: string
  input: unknown
}

declare const brand: unique symbol

/** The answer of a call that changed something and logged it: only `recordAction` creates one. */
export type Recorded<T> = { answer: T } & { readonly [brand]: 'Recorded' }

// biome-ignore lint/suspicious/noExplicitAny: a table of calls, each with an input of its own
type AnyCall = OfficeCall<any, any>
type Handler<C extends AnyCall> =
  C extends OfficeCall<infer Input, infer Output, infer Kind>
    ? (
        input: Input,
        request: C['permission'] extends 'anyone' ? OfficeVisit : OfficeRequest,
      ) => Promise<Kind extends 'write' ? Recorded<Output> : Output>
    : never

export type OfficeRoute = Route<OfficeRequest, OfficeCall<unknown, unknown>>

/** Pairs a call with its handler. A handler that changes something returns its answer as `Recorded`. */
export const officeRoute = (call: OfficeRoute['call'], handle: OfficeRoute['handle']): OfficeRoute => ({
  call,
  handle: async (input, request) => {
    const output = await handle(input, { ...request, submitted: { path: call.path, input } })
    return call.kind === 'write' ? (output as Recorded<unknown>).answer : output
  },
})

/** Pairs every call of an area with its handler. A change without a log row does not compile. */
export const serveOffice = <T extends Record<string, AnyCall>>(
  calls: T,
  handlers: { [Verb in keyof T]: Handler<T[Verb]> },
): OfficeRoute[] =>
  pairHandlers<OfficeRoute>(calls, handlers).map(({ call, handle }) => officeRoute(call, handle))
