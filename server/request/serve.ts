import { type Call, type CallInput, type CallOutput, type CallTable, isCall } from '#contract/wire.ts'
import type { Services } from '#server/services.ts'
import type { Actor, SignedIn } from './actor.ts'
import type { Device } from './known-device.ts'
import type { SharedAnswer } from './shared-answer.ts'

/** The second argument of a handler, after its input. */
export interface Request<Who extends Actor = Actor> extends Services {
  actor: Who
  device: Device
}

type Handler<C> =
  C extends Call<unknown, unknown, infer Who>
    ? (
        input: CallInput<C>,
        request: Request<Who extends 'signedIn' ? SignedIn : Actor>,
      ) => undefined extends CallOutput<C>
        ? Promise<void>
        : Promise<CallOutput<C> | SharedAnswer<CallOutput<C>>>
    : never

/** A call with its handler; of the parents' site by default. */
// biome-ignore lint/suspicious/noExplicitAny: each front end hands its handlers a request of its own
export interface Route<Given = any, C = Call<unknown, unknown>> {
  call: C
  handle: (input: unknown, request: Given) => Promise<unknown>
}

/** Pairs the calls of a table with their handlers, by name. */
export function pairHandlers<R extends Route>(calls: CallTable, handlers: Record<string, unknown>): R[] {
  return Object.entries(calls).map(([name, call]) => {
    if (!isCall(call)) throw new Error(`${name} is not a call`)
    return { call, handle: handlers[name] } as unknown as R
  })
}

/**
 * Pairs every call of a table with its handler. A missing handler, a misspelt field or a wire name does not
 * compile.
 */
export const serve = <T extends CallTable>(
  calls: T,
  handlers: { [K in keyof T]: Handler<T[K]> },
): Route<Request>[] => pairHandlers(calls, handlers)
