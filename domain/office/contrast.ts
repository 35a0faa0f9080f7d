/** Returns the contrast of two colours, `#rrggbb`: 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Whether a colour hardly stands out from the white timetable (spec 3 §2.5). */
export const isPale = (colour: string): boolean => contrastOf(colour, '#ffffff') < 3

const luminance = (colour: string) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
    const share = Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16) / 255
    return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
  }, 0)
