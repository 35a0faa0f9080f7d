import { beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { TooBusy } from '#server/create-limiter.ts'
import type { LimitCaller } from '#server/services.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { createCallerLimiter } from './limit-caller.ts'

let limit = createCallerLimiter(8)
let atWork = 0
const countedLimit: LimitCaller = (who, work) =>
  limit(who, async () => {
    atWork += 1
    try {
      return await work()
    } finally {
      atWork -= 1
    }
  })

const [fair, undefended] = [
  await startTestApp({ limitCaller: countedLimit }),
  await startTestApp({ limitCaller: (_who, work) => work() }),
]
const crowded = await startTestApp({ limitCaller: () => Promise.reject(new TooBusy()) })
const week = contract.offerings.class.timetable
const [family, neighbours] = [await makeAccount(fair), await makeAccount(fair)]

for (const { services } of [fair, undefended]) {
  const { clock } = services
  // A week takes 20 ms by the clock that measures turns; otherwise the clock stands still.
  services.clock = () => {
    // The caller is looked up before its turn, in no time.
    if (atWork > 0) vi.advanceTimersByTime(20)
    return clock()
  }
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldClearNativeTimers: true })
  // Each test starts with a new clock and no debts.
  limit = createCallerLimiter(8)
  return () => vi.useRealTimers()
})

interface Caller {
  ip: string
  userAgent?: string
  token?: string
  /** The path to call; by default a week of the timetable. */
  path?: string
}

const ask = ({ ip, token = '', userAgent = 'loop', path = week.path }: Caller, { http }: TestApp = fair) =>
  http.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress: ip,
    headers: { token, 'user-agent': userAgent },
    payload: JSON.stringify(week.input.encode({ startDate: '2026-11-23', endDate: '2026-11-29' })),
  })

/** Waits until all running calls are answered, before the clock advances. */
async function begunIsAnswered() {
  do await new Promise(setImmediate)
  while (atWork > 0)
}

/** Makes calls one after the other. None of them may have to wait, because the clock does not move. */
async function askInTurn(times: number, caller: Caller, app?: TestApp) {
  for (let time = 0; time < times; time++) {
    await begunIsAnswered()
    expect((await ask(caller, app)).statusCode).toBe(200)
  }
}

/** Starts calls at once and counts the answers as they come. */
function startCalls(times: number, caller: Caller) {
  const seen: Awaited<ReturnType<typeof ask>>[] = []
  const all = Promise.all(
    Array.from({ length: times }, () => ask(caller).then(answer => void seen.push(answer))),
  )
  return { seen, all }
}

async function letTimePass(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 20) {
    vi.advanceTimersByTime(20)
    await begunIsAnswered()
  }
}

test('a network in a loop waits after its second of work, and others are answered at once', async () => {
  const [loop, others] = [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }]
  await askInTurn(50, loop)
  // The last of so few gets its turn within five seconds, among all the others.
  const { seen, all } = startCalls(8, loop)
  await askInTurn(20, others)
  expect(seen.length).toBeLessThan(8)
  const waiting = 8 - seen.length
  const from = performance.now()
  for (let time = 0; seen.length < 8; time++) await askInTurn(1, { ip: `192.0.2.${100 + (time % 100)}` })
  await all
  expect(performance.now() - from).toBeGreaterThan((waiting - 1) * 180)
  expect(new Set(seen.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('a hall full of browsers is answered sooner than one browser in a loop', async () => {
  const tookOf = async (browsers: number) => {
    limit = createCallerLimiter(8)
    const hall = Array.from({ length: browsers }, (_, nth) => ({
      ip: '192.0.2.8',
      userAgent: `telephone ${nth}`,
    }))
    for (let time = 0; time < 50; time++) await askInTurn(1, hall[time % browsers] as Caller)
    const from = performance.now()
    const { seen, all } = startCalls(7, hall[0] as Caller)
    for (let time = 0; seen.length < 7; time++) await askInTurn(1, { ip: `192.0.2.${100 + (time % 100)}` })
    await all
    return performance.now() - from
  }
  const [loop, hall] = [await tookOf(1), await tookOf(3)]
  expect(loop / hall).toBeGreaterThan(1.5)
})

test('a network in a loop waits only as long as its own calls take while nobody else calls', async () => {
  const loop = { ip: '192.0.2.7' }
  await askInTurn(50, loop)
  const { seen, all } = startCalls(16, loop)
  const from = performance.now()
  while (seen.length < 16) await letTimePass(20)
  await all
  expect(performance.now() - from).toBeLessThan(16 * 60)
})

test('without limits a network in a loop has the whole process', async () => {
  await askInTurn(200, { ip: '192.0.2.1' }, undefended)
})

test('an account in a loop waits, but others in its network do not', async () => {
  const ip = '192.0.2.3'
  await askInTurn(50, { ip, token: family.token })
  const { seen, all } = startCalls(16, { ip, token: family.token })
  await askInTurn(5, { ip })
  await askInTurn(5, { ip, token: neighbours.token })
  expect(seen.length).toBeLessThan(16)
  await letTimePass(6000)
  await all
})

test('calls with an invalid token are limited with their network', async () => {
  const ip = '192.0.2.4'
  await askInTurn(50, { ip })
  const { all } = startCalls(16, { ip })
  const guess = startCalls(1, { ip, token: 'made-up', path: contract.accounts.profile.path })
  await askInTurn(5, { ip: '192.0.2.5' })
  expect(guess.seen).toEqual([])
  await letTimePass(6000)
  await Promise.all([all, guess.all])
  expect([401, 503]).toContain(guess.seen[0]?.statusCode)
})

test.each(['/guest-order/1/2/3', '/pay/1/2/3', '/claim/1/2/3', '/set-password/1/2/3'])(
  'requests for %s are limited with their network',
  async url => expect((await crowded.http.inject({ url })).statusCode).toBe(503),
)

test('calls with an invalid office cookie are limited with their network', async () => {
  const { path } = officeContract.business.get
  expect(await crowded.officeCall(path, {}, { token: 'made-up' })).toMatchObject({ status: 503 })
})

test("real pages' calls of three hundred families on one address within a second are all answered", async () => {
  const pass = (milliseconds: number) => new Promise<void>(resolve => void setTimeout(resolve, milliseconds))
  /** Runs one task after the other, as the process does. */
  let process = Promise.resolve()
  const ask = async (milliseconds: number, tries = 4): Promise<void> => {
    const work = () => {
      process = process.then(() => pass(milliseconds))
      return process
    }
    try {
      await limit({ ip: '192.0.2.8' }, work)
    } catch (error) {
      if (tries === 1) throw error
      await pass(2000)
      await ask(milliseconds, tries - 1)
    }
  }
  const families = Promise.all(
    Array.from({ length: 300 }, async (_, nth) => {
      await pass(nth * 3)
      for (const milliseconds of [2, 4, 4, 25]) {
        await ask(milliseconds)
        await pass(1500)
      }
    }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await families
})

test('a call beyond the queue is told when to retry, and is then answered', async () => {
  const ip = '192.0.2.6'
  await askInTurn(50, { ip })
  const { seen, all } = startCalls(250, { ip })
  await letTimePass(6000)
  await all
  const busy = seen.filter(({ statusCode }) => statusCode === 503)
  expect(busy.length).toBeGreaterThan(100)
  for (const { headers, body } of busy) {
    expect(headers['retry-after']).toBe('2')
    expect(JSON.parse(body)).toEqual({ code: 0, msg: sentences.busy, data: null })
  }
  await letTimePass(2000)
  await askInTurn(1, { ip })
})
