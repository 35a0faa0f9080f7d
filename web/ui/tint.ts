import './tint.css'

/** The hues of tint.css. */
const hues = {
  'tint-red': 0,
  'tint-orange': 22,
  'tint-yellow': 42,
  'tint-lime': 85,
  'tint-green': 125,
  'tint-emerald': 152,
  'tint-teal': 182,
  'tint-sky': 205,
  'tint-blue': 232,
  'tint-violet': 262,
  'tint-purple': 300,
  'tint-pink': 332,
} as const
type Tint = keyof typeof hues

/**
 * The class of the tint nearest to a colour that the business picked, `#8b5fd0`. A class, because the page's security
 * policy allows no style attributes; and text on every tint keeps 4.5:1, whatever was picked.
 */
export function tintOf(colour: string): Tint | 'tint-grey' {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour.trim())
  if (!match) return 'tint-grey'
  const [red = 0, green = 0, blue = 0] = match.slice(1).map(part => Number.parseInt(part, 16) / 255)
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 0.08) return 'tint-grey'
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  const hue = ((sixth + 6) % 6) * 60
  const distance = (tint: Tint) => Math.min(Math.abs(hue - hues[tint]), 360 - Math.abs(hue - hues[tint]))
  return (Object.keys(hues) as Tint[]).reduce((best, tint) => (distance(tint) < distance(best) ? tint : best))
}
