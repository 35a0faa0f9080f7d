import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { type Position, readCoordinates } from '#domain/coordinates.ts'
import { milesBetween } from '#domain/distance.ts'
import { useApi } from '#web/api.ts'
import { venueAddressesQuery } from './lookup-queries.ts'

/** The browser's own position, once somebody asked for it. It stays in this page: never sent, never stored. */
type Near = { state: 'off' | 'asking' | 'refused' } | { state: 'known'; position: Position }

const off: Near = { state: 'off' }
let near: Near = off
const listeners = new Set<() => void>()
function become(next: Near): void {
  near = next
  for (const listener of listeners) listener()
}
const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const tenMinutes = 600_000

/** Asks the browser where it is, which asks the person. Calls back when it does not say. */
export function askPosition(onRefused: () => void): void {
  const refused = () => {
    become({ state: 'refused' })
    onRefused()
  }
  if (!navigator.geolocation) {
    refused()
    return
  }
  become({ state: 'asking' })
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => become({ state: 'known', position: { latitude, longitude } }),
    refused,
    { maximumAge: tenMinutes, timeout: 10_000 },
  )
}

/** Returns the state of “Near me”, and the miles to each venue whose place is known, once there is a position. */
export function useNearMe(): {
  state: Near['state']
  miles: Map<number, number> | undefined
  isOffered: boolean
} {
  const present = useSyncExternalStore(
    watch,
    () => near,
    () => off,
  )
  const { data: venues } = useQuery(venueAddressesQuery(useApi()))
  const miles = useMemo(() => {
    if (present.state !== 'known') return undefined
    return new Map(
      venues?.flatMap(({ id, coordinates }) => {
        const position = readCoordinates(coordinates ?? '')
        return position ? [[id, milesBetween(present.position, position)] as const] : []
      }),
    )
  }, [present, venues])
  return { state: present.state, miles, isOffered: Boolean(venues?.some(({ coordinates }) => coordinates)) }
}

/** Orders venues by distance, those without a known place last. */
export const nearestFirst = <Venue extends { id: number }>(
  venues: Venue[],
  miles: Map<number, number> | undefined,
): Venue[] =>
  miles
    ? venues.toSorted((a, b) => (miles.get(a.id) ?? Number.MAX_VALUE) - (miles.get(b.id) ?? Number.MAX_VALUE))
    : venues
