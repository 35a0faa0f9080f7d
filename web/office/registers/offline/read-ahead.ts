import * as addresses from '#contract/office/addresses.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import { isPersonHere } from '../../last-person.ts'
import { sendToOffice } from '../../office-api.ts'
import { valuesOf } from '../../office-page.ts'
import { queueOf } from '../queue-queries.ts'
import { registerAhead } from './answers-of-device.ts'
import type { OnDevice } from './from-device.ts'
import type { Me } from './kept-registers.ts'
import { readingOf } from './reading-id.ts'

type Register = Awaited<ReturnType<ReturnType<typeof makeOfficeApi>['registers']['get']>>
/**
 * The two sources of a register before the page is rendered: this device, and the server's answer on its way.
 * Until that answer comes, the page shows the former (decision O-170).
 */
interface Ahead {
  sessionId: number
  day: string
  answer: Promise<Register> | undefined
  onDevice: { me: Me; register: Register & OnDevice } | undefined
}

/** How long a page without a signal waits for its own disk. */
const patienceMilliseconds = 3_000

let reading: Promise<Ahead> | undefined
let ahead: Ahead | undefined

/** Reads ahead the register of the browser's address, once for each page that the browser loads. */
export function readAhead(): Promise<Ahead | undefined> {
  const { pathname, search } = location
  const id = Number(valuesOf(addresses.session.path, pathname)?.id)
  if (!reading && id > 0) reading = read(id, new URLSearchParams(search).get('day') ?? '')
  return reading ?? Promise.resolve(undefined)
}

async function read(sessionId: number, day: string): Promise<Ahead> {
  const answer = navigator.onLine
    ? makeOfficeApi(sendToOffice).registers.get({
        ...{ sessionId, ...(day && { day }) },
        reading: readingOf(sessionId, day),
      })
    : undefined
  const patience = new Promise<undefined>(resolve => {
    setTimeout(() => resolve(undefined), patienceMilliseconds)
  })
  // The query that takes the answer handles its failure.
  const isAnswered = answer?.then(
    () => undefined,
    () => undefined,
  )
  // The device is not waited for once the server has answered.
  const onDevice = await Promise.race([
    findOnDevice(sessionId, day).catch(() => undefined),
    isAnswered ?? patience,
  ])
  ahead = { sessionId, day, answer, onDevice }
  return ahead
}

/** Finds a register on the device, and brings the marks that wait there into the queue. */
async function findOnDevice(sessionId: number, day: string): Promise<Ahead['onDevice']> {
  const found = await registerAhead(sessionId, day)
  if (!found) return undefined
  const { me, register } = found
  if (!isPersonHere(me)) return undefined
  await queueOf(makeOfficeApi(sendToOffice), me).isRead
  const { onDevice, ...taken } = register
  return { me, register: { ...taken, onDevice: { ...onDevice, isAhead: navigator.onLine } } }
}

const isOf = (sessionId: number, day: string) => ahead?.sessionId === sessionId && ahead.day === day

/** Returns what the device has of a register that was read ahead, once. */
export function takeFromDevice(sessionId: number, day: string): (Register & OnDevice) | undefined {
  if (!ahead || !isOf(sessionId, day)) return undefined
  const { onDevice } = ahead
  ahead = { ...ahead, onDevice: undefined }
  return onDevice?.register
}

/** Returns the server's answer that is on its way for a register, once. */
export function takeAnswer(sessionId: number, day: string): Promise<Register> | undefined {
  if (!ahead || !isOf(sessionId, day)) return undefined
  const { answer } = ahead
  ahead = { ...ahead, answer: undefined }
  return answer
}
