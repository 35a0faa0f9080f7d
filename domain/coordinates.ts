/** A place on the earth, in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

/** Makes a position of two numbers; undefined where the earth has none. */
export function asPosition(latitude: string, longitude: string): Position | undefined {
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : undefined
}

/** Reads coordinates as they are copied from a map: '51.4412, -2.5986'. */
export function readCoordinates(typed: string): Position | undefined {
  const found = /^\(?(-?\d{1,3}(?:\.\d+)?)(?:\s*,\s*|\s+)(-?\d{1,3}(?:\.\d+)?)\)?$/.exec(typed.trim())
  return found ? asPosition(found[1] as string, found[2] as string) : undefined
}
