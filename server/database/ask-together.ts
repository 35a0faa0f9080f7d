import type { Db } from './connect.ts'

interface Waiting<Question, Answer> {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Makes one statement answer all questions of a key that come in one turn of the event loop, or while the statement
 * before it is under way: the busier the process, the less a question costs. A statement is sent after the last of
 * its questions has come, so that no answer is older than its question; nothing is kept.
 */
export function askTogether<Question, Answer, Source extends object = Db>(
  answerAll: (source: Source, questions: Question[]) => Promise<Answer[]>,
  keyOf: (question: Question) => string = () => '',
): (source: Source, question: Question) => Promise<Answer> {
  const queuesOf = new WeakMap<Source, Map<string, Waiting<Question, Answer>[]>>()

  async function answerWaiting(
    source: Source,
    queue: Waiting<Question, Answer>[],
    done: () => void,
  ): Promise<void> {
    while (queue.length > 0) {
      const asked = queue.splice(0)
      const questions = asked.map(({ question }) => question)
      try {
        const answers = await answerAll(source, questions)
        for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    done()
  }

  return (source, question) =>
    new Promise((resolve, reject) => {
      const queues = queuesOf.get(source) ?? new Map<string, Waiting<Question, Answer>[]>()
      queuesOf.set(source, queues)
      const key = keyOf(question)
      const waiting = { question, resolve, reject }
      const queue = queues.get(key)
      if (queue) queue.push(waiting)
      else {
        const opened = [waiting]
        queues.set(key, opened)
        setImmediate(() => void answerWaiting(source, opened, () => queues.delete(key)))
      }
    })
}
