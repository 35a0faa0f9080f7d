import * as addresses from '#contract/office/addresses.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import { sendToOffice } from '../../office-api.ts'
import { valuesOf } from '../../office-page.ts'
import { registerFromDevice } from './answers-of-device.ts'
import { deviceLock } from './device-lock.ts'
import type { OnDevice } from './from-device.ts'
import { type Me, readMe } from './kept-registers.ts'

/**
 * The two sources of a register before the page is rendered: this device, and the server's answer on its way.
 * Until that answer comes, the page shows the former (decision O-170).
 */
type Register = Awaited<ReturnType<ReturnType<typeof makeOfficeApi>['registers']['get']>>
interface Ahead {
  sessionId: number
  day: string
  answer: Promise<Register> | undefined
  onDevice: { me: Me; register: Register & OnDevice } | undefined
}

/** How long a page waits for its own disk. */
const patienceMilliseconds = 500

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
    ? makeOfficeApi(sendToOffice).registers.get({ sessionId, ...(day && { day }) })
    : undefined
  // The query that takes the answer hears of its failure.
  answer?.catch(() => {})
  const patience = new Promise<undefined>(resolve => {
    setTimeout(() => resolve(undefined), patienceMilliseconds)
  })
  const onDevice = await Promise.race([findOnDevice(sessionId, day).catch(() => undefined), patience])
  ahead = { sessionId, day, answer, onDevice }
  return ahead
}

/** Finds a register on the device, unless it is locked: then only the server can say who holds it. */
async function findOnDevice(sessionId: number, day: string): Promise<Ahead['onDevice']> {
  if (deviceLock.read()) return undefined
  const [me, register] = await Promise.all([readMe(), registerFromDevice(sessionId, day)])
  if (!me || !register || register.onDevice?.isLocked !== false) return undefined
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
