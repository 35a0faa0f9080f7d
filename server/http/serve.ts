import { type Call, type CallInput, type CallOutput, type CallTable, isCall } from '#contract/wire.ts'
import type { Actor, SignedIn } from '#server/features/accounts/actor.ts'
import type { Device } from '#server/features/accounts/known-device.ts'
import type { Services } from '#server/services.ts'
import type { SharedAnswer } from './shared-answer.ts'

/** What a handler gets beside its input. */
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

export interface Route {
  call: Call<unknown, unknown>
  handle: (input: unknown, request: Request) => Promise<unknown>
}

/**
 * Pairs every call of a table with its handler; a missing handler, a misspelt field or a wire name
 * does not compile.
 */
export function serve<T extends CallTable>(calls: T, handlers: { [K in keyof T]: Handler<T[K]> }): Route[] {
  return Object.entries(calls).map(([name, call]) => {
    if (!isCall(call)) throw new Error(`${name} is not a call`)
    return { call, handle: handlers[name] as unknown as Route['handle'] }
  })
}
