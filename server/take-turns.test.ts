import { beforeEach, expect, test, vi } from 'vitest'
import { TooBusy, takeTurns } from './take-turns.ts'

const limits = { atOnce: 4, mostWaiting: 100, longestSeconds: 5 }
const fair = { ...limits, mostMilliseconds: 1000 }

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const work = (milliseconds: number) => () =>
  new Promise<void>(resolve => void setTimeout(resolve, milliseconds))

/** How many pieces of work somebody has done after some seconds who wants so many at once, again and again. */
function loop(
  takeTurn: ReturnType<typeof takeTurns>,
  key: string,
  { callers = 16, milliseconds = 20, looks = 1 } = {},
) {
  const did = { pieces: 0, refused: 0 }
  const again = async (): Promise<void> => {
    try {
      await takeTurn(work(milliseconds), key, `telephone ${did.pieces % looks}`)
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
  'whoever works in a loop has a second, half of what nobody uses for half a minute, and then a thirtieth: %d at once, of %d looks, have %d s of a minute',
  async (callers, looks, least) => {
    const did = loop(takeTurns(fair), 'loop', { callers, looks })
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
    // Sixteen at once who wait longer than five seconds for one another are told so.
    if (callers === 1 || looks > 2) expect(did.refused).toBe(0)
  },
)

test('while others are at work it has a second and a thirtieth', async () => {
  const takeTurn = takeTurns(fair)
  takeTurn(work(1_000_000), 'somebody else')
  const did = loop(takeTurn, 'loop', { callers: 1 })
  await pass(20)
  // Half of the time in which it is at work is the other one's.
  expect((did.pieces * 0.02) / 2).toBeLessThan(1 + 20 / 30 + 0.2)
})

test('without that it has all of it', async () => {
  const did = loop(takeTurns(limits), 'loop')
  await pass(60)
  expect(did.pieces * 0.02).toBeGreaterThan(4 * 59)
})

test('beside it others begin at once', async () => {
  const takeTurn = takeTurns(fair)
  loop(takeTurn, 'loop')
  await pass(10)
  for (let time = 0; time < 100; time++) {
    await pass(0.1)
    const others = ['one', 'other'].map(key => takeTurn(async () => performance.now(), key))
    expect(await Promise.all(others)).toEqual([performance.now(), performance.now()])
  }
})

test('three hundred families of one address within a minute, each with a log-in and six calls, never wait while nobody else asks', async () => {
  const takeTurn = takeTurns(fair)
  for (let family = 0; family < 300; family++) {
    for (const milliseconds of [10, 4, 4, 25, 2, 2, 2]) {
      const asked = performance.now()
      const whole = takeTurn(work(milliseconds), 'school', `telephone ${family % 4}`)
      await pass(milliseconds / 1000)
      await whole
      expect(performance.now() - asked).toBe(milliseconds)
    }
    await pass(0.15)
  }
})

test('what is done beside others counts by its part of the time', async () => {
  const takeTurn = takeTurns(fair)
  const crowd = Array.from({ length: 100 }, (_, nth) =>
    loop(takeTurn, `family ${nth}`, { callers: 1, milliseconds: 200 }),
  )
  await pass(60)
  for (const { pieces } of crowd) expect(pieces).toBe(300)
})

test('what waits for somebody else costs no more than fifty milliseconds', async () => {
  const takeTurn = takeTurns(fair)
  for (let time = 0; time < 30; time++) await Promise.all([takeTurn(work(4000), 'slow phone'), pass(4)])
  const asked = performance.now()
  expect(await takeTurn(async () => performance.now(), 'slow phone')).toBe(asked)
})

test('a line that is full, or longer than five seconds, is busy', async () => {
  const takeTurn = takeTurns(fair)
  const did = loop(takeTurn, 'loop', { callers: 101, milliseconds: 50 })
  await pass(10)
  expect(did.refused).toBeGreaterThan(0)
  for (let place = 0; place < 100; place++) takeTurn(work(1), 'loop').catch(() => {})
  await expect(takeTurn(work(1), 'loop')).rejects.toThrow(TooBusy)
  await expect(takeTurn(async () => {}, 'other')).resolves.toBeUndefined()
})
