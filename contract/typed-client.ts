import type { Call, CallInput, CallOutput } from './wire.ts'

/** The typed client of a table of calls: `client.orders.class.place({…})`. */
export type Client<Table> = {
  [Name in keyof Table]: Table[Name] extends Call<unknown, unknown>
    ? undefined extends CallInput<Table[Name]>
      ? (input?: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
      : (input: CallInput<Table[Name]>) => Promise<CallOutput<Table[Name]>>
    : Client<Table[Name]>
}

/** Makes the call at a place of the contract, such as `['orders', 'class', 'place']`. */
type MakeCall = (place: string[], input: unknown) => Promise<unknown>

/** Creates the client of either front end. `makeCall` runs at once, so it sees who calls when the call begins. */
export const typedClient = <Api>(makeCall: MakeCall, place: string[] = []): Api =>
  new Proxy(() => undefined, {
    // An `await` of the client asks for `then` and would take it for a promise.
    get: (_target, name) => (name === 'then' ? undefined : typedClient(makeCall, [...place, String(name)])),
    apply: (_target, _this, [input]) => makeCall(place, input),
  }) as Api
