import { beforeEach, expect, test, vi } from 'vitest'
import { createLimiter, TooBusy } from './create-limiter.ts'

const limits = { maxConcurrent: 4, maxWaiting: 100, maxSeconds: 5 }
const fair = { ...limits, maxMilliseconds: 1000 }

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const work = (milliseconds: number) => () =>
  new Promise<void>(resolve => void setTimeout(resolve, milliseconds))

/** Counts the pieces of work that a caller completes in some seconds while keeping `callers` pieces going in a loop. */
function loop(
  limit: ReturnType<typeof createLimiter>,
  key: string,
  { callers = 16, milliseconds = 20, looks = 1 } = {},
) {
  const did = { pieces: 0, refused: 0 }
  const again = async (): Promise<void> => {
    try {
      await limit(work(milliseconds), key, `telephone ${did.pieces % looks}`)
      did.pieces += 1
    } catch {
      did.refused += 1
      await work(2000)()
    }
    return again()
  }
  for (let nth = 0; nth < callers; nth++) void again()
  return did
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test.each([
  [1, 1, 2],
  [16, 1, 2],
  [1, 2, 4],
  [1, 3, 6],
  [16, 3, 6],
  [16, 100, 6],
])(
  'a caller in a loop gets a second, half the idle time, then 1/30: %d calls, %d browsers, %d s',
  async (callers, looks, least) => {
    const did = loop(createLimiter(fair), 'loop', { callers, looks })
    const secondsOf = async (seconds: number) => {
      const before = did.pieces
      await pass(seconds)
      return (did.pieces - before) * 0.02
    }
    expect(await secondsOf(20)).toBeGreaterThan(10)
    await pass(20)
    const seconds = await secondsOf(60)
    expect(seconds).toBeGreaterThan(least * 0.9)
    expect(seconds).toBeLessThan(least + 0.1)
    // Sixteen callers at once wait longer than five seconds for one another, and are refused.
    if (callers === 1 || looks > 2) expect(did.refused).toBe(0)
  },
)

test('a caller in a loop gets a second, then a thirtieth of the time, while others work', async () => {
  const limit = createLimiter(fair)
  limit(work(1_000_000), 'somebody else')
  const did = loop(limit, 'loop', { callers: 1 })
  await pass(20)
  // Half of the time in which it works belongs to the other caller.
  expect((did.pieces * 0.02) / 2).toBeLessThan(1 + 20 / 30 + 0.2)
})

test('without the limit a caller in a loop gets all of the time', async () => {
  const did = loop(createLimiter(limits), 'loop')
  await pass(60)
  expect(did.pieces * 0.02).toBeGreaterThan(4 * 59)
})

test('other callers start at once beside a caller in a loop', async () => {
  const limit = createLimiter(fair)
  loop(limit, 'loop')
  await pass(10)
  for (let time = 0; time < 100; time++) {
    await pass(0.1)
    const others = ['one', 'other'].map(key => limit(async () => performance.now(), key))
    expect(await Promise.all(others)).toEqual([performance.now(), performance.now()])
  }
})

test('three hundred families on one address, each with a log-in and six calls a minute, never wait', async () => {
  const limit = createLimiter(fair)
  for (let family = 0; family < 300; family++) {
    for (const milliseconds of [10, 4, 4, 25, 2, 2, 2]) {
      const asked = performance.now()
      const whole = limit(work(milliseconds), 'school', `telephone ${family % 4}`)
      await pass(milliseconds / 1000)
      await whole
      expect(performance.now() - asked).toBe(milliseconds)
    }
    await pass(0.15)
  }
})

test('work done beside others counts only as its share of the time', async () => {
  const limit = createLimiter(fair)
  const crowd = Array.from({ length: 100 }, (_, nth) =>
    loop(limit, `family ${nth}`, { callers: 1, milliseconds: 200 }),
  )
  await pass(60)
  for (const { pieces } of crowd) expect(pieces).toBe(300)
})

test('work that waits for something else counts as at most fifty milliseconds', async () => {
  const limit = createLimiter(fair)
  for (let time = 0; time < 30; time++) await Promise.all([limit(work(4000), 'slow phone'), pass(4)])
  const asked = performance.now()
  expect(await limit(async () => performance.now(), 'slow phone')).toBe(asked)
})

test('a full queue, or a wait longer than five seconds, is refused as busy', async () => {
  const limit = createLimiter(fair)
  const did = loop(limit, 'loop', { callers: 101, milliseconds: 50 })
  await pass(10)
  expect(did.refused).toBeGreaterThan(0)
  for (let place = 0; place < 100; place++) limit(work(1), 'loop').catch(() => {})
  await expect(limit(work(1), 'loop')).rejects.toThrow(TooBusy)
  await expect(limit(async () => {}, 'other')).resolves.toBeUndefined()
})
