const wayThere = 'https://www.google.com/maps/dir/?api=1&destination='

/** Where a map shows the way to a venue, from wherever one is: the map the office named, else one that a phone opens in its app. */
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
