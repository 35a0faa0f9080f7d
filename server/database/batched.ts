import type { Db } from './connect.ts'

interface Waiting<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Queue<Question, Answer> {
  waiting: Waiting<Question, Answer>[]
  atWork: number
}

interface BatchOptions<Question> {
  /** Questions with the same key may share a statement. */
  keyOf?: (question: Question) => string
  /** How many statements of one key may run at once. */
  maxConcurrent?: number
  /** Chooses which waiting questions are answered together with the first; all when left out. */
  withFirst?: (waiting: Question[]) => boolean[]
}

/**
 * Answers all questions of a key with one statement if they arrive in the same tick or while earlier statements run. A
 * busy process therefore spends less per question. The statement is sent after its last question arrived, so no answer
 * is older than its question. Nothing is cached.
 */
export function batched<Question, Answer, Source extends object = Db>(
  answerAll: (source: Source, questions: Question[]) => Promise<Answer[]>,
  { keyOf = () => '', maxConcurrent = 1, withFirst }: BatchOptions<Question> = {},
): (source: Source, question: Question) => Promise<Answer> {
  const queuesOf = new WeakMap<Source, Map<string, Queue<Question, Answer>>>()

  async function answerWaiting(source: Source, queue: Queue<Question, Answer>): Promise<void> {
    while (queue.waiting.length > 0) {
      const all = queue.waiting
      const isAsked = withFirst?.(all.map(({ question }) => question))
      const asked = isAsked ? all.filter((_, nth) => isAsked[nth]) : all
      queue.waiting = isAsked ? all.filter((_, nth) => !isAsked[nth]) : []
      const questions = asked.map(({ question }) => question)
      try {
        const answers = await answerAll(source, questions)
        for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    queue.atWork -= 1
  }

  return (source, question) =>
    new Promise((resolve, reject) => {
      const queues = queuesOf.get(source) ?? new Map<string, Queue<Question, Answer>>()
      queuesOf.set(source, queues)
      const key = keyOf(question)
      const queue = queues.get(key) ?? { waiting: [], atWork: 0 }
      queues.set(key, queue)
      queue.waiting.push({ question, resolve, reject })
      if (queue.atWork === maxConcurrent) return
      queue.atWork += 1
      setImmediate(async () => {
        await answerWaiting(source, queue)
        if (queue.atWork === 0) queues.delete(key)
      })
    })
}
