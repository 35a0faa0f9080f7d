import { expect, test, vi } from 'vitest'
import type { MarkToSend } from '#contract/office/registers.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { createMarkQueue } from './mark-queue.ts'

const place = { sessionId: 1, day: '2026-11-24', bookingId: 7, state: 'here' as const, collectedBy: '' }
const serverNow = '2026-11-24T10:00:00.000Z'
const keepsNothing = { read: async () => [], keep: async () => {}, drop: async () => {} }
const handIn = () => Promise.reject(new TypeError('Failed to fetch'))

/** A server that keeps marks by id, and loses some answers. */
function makeServer() {
  const kept = new Map<string, MarkToSend>()
  let calls = 0
  let isDown = false
  return {
    kept,
    isDown: (down: boolean) => {
      isDown = down
    },
    callsMade: () => calls,
    send: async (marks: MarkToSend[]) => {
      calls += 1
      if (isDown) throw new TypeError('Failed to fetch')
      for (const mark of marks) kept.set(mark.id, mark)
      // The answer of every second call is lost on its way.
      if (calls % 2 === 0) throw new TypeError('Failed to fetch')
      return {
        now: serverNow,
        answers: marks.map(({ id }) => ({ id, outcome: 'kept' as const, sentence: '' })),
      }
    },
  }
}

test('a mark is shown at once, sent again until it is acknowledged, and none is lost or doubled', async () => {
  vi.useFakeTimers()
  const server = makeServer()
  const queue = createMarkQueue({ send: server.send, handIn, kept: keepsNothing, onRefused: () => {} })
  server.isDown(true)
  for (let press = 0; press < 250; press += 1) queue.add(place)
  expect(queue.read()).toMatchObject({ unsent: 250 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(queue.read()).toMatchObject({ unsent: 250, isFailing: true })
  server.isDown(false)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(queue.read()).toMatchObject({ unsent: 0, isFailing: false })
  expect(server.kept.size).toBe(250)
  expect(new Set(queue.read().marks.map(({ markedAt }) => markedAt)).size).toBe(250)
  vi.useRealTimers()
})

test('a mark is newer than the one that it replaces, by the server’s clock', async () => {
  const queue = createMarkQueue({
    send: makeServer().send,
    handIn,
    kept: keepsNothing,
    onRefused: () => {},
    now: () => Date.parse('2026-11-24T08:00:00.000Z'),
  })
  queue.setServerTime(serverNow)
  queue.add(place)
  expect(queue.read().marks[0]?.markedAt).toBe(serverNow)
  queue.add(place, '2026-11-24T10:00:01.000Z')
  expect(queue.read().marks[1]?.markedAt).toBe('2026-11-24T10:00:01.001Z')
})

test('a page opened without a signal uses the clock difference measured earlier', () => {
  let offset = 0
  const clock = {
    read: () => offset,
    keep: (measured: number) => {
      offset = measured
    },
  }
  const open = () =>
    createMarkQueue({
      ...{ send: makeServer().send, handIn, kept: keepsNothing, onRefused: () => {}, clock },
      now: () => Date.parse('2026-11-24T08:00:00.000Z'),
    })
  open().setServerTime(serverNow)
  const again = open()
  again.add(place)
  expect(again.read().marks[0]?.markedAt).toBe(serverNow)
})

test('a refused mark is reported and removed; marks from before a reload are sent', async () => {
  const refused: string[] = []
  const dropped: string[] = []
  const before = { ...place, id: 'before', markedAt: serverNow }
  const queue = createMarkQueue({
    send: async marks => ({
      now: serverNow,
      answers: marks.map(({ id }) => ({
        id,
        outcome: 'refused' as const,
        sentence: 'This register is not yours',
      })),
    }),
    handIn,
    kept: {
      read: async () => [before],
      keep: async () => {},
      drop: async ids => dropped.push(...ids),
    },
    onRefused: sentence => refused.push(sentence),
  })
  await queue.isRead
  expect(queue.read().unsent).toBe(1)
  await queue.flush()
  expect(queue.read().marks).toEqual([])
  expect(refused).toEqual(['This register is not yours'])
  expect(dropped).toEqual(['before'])
})

test('after the session was ended, the marks are handed in instead, and none is shown as refused', async () => {
  const handedIn: MarkToSend[] = []
  const refused: string[] = []
  const sent: MarkToSend[] = []
  const queue = createMarkQueue({
    send: () => Promise.reject(new OfficeRefusal('Please sign in', 401)),
    handIn: async marks => {
      handedIn.push(...marks)
      const answers = marks.map(({ id }) => ({ id, outcome: 'kept' as const, sentence: '' }))
      return { now: serverNow, answers }
    },
    kept: keepsNothing,
    onRefused: sentence => refused.push(sentence),
    onSent: marks => sent.push(...marks),
  })
  await queue.isRead
  queue.add(place)
  await vi.waitFor(() => expect(queue.read().unsent).toBe(0))
  expect(handedIn).toHaveLength(1)
  expect(sent).toEqual(handedIn)
  expect(refused).toEqual([])
})

test('a mark counts as unkept until the device has it, and a stopped queue sends nothing', async () => {
  let isOnDisk = () => {}
  const server = makeServer()
  const queue = createMarkQueue({
    send: server.send,
    handIn,
    kept: {
      ...keepsNothing,
      keep: () =>
        new Promise<void>(resolve => {
          isOnDisk = resolve
        }),
    },
    onRefused: () => {},
  })
  await queue.isRead
  queue.stop()
  queue.add(place)
  expect(queue.read()).toMatchObject({ unsent: 1, unkept: new Set([queue.read().marks[0]?.id]) })
  isOnDisk()
  await vi.waitFor(() => expect(queue.read()).toMatchObject({ unsent: 1, unkept: new Set() }))
  await queue.flush()
  expect(server.callsMade()).toBe(0)
})
