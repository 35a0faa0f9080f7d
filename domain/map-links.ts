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
