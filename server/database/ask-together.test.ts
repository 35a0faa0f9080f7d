import { expect, test } from 'vitest'
import { askTogether } from './ask-together.ts'
import type { Db } from './connect.ts'

const db = {} as Db

/** A question is answered with itself, when the test says so. */
function makeAsk(together: { atOnce?: number; withFirst?: (waiting: string[]) => boolean[] } = {}) {
  const sent: { questions: string[]; answer: () => void; fail: () => void }[] = []
  const ask = askTogether<string, string>(
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

test('questions of one turn are one statement, and each gets its own answer', async () => {
  const { sent, ask } = makeAsk()
  const answers = Promise.all([ask('a1'), ask('a2'), ask('a1')])
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.questions).toEqual(['a1', 'a2', 'a1'])
  sent[0]?.answer()
  expect(await answers).toEqual(['a1!', 'a2!', 'a1!'])
})

test('what comes while a statement is under way waits for the next one, which is sent afterwards', async () => {
  const { sent, ask } = makeAsk()
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

test('with two at once a second statement goes out beside the first, and a third one waits', async () => {
  const { sent, ask } = makeAsk({ atOnce: 2 })
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

test('those who go with the first are answered with it, wherever they wait, and the others next', async () => {
  const { sent, ask } = makeAsk({
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

test('other keys and other databases are asked beside it', async () => {
  const { sent, ask } = makeAsk()
  const answers = Promise.all([ask('a'), ask('b'), ask('a', {} as Db)])
  await expect.poll(() => sent.length).toBe(3)
  for (const { answer } of sent) answer()
  expect(await answers).toEqual(['a!', 'b!', 'a!'])
})

test('a statement that fails is told to all who waited for it, and to nobody else', async () => {
  const { sent, ask } = makeAsk()
  const first = Promise.allSettled([ask('a1'), ask('a2')])
  await expect.poll(() => sent.length).toBe(1)
  const next = ask('a3')
  sent[0]?.fail()
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect.poll(() => sent.length).toBe(2)
  sent[1]?.answer()
  expect(await next).toBe('a3!')
})
