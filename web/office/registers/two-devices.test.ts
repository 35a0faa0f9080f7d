import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MarkToSend } from '#contract/office/registers.ts'
import { type Mark, markStates, newestMarks } from '#domain/office/marks.ts'
import { createMarkQueue, type MarkQueue } from './mark-queue.ts'

// `DEVICE_SEQUENCES=10000 npx vitest run web/office/registers/two-devices.test.ts`
const sequences = Number(process.env.DEVICE_SEQUENCES ?? 150)
const seed = Number(process.env.DEVICE_SEED ?? String(randomInt(1_000_000)))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns numbers below `below` by chance, the same again for the same seed. */
function chance(start: number): (below: number) => number {
  let state = start + 1
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const asMark = (mark: MarkToSend, byId: number): Mark => ({
  ...{ id: mark.id, bookingId: mark.bookingId ?? null, walkInId: null, state: mark.state },
  ...{ markedAt: mark.markedAt, byId },
})
const shown = (marks: readonly Mark[]) =>
  [...newestMarks(marks)].map(([place, { mark }]) => `${place} ${mark.state} ${mark.id}`).sort()

/** A server that keeps each mark once, and whose answers may be lost. */
function makeServer() {
  const kept = new Map<string, Mark>()
  return {
    kept,
    take: async (marks: MarkToSend[], byId: number, isLost: boolean) => {
      for (const mark of marks) if (!kept.has(mark.id)) kept.set(mark.id, asMark(mark, byId))
      if (isLost) throw new TypeError('Failed to fetch')
      const answers = marks.map(({ id }) => ({ id, outcome: 'kept' as const, sentence: '' }))
      return { now: new Date(Date.now()).toISOString(), answers }
    },
  }
}

/** A device with a clock of its own, which goes off line, loses answers, and is switched off between presses. */
function makeDevice(byId: number, server: ReturnType<typeof makeServer>, random: (below: number) => number) {
  const disk = new Map<string, MarkToSend>()
  const skew = random(120_000) - 60_000
  let isOnline = true
  let polled: Mark[] = []
  let queue: MarkQueue
  const start = () => {
    queue?.stop()
    queue = createMarkQueue({
      send: async marks => {
        if (!isOnline) throw new TypeError('Failed to fetch')
        return server.take(marks, byId, random(4) === 0)
      },
      handIn: () => Promise.reject(new TypeError('Failed to fetch')),
      kept: {
        read: async () => [...disk.values()],
        keep: async mark => disk.set(mark.id, mark),
        drop: async ids => {
          for (const id of ids) disk.delete(id)
        },
      },
      onRefused: () => {},
      now: () => Date.now() + skew,
    })
    return queue.isRead.then(queue.flush)
  }
  const all = () => [...polled, ...queue.read().marks.map(mark => asMark(mark, byId))]
  return {
    start,
    shown: () => shown(all()),
    goes: (online: boolean) => {
      isOnline = online
      if (online) void queue.flush()
    },
    press: () => {
      const bookingId = 1 + random(3)
      const before = newestMarks(all()).get(String(bookingId))?.mark.markedAt
      const state = markStates[random(markStates.length)] ?? 'here'
      queue.add({ sessionId: 1, day: '2026-11-24', bookingId, state, collectedBy: '' }, before)
    },
    poll: () => {
      if (isOnline) polled = [...server.kept.values()]
    },
    isDone: () => queue.read().unsent === 0,
  }
}

async function runSequence(random: (below: number) => number): Promise<number> {
  const server = makeServer()
  const devices = [makeDevice(1, server, random), makeDevice(2, server, random)]
  for (const device of devices) await device.start()
  let presses = 0
  for (let step = 0; step < 5 + random(20); step += 1) {
    const device = devices[random(2)]
    const what = random(8)
    if (what < 4) {
      device?.press()
      presses += 1
    } else if (what === 4) device?.goes(false)
    else if (what === 5) device?.goes(true)
    else if (what === 6) device?.poll()
    // Switched off once the press is on the disk: what is shown comes from there.
    else await device?.start()
    await vi.advanceTimersByTimeAsync(random(3) * 1_500)
  }
  for (const device of devices) device.goes(true)
  for (let wait = 0; wait < 100 && !devices.every(device => device.isDone()); wait += 1)
    await vi.advanceTimersByTimeAsync(20_000)
  for (const device of devices) device.poll()
  expect(server.kept.size).toBe(presses)
  const onServer = shown([...server.kept.values()])
  for (const device of devices) expect(device.shown()).toEqual(onServer)
  return presses
}

test(`two devices on and off line end in the server’s register, ${sequences} times (seed ${seed})`, async () => {
  let presses = 0
  for (let round = 0; round < sequences; round += 1) presses += await runSequence(chance(seed + round))
  expect(presses).toBeGreaterThan(sequences)
})
