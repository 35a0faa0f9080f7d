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
  /** How those who ask look; so many as count. */
  looks: Set<string | undefined>
  atWork: number
  waiting: Set<() => void>
  /** Milliseconds of the process that it has taken and not paid back. */
  taken: number
  /** The same, when only its part pays. */
  takenInAll: number
  /** What had passed when that was counted. */
  countedAt: Passed
  timer?: NodeJS.Timeout
}

/** What was taken is paid back by a part of the time that passes, and by all of it in which nobody is at work (record 112). */
const shareOfOne = 1 / 30
/** Those of one key who do not all look alike are several, and have more of it together: a hall full of families. */
const mostLooks = 3
/** By its part alone a caller may owe so often as much: a crowd of one address is served by then, and a loop has its part. */
const timesInAll = 10
/** What lasts longer waits for somebody else: the card provider, a slow phone's picture, a row. */
const mostOfOne = 50

/**
 * Lets a few pieces of work go on at once in this process, and the others wait in line: one for each `key`, in which
 * `look` tells one asker from another. Their order is kept.
 */
export function takeTurns({ atOnce = 1, mostMilliseconds = Number.POSITIVE_INFINITY, ...limits }: Limits) {
  const lines = new Map<unknown, Line>()
  const passTime = timeDivided()

  const shareOf = ({ looks }: Line) => looks.size * shareOfOne

  /** The more a line has taken, the fewer go on at once. */
  const hasTurn = ({ atWork, taken, takenInAll }: Line) =>
    atWork < atOnce * (1 - Math.max(taken, takenInAll / timesInAll) / mostMilliseconds)

  function payBack(line: Line) {
    const now = passTime(0)
    const milliseconds = now.milliseconds - line.countedAt.milliseconds
    const idle = now.idle - line.countedAt.idle
    line.taken = Math.max(0, line.taken - idle - (milliseconds - idle) * shareOf(line))
    line.takenInAll = Math.max(0, line.takenInAll - milliseconds * shareOf(line))
    line.countedAt = now
  }

  /** Begins what may begin. A line that rests is looked at again when it may have a turn, or is forgotten as it owes nothing. */
  function proceed(key: unknown, line: Line) {
    clearTimeout(line.timer)
    payBack(line)
    for (const begin of line.waiting) {
      if (!hasTurn(line)) break
      begin()
    }
    if (line.atWork > 0) return
    const rest = (milliseconds: number) => {
      line.timer = setTimeout(proceed, milliseconds + 1, key, line).unref()
    }
    const tooMuchInAll = line.takenInAll - mostMilliseconds * timesInAll
    if (line.waiting.size > 0) rest(Math.max(line.taken - mostMilliseconds, tooMuchInAll / shareOf(line)))
    else if (line.takenInAll > 0) rest(line.takenInAll / shareOf(line))
    else lines.delete(key)
  }

  return async <T>(work: () => Promise<T>, key?: unknown, look?: string): Promise<T> => {
    const line: Line = lines.get(key) ?? {
      looks: new Set(),
      atWork: 0,
      waiting: new Set(),
      taken: 0,
      takenInAll: 0,
      countedAt: passTime(0),
    }
    lines.set(key, line)
    if (line.looks.size < mostLooks) line.looks.add(look)
    payBack(line)
    if (line.waiting.size === 0 && hasTurn(line)) line.atWork += 1
    else {
      const turn = waitIn(line, limits)
      proceed(key, line)
      await turn
    }
    const before = passTime(1).ofEach
    try {
      return await work()
    } finally {
      const part = Math.min(passTime(-1).ofEach - before, mostOfOne)
      if (mostMilliseconds < Number.POSITIVE_INFINITY) {
        line.taken += part
        line.takenInAll += part
      }
      line.atWork -= 1
      proceed(key, line)
    }
  }
}

interface Passed {
  milliseconds: number
  /** Divided among those at work: what each has had who was there from the beginning. */
  ofEach: number
  /** In which nobody was at work. */
  idle: number
}

/** Tells what has passed until now, when so many more are at work. */
function timeDivided() {
  let [atWork, ofEach, idle, since] = [0, 0, 0, 0]
  return (more: 1 | 0 | -1): Passed => {
    const now = performance.now()
    if (atWork > 0) ofEach += (now - since) / atWork
    else idle += now - since
    since = now
    atWork += more
    return { milliseconds: now, ofEach, idle }
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
