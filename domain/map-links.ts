const wayThere = 'https://www.google.com/maps/dir/?api=1&destination='

/** Where a map shows the way to a venue, from wherever one is: on a phone its own app opens. */
export const directionsTo = ({ venue, address }: { venue: string; address: string }): string =>
  wayThere + encodeURIComponent(address ? `${venue}, ${address}` : venue)

export const isWayThere = (address: string): boolean => address.startsWith(wayThere)
