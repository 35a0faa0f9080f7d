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

interface Together<Question> {
  /** Who may share a statement with whom. */
  keyOf?: (question: Question) => string
  /** Of each key so many statements may be under way. */
  atOnce?: number
  /** Which of those who wait are answered together, the first among them; all when left out. */
  withFirst?: (waiting: Question[]) => boolean[]
}

/**
 * Makes one statement answer all questions of a key that come in one turn of the event loop, or while the statements
 * before it are under way: the busier the process, the less a question costs. A statement is sent after the last of
 * its questions has come, so that no answer is older than its question; nothing is kept.
 */
export function askTogether<Question, Answer, Source extends object = Db>(
  answerAll: (source: Source, questions: Question[]) => Promise<Answer[]>,
  { keyOf = () => '', atOnce = 1, withFirst }: Together<Question> = {},
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
      if (queue.atWork === atOnce) return
      queue.atWork += 1
      setImmediate(async () => {
        await answerWaiting(source, queue)
        if (queue.atWork === 0) queues.delete(key)
      })
    })
}
