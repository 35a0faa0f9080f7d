import './tint.css'

const hues = [
  'tint-red',
  'tint-orange',
  'tint-yellow',
  'tint-lime',
  'tint-green',
  'tint-emerald',
  'tint-teal',
  'tint-sky',
  'tint-blue',
  'tint-violet',
  'tint-purple',
  'tint-pink',
] as const

/**
 * The class of the tint nearest to a colour that the business picked, `#8b5fd0`. A class, because the page's security
 * policy allows no style attributes; and text on every tint keeps 4.5:1, whatever was picked.
 */
export function tintOf(colour: string): (typeof hues)[number] | 'tint-grey' {
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
  return hues[Math.round(((sixth + 6) % 6) * 2) % 12] ?? 'tint-grey'
}
