import { asPosition, type Position, readCoordinates } from './coordinates.ts'

const wayThere = 'https://www.google.com/maps/dir/?api=1&destination='

/**
 * Returns the link to a venue's map: the one the office entered, else one that a phone opens in its map app.
 */
export const directionsTo = ({
  venue,
  address,
  mapUrl,
}: {
  venue: string
  address: string
  mapUrl?: string
}): string => mapUrl || wayThere + encodeURIComponent(address ? `${venue}, ${address}` : venue)

export const isWayThere = (address: string): boolean => address.startsWith(wayThere)

const degrees = '(-?\\d{1,3}(?:\\.\\d+)?)'
/** Where map links hold coordinates; the marked place comes before the middle of the map. */
const places = [
  `!3d${degrees}!4d${degrees}`,
  `[?&]mlat=${degrees}&mlon=${degrees}`,
  `[?&](?:q|ll|query|destination|daddr|coordinate|center|sll)=(?:loc:)?${degrees}(?:,|%2C)\\+?${degrees}`,
  `@${degrees},${degrees}`,
  `[?&]cp=${degrees}~${degrees}`,
  `#map=\\d+/${degrees}/${degrees}`,
].map(source => new RegExp(source, 'i'))

/**
 * Returns where a venue is: its typed coordinates, else those in its map link. A short link holds none, and nothing is
 * fetched to follow it.
 */
export function positionOf({
  mapUrl,
  coordinates,
}: {
  mapUrl: string
  coordinates: string
}): Position | undefined {
  if (coordinates) return readCoordinates(coordinates)
  if (!mapUrl.startsWith('https://')) return undefined
  for (const place of places) {
    const found = place.exec(mapUrl)
    if (found) return asPosition(found[1] as string, found[2] as string)
  }
  return undefined
}
