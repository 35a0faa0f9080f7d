/** Where a map shows the way to a venue, from wherever one is. */
export const directionsTo = ({ venue, address }: { venue: string; address: string }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address ? `${venue}, ${address}` : venue)}`
