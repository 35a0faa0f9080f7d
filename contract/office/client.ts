import { OfficeRefusal, type OfficeRefusalCode } from '#domain/office/office-refusal.ts'
import type { Envelope } from '../client.ts'
import type { CallInput, CallOutput } from '../wire.ts'
import type { OfficeContract } from './contract.ts'

/** Carries one call of the office: its path, `Office/Venues/save`, and its body. */
export type OfficeSend = (path: string, body: unknown) => Promise<Envelope>

export type OfficeApi = {
  [Area in keyof OfficeContract]: {
    [Verb in keyof OfficeContract[Area]]: (
      input: CallInput<OfficeContract[Area][Verb]>,
    ) => Promise<CallOutput<OfficeContract[Area][Verb]>>
  }
}

const capitalised = (area: string) => area.slice(0, 1).toUpperCase() + area.slice(1)

/**
 * The typed client of the office: `api.venues.save({…})` answers or throws an OfficeRefusal. Nothing of the contract
 * runs here: office calls lie on the wire as they are in the code.
 */
export function makeOfficeApi(send: OfficeSend): OfficeApi {
  const area = (name: string) =>
    new Proxy(
      {},
      {
        get: (_target, verb) => async (input: object) => {
          const answer = await send(`Office/${capitalised(name)}/${String(verb)}`, input)
          if (answer.code === 1) return answer.data
          throw new OfficeRefusal(
            answer.msg,
            answer.code as OfficeRefusalCode,
            answer.data as OfficeRefusal['facts'],
          )
        },
      },
    )
  return new Proxy({}, { get: (_target, name) => area(String(name)) }) as OfficeApi
}
