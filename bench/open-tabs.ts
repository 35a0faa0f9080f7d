// A child process of a benchmark: open pages that each poll every few seconds, over a connection of their
// own.
import { Agent, request } from 'node:http'

export interface Tabs {
  url: string
  /** The bodies that the pages send. Like the headers, they are handed out to the pages in turn. */
  bodies: string[]
  headers: Record<string, string>[]
  tabs: number
  everySeconds: number
  /** How long opening all pages takes, in seconds; polling is measured afterwards. */
  openingSeconds: number
  seconds: number
}
export interface TabsResult {
  pollsPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
  maxMilliseconds: number
  /** Polls that failed, counted by the error, from the opening of the first page on. */
  lost: Record<string, number>
  /** Polls that were skipped because the page's previous one was still unanswered. */
  skipped: number
}

/** How long after the end a poll may still be answered. */
const patienceSeconds = 10

const wait = (milliseconds: number) =>
  new Promise<void>(resolve => void setTimeout(resolve, Math.max(0, milliseconds)))

async function keepOpen({ url, bodies, headers, tabs, everySeconds, openingSeconds, seconds }: Tabs) {
  const started = performance.now()
  const opened = started + openingSeconds * 1000
  const ends = opened + seconds * 1000
  const took: number[] = []
  const lost: Record<string, number> = {}
  let skipped = 0
  const lose = (why: string) => {
    lost[why] = (lost[why] ?? 0) + 1
  }

  function poll(agent: Agent, index: number, due: number): Promise<void> {
    const [body, own] = [bodies[index % bodies.length], headers[index % headers.length]]
    return new Promise(resolve => {
      const outgoing = request(url, { method: 'POST', agent, headers: own }, answer => {
        answer.resume()
        answer.once('close', () => {
          if (answer.statusCode !== 200) lose(`HTTP ${answer.statusCode}`)
          else if (!answer.complete) lose('half an answer')
          else if (due >= opened) took.push(performance.now() - due)
          resolve()
        })
      })
      outgoing.once('error', (error: { code?: string; message: string }) => {
        lose(error.code ?? error.message)
        resolve()
      })
      outgoing.setTimeout(ends + patienceSeconds * 1000 - performance.now(), () => outgoing.destroy())
      outgoing.end(body)
    })
  }

  /**
   * Polls as one open page does. A poll's time counts from when it was due, so that a slow server cannot hide
   * by being asked less.
   */
  async function keepTabOpen(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let due = started + (index / tabs) * openingSeconds * 1000
    while (due < ends) {
      await wait(due - performance.now())
      await poll(agent, index, due)
      const missed = Math.max(
        0,
        Math.floor((Math.min(performance.now(), ends) - due) / (everySeconds * 1000)),
      )
      skipped += missed
      due += (missed + 1) * everySeconds * 1000
    }
    agent.destroy()
  }

  const all = Promise.all(Array.from({ length: tabs }, (_, index) => keepTabOpen(index)))
  await wait(opened - performance.now())
  process.send?.('opened')
  await wait(ends - performance.now())
  process.send?.('ended')
  await all
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
  const result: TabsResult = {
    pollsPerSecond: took.length / seconds,
    p50Milliseconds: at(0.5),
    p99Milliseconds: at(0.99),
    maxMilliseconds: at(1),
    lost,
    skipped,
  }
  return result
}

process.once('message', (tabs: Tabs) => {
  keepOpen(tabs).then(result => process.send?.(result, () => process.exit(0)))
})
