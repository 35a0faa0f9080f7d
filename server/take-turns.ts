/** There were too many before it: nothing of this piece of work has begun. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

interface Limits {
  atOnce?: number
  mostWaiting: number
  longestSeconds: number
  /** Whoever has taken so much of the process's time has no turn until some of it is paid back; left out, nobody pays. */
  mostMilliseconds?: number
}
interface Line {
  atWork: number
  waiting: Set<() => void>
  /** Milliseconds of the process that it has taken and not paid back, as they were at an instant. */
  taken: number
  takenAt: number
  timer?: NodeJS.Timeout
}

/** What was taken is paid back by leaving the process to others: ten milliseconds for one. */
const share = 0.1
/** What lasts longer waits for somebody else: the card provider, a slow phone's picture, a row. */
const mostOfOne = 50

/**
 * Lets a few pieces of work go on at once in this process, and the others wait in line: one for each `key`. Their order
 * is kept.
 */
export function takeTurns({ atOnce = 1, mostMilliseconds = Number.POSITIVE_INFINITY, ...limits }: Limits) {
  const lines = new Map<unknown, Line>()
  const divideTime = timeDivided()

  /** The more a line has taken, the fewer go on at once. */
  const hasTurn = ({ atWork, taken }: Line) => atWork < atOnce * (1 - taken / mostMilliseconds)

  function payBack(line: Line) {
    const now = performance.now()
    line.taken = Math.max(0, line.taken - (now - line.takenAt) * share)
    line.takenAt = now
  }

  /** Begins what may begin. A line that rests is looked at again when it has a turn, or is forgotten as it owes nothing. */
  function proceed(key: unknown, line: Line) {
    clearTimeout(line.timer)
    payBack(line)
    for (const begin of line.waiting) {
      if (!hasTurn(line)) break
      begin()
    }
    if (line.atWork > 0) return
    const tooMuch = line.waiting.size > 0 ? line.taken - mostMilliseconds : line.taken
    if (tooMuch === 0 && line.waiting.size === 0) lines.delete(key)
    else line.timer = setTimeout(proceed, tooMuch / share + 1, key, line).unref()
  }

  return async <T>(work: () => Promise<T>, key?: unknown): Promise<T> => {
    const line: Line = lines.get(key) ?? { atWork: 0, waiting: new Set(), taken: 0, takenAt: 0 }
    lines.set(key, line)
    payBack(line)
    if (line.waiting.size === 0 && hasTurn(line)) line.atWork += 1
    else {
      const turn = waitIn(line, limits)
      proceed(key, line)
      await turn
    }
    const before = divideTime(1)
    try {
      return await work()
    } finally {
      const part = Math.min(divideTime(-1) - before, mostOfOne)
      if (mostMilliseconds < Number.POSITIVE_INFINITY) line.taken += part
      line.atWork -= 1
      proceed(key, line)
    }
  }
}

/** Divides the time that passes among those at work; tells how much each has had who was there from the beginning. */
function timeDivided() {
  let [atWork, ofEach, since] = [0, 0, 0]
  return (more: 1 | -1): number => {
    const now = performance.now()
    if (atWork > 0) ofEach += (now - since) / atWork
    since = now
    atWork += more
    return ofEach
  }
}

/** Until there is a turn. */
function waitIn(line: Line, { mostWaiting, longestSeconds }: Pick<Limits, 'mostWaiting' | 'longestSeconds'>) {
  if (line.waiting.size >= mostWaiting) throw new TooBusy()
  return new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      line.waiting.delete(begin)
      line.atWork += 1
      resolve()
    }
    const timer = setTimeout(() => {
      line.waiting.delete(begin)
      reject(new TooBusy())
    }, longestSeconds * 1000)
    line.waiting.add(begin)
  })
}
