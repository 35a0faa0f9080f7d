import { OfficeRefusal, type OfficeRefusalCode } from '#domain/office/office-refusal.ts'
import type { Envelope } from '../client.ts'
import { type Client, typedClient } from '../typed-client.ts'
import type { OfficeContract } from './contract.ts'

/** Sends one call of the office: its path, `Office/Venues/save`, and its body. */
export type OfficeSend = (path: string, body: unknown) => Promise<Envelope>

export type OfficeApi = Client<OfficeContract>

const capitalised = (area: string) => area.slice(0, 1).toUpperCase() + area.slice(1)

/**
 * Creates the typed client of the office: `api.venues.save({…})` answers or throws an OfficeRefusal. No codec
 * runs here: office calls have the same names on the wire as in the code.
 */
export const makeOfficeApi = (send: OfficeSend): OfficeApi =>
  typedClient(async ([area = '', verb], input) => {
    const answer = await send(`Office/${capitalised(area)}/${verb}`, input)
    if (answer.code === 1) return answer.data
    const facts = answer.data as OfficeRefusal['facts']
    throw new OfficeRefusal(answer.msg, answer.code as OfficeRefusalCode, facts)
  })
