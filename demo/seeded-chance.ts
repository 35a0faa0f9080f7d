/** Repeatable chance: the same words give the same numbers, so that every demo on one day is the same. */
export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  /** Returns the items in random order. */
  shuffle: <T>(items: readonly T[]) => T[]
}

export function seededChance(...words: (string | number)[]): Chance {
  let state = 2166136261
  for (const letter of words.join('|')) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const shuffle = <T>(items: readonly T[]) => {
    const shuffled = [...items]
    for (let index = shuffled.length - 1; index > 0; index--) {
      const other = whole(0, index)
      const [a, b] = [shuffled[index] as T, shuffled[other] as T]
      shuffled[index] = b
      shuffled[other] = a
    }
    return shuffled
  }
  return { next, whole, shuffle }
}
