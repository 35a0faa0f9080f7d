const maxAddressLines = 4

interface Address {
  name: string
  address: string
  postcode: string
}

/**
 * Returns the lines of an address label: the name, at most four address lines, and the postcode. A postcode that is
 * repeated in the address is left out there.
 */
export function labelLines({ name, address, postcode }: Address): string[] {
  const end = postcode.trim().toUpperCase()
  const lines = address
    .split(/[,\n]/)
    .map(part => withoutEnd(part.trim(), end))
    .filter(part => part !== '')
  while (lines.length > maxAddressLines) joinShortest(lines)
  return [name.trim(), ...lines, end].filter(line => line !== '')
}

const withoutEnd = (part: string, end: string) =>
  end !== '' && part.toUpperCase().endsWith(end) ? part.slice(0, -end.length).trim() : part

/** Joins the two neighbouring lines that are shortest together. */
function joinShortest(lines: string[]): void {
  const lengths = lines.slice(1).map((line, at) => line.length + (lines[at] as string).length)
  const at = lengths.indexOf(Math.min(...lengths))
  lines.splice(at, 2, `${lines[at]}, ${lines[at + 1]}`)
}

interface PackedItem {
  productId: number
  name: string
  quantity: number
}

/** Adds up the products that the parcels need, by name. */
export function piecesOf(parcels: readonly { items: readonly PackedItem[] }[]): PackedItem[] {
  const pieces = new Map<number, PackedItem>()
  for (const item of parcels.flatMap(({ items }) => items)) {
    const quantity = (pieces.get(item.productId)?.quantity ?? 0) + item.quantity
    pieces.set(item.productId, { ...item, quantity })
  }
  return [...pieces.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}
