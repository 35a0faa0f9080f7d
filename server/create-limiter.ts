/** Thrown when too much work is waiting already. The refused work has not begun. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

interface Limits {
  maxConcurrent?: number
  maxWaiting: number
  maxSeconds: number
  /**
   * A caller that used more of the process's time than this waits until enough of its debt is repaid. No limit
   * when left out.
   */
  maxMilliseconds?: number
}
interface Line {
  /** The user agents of this key's callers, up to `maxLooks` different ones. */
  looks: Set<string | undefined>
  atWork: number
  waiting: Set<() => void>
  /** The debt: milliseconds used and not yet repaid by time or idleness. */
  taken: number
  /** The debt when only time repays it, not idleness. */
  takenInAll: number
  /** The times at which the debts were last brought up to date. */
  countedAt: Passed
  timer?: NodeJS.Timeout
}

/** Debt is repaid by this share of the time that passes, and by all idle time (record 097). */
const shareOfOne = 1 / 30
/**
 * Callers of one key with different user agents count as several people, up to this number. So a hall full of
 * families is served faster than a loop.
 */
const maxLooks = 3
/**
 * The cap on debt when only time repays it, as a multiple of the allowance. It serves a crowd, yet holds back a
 * loop.
 */
const timesInAll = 10
/**
 * The most processor time that one piece counts. A longer piece has waited for something else: the card
 * provider, a slow upload, a locked row.
 */
const maxMillisecondsPerPiece = 50

/**
 * Limits how many pieces of work run at once for each `key`, and queues the others in order. `look` is the
 * user agent, which tells the callers of one key apart.
 */
export function createLimiter({
  maxConcurrent = 1,
  maxMilliseconds = Number.POSITIVE_INFINITY,
  ...limits
}: Limits) {
  const lines = new Map<unknown, Line>()
  const passTime = timeDivided()

  const shareOf = ({ looks }: Line) => looks.size * shareOfOne

  /** A caller may run fewer pieces at once the larger its debt is. */
  const hasTurn = ({ atWork, taken, takenInAll }: Line) =>
    atWork < maxConcurrent * (1 - Math.max(taken, takenInAll / timesInAll) / maxMilliseconds)

  function payBack(line: Line) {
    const now = passTime(0)
    const milliseconds = now.milliseconds - line.countedAt.milliseconds
    const idle = now.idle - line.countedAt.idle
    line.taken = Math.max(0, line.taken - idle - (milliseconds - idle) * shareOf(line))
    line.takenInAll = Math.max(0, line.takenInAll - milliseconds * shareOf(line))
    line.countedAt = now
  }

  /**
   * Starts the waiting work that may run. Sets a timer for a queue that must wait, and drops an idle queue
   * without debt.
   */
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
    const tooMuchInAll = line.takenInAll - maxMilliseconds * timesInAll
    if (line.waiting.size > 0) rest(Math.max(line.taken - maxMilliseconds, tooMuchInAll / shareOf(line)))
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
    if (line.looks.size < maxLooks) line.looks.add(look)
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
      const part = Math.min(passTime(-1).ofEach - before, maxMillisecondsPerPiece)
      if (maxMilliseconds < Number.POSITIVE_INFINITY) {
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
  /** The sum of each moment's duration divided by the number of pieces at work. */
  ofEach: number
  /** Milliseconds in which no work ran. */
  idle: number
}

/** Returns a function that changes the number of pieces at work by `change`, and returns the elapsed time. */
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

/** Waits for a turn; throws TooBusy. */
function waitIn(line: Line, { maxWaiting, maxSeconds }: Pick<Limits, 'maxWaiting' | 'maxSeconds'>) {
  if (line.waiting.size >= maxWaiting) throw new TooBusy()
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
    }, maxSeconds * 1000)
    line.waiting.add(begin)
  })
}
