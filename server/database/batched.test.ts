import { expect, test } from 'vitest'
import { batched } from './batched.ts'
import type { Db } from './connect.ts'

const db = {} as Db

/** Answers each question with itself, when the test allows it. */
function makeBatched(
  together: { maxConcurrent?: number; withFirst?: (waiting: string[]) => boolean[] } = {},
) {
  const sent: { questions: string[]; answer: () => void; fail: () => void }[] = []
  const ask = batched<string, string>(
    (_, questions) =>
      new Promise((resolve, reject) => {
        sent.push({
          questions,
          answer: () => resolve(questions.map(question => `${question}!`)),
          fail: () => reject(new Error('gone')),
        })
      }),
    { keyOf: question => question.charAt(0), ...together },
  )
  return { sent, ask: (question: string, of = db) => ask(of, question) }
}

test('queries made in the same tick become one statement, and each gets its own answer', async () => {
  const { sent, ask } = makeBatched()
  const answers = Promise.all([ask('a1'), ask('a2'), ask('a1')])
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.questions).toEqual(['a1', 'a2', 'a1'])
  sent[0]?.answer()
  expect(await answers).toEqual(['a1!', 'a2!', 'a1!'])
})

test('queries that arrive during a statement wait for the next one', async () => {
  const { sent, ask } = makeBatched()
  const first = ask('a1')
  await expect.poll(() => sent.length).toBe(1)
  const later = Promise.all([ask('a2'), ask('a3')])
  sent[0]?.answer()
  expect(await first).toBe('a1!')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.questions).toEqual(['a2', 'a3'])
  sent[1]?.answer()
  expect(await later).toEqual(['a2!', 'a3!'])
})

test('with two statements allowed, a second runs beside the first, and a third waits', async () => {
  const { sent, ask } = makeBatched({ maxConcurrent: 2 })
  const first = ask('a1')
  await expect.poll(() => sent.length).toBe(1)
  const second = ask('a2')
  await expect.poll(() => sent.length).toBe(2)
  const later = Promise.all([ask('a3'), ask('a4')])
  sent[1]?.answer()
  expect(await second).toBe('a2!')
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]?.questions).toEqual(['a3', 'a4'])
  sent[0]?.answer()
  sent[2]?.answer()
  expect(await first).toBe('a1!')
  expect(await later).toEqual(['a3!', 'a4!'])
})

test('waiting queries that belong to the first one’s group are answered with it', async () => {
  const { sent, ask } = makeBatched({
    withFirst: ([first = '', ...others]) => [true, ...others.map(other => other.at(1) === first.at(1))],
  })
  const answers = Promise.all(['a1', 'a2', 'a1x', 'a3', 'a2x'].map(question => ask(question)))
  for (const [nth, together] of [['a1', 'a1x'], ['a2', 'a2x'], ['a3']].entries()) {
    await expect.poll(() => sent.length).toBe(nth + 1)
    expect(sent[nth]?.questions).toEqual(together)
    sent[nth]?.answer()
  }
  expect(await answers).toEqual(['a1!', 'a2!', 'a1x!', 'a3!', 'a2x!'])
})

test('queries with other keys or for other databases run in parallel', async () => {
  const { sent, ask } = makeBatched()
  const answers = Promise.all([ask('a'), ask('b'), ask('a', {} as Db)])
  await expect.poll(() => sent.length).toBe(3)
  for (const { answer } of sent) answer()
  expect(await answers).toEqual(['a!', 'b!', 'a!'])
})

test('a failed statement is reported to everyone who waited for it, and to nobody else', async () => {
  const { sent, ask } = makeBatched()
  const first = Promise.allSettled([ask('a1'), ask('a2')])
  await expect.poll(() => sent.length).toBe(1)
  const next = ask('a3')
  sent[0]?.fail()
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect.poll(() => sent.length).toBe(2)
  sent[1]?.answer()
  expect(await next).toBe('a3!')
})
