import { useQuery } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { maxKnownNotes, maxReadings } from '#contract/office/registers.ts'
import { useOfficeApi } from '../../office-api.ts'
import { useMe } from '../../office-session.ts'
import { dropReadings, readReadings } from './kept-readings.ts'
import { keepTaken, type Me, readKnownNotes, type TakenRegister } from './kept-registers.ts'

type Along = Awaited<ReturnType<OfficeApi['registers']['along']>>

const takeEvery = 10 * 60_000

const hasWorker = () => document.querySelector('meta[name=office-worker]') !== null

/**
 * Downloads this member's registers of the next 36 hours. Says which notes are here, so that only other notes are sent
 * and logged as read.
 */
async function takeAlong(api: OfficeApi, me: Me): Promise<{ count: number }> {
  const here = new Map((await readKnownNotes()).map(note => [note.childId, note]))
  const known = [...here.values()].slice(0, maxKnownNotes).map(({ childId, hash }) => ({ childId, hash }))
  const takenAt = new Date().toISOString()
  const taken: TakenRegister[] = []
  const notes = new Map<number, Along['notes'][number]>()
  for (let after: number | null | undefined; after !== null; ) {
    const answer: Along = await api.registers.along({ known, ...(after !== undefined && { after }) })
    taken.push(...answer.registers.map(register => ({ ...register, takenAt })))
    for (const note of answer.notes) notes.set(note.childId, note)
    for (const childId of answer.same) {
      const note = here.get(childId)
      if (note && !notes.has(childId)) notes.set(childId, note)
    }
    // Notes that the next answers need not send again.
    for (const { childId, hash } of answer.notes)
      if (known.length < maxKnownNotes) known.push({ childId, hash })
    after = answer.next
  }
  // The worker may have been ended meanwhile, and with it what the device keeps.
  if (hasWorker()) await keepTaken(me, taken, [...notes.values()])
  return { count: taken.length }
}

/** Downloads registers while their pages are open, if this server and this browser can. */
export function useTakenAlong(): { count: number } | undefined {
  const api = useOfficeApi()
  const me = useMe()
  return useQuery({
    queryKey: ['along', me?.id],
    queryFn: () => takeAlong(api, me as Me),
    enabled: me !== undefined && 'locks' in navigator && crypto.subtle !== undefined && hasWorker(),
    staleTime: takeEvery,
    refetchInterval: takeEvery,
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: true,
    retry: false,
  }).data
}

/** Hands in the readings of notes without a signal, for the log. */
export async function handInReadings(api: OfficeApi, staffId: number): Promise<void> {
  const readings = (await readReadings(staffId)).slice(0, maxReadings)
  if (readings.length === 0) return
  const { logged } = await api.registers.readAway({ readings, by: staffId })
  await dropReadings(logged)
}

/** Asks the server whether somebody is signed in; fails without a connection. */
export const askIsStillIn = (api: OfficeApi): Promise<unknown> => api.session.me({})
