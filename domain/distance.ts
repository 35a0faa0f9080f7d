import type { Position } from './coordinates.ts'

const earthRadiusMiles = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance between two places as the crow flies. */
export function milesBetween(from: Position, to: Position): number {
  const half = (one: number, other: number) => Math.sin(radians(other - one) / 2) ** 2
  const root =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude)
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(root))
}

/** Says a distance: '1.2 miles', '24 miles'. Below a tenth of a mile it is a tenth. */
export function distanceWords(miles: number): string {
  const tenths = Math.max(0.1, Math.round(miles * 10) / 10)
  const shown = tenths < 10 ? tenths : Math.round(miles)
  return `${shown} ${shown === 1 ? 'mile' : 'miles'}`
}
