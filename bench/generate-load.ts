// A child process of a benchmark: sends one round of calls over kept-alive connections and reports what came back.
import { Agent, request } from 'node:http'

export interface Load {
  url: string
  body: string
  /** One is taken after the other, so that not every call is the same account's. */
  headers: Record<string, string>[]
  connections: number
  seconds: number
  /** A steady rate; without it every connection sends its next call as soon as it has an answer. */
  callsPerSecond?: number
  /** So many open pages, each with a connection of its own, take turns. */
  tabs?: number
}
export interface LoadResult {
  callsPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
  /** Calls of open pages that got no answer: their connection was closed. */
  lost: number
}

async function generate(load: Load): Promise<LoadResult> {
  const agents = Array.from(
    { length: load.tabs ?? 1 },
    () => new Agent({ keepAlive: true, maxSockets: load.tabs ? 1 : load.connections }),
  )
  const took: number[] = []
  let sent = 0
  let lost = 0
  const call = (due: number) => {
    const headers = load.headers[sent % load.headers.length]
    const agent = agents[sent % agents.length]
    sent += 1
    return new Promise<void>((resolve, reject) => {
      const outgoing = request(load.url, { method: 'POST', agent, headers }, answer => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
        answer.resume()
        answer.once('end', () => {
          took.push(performance.now() - due)
          resolve()
        })
      })
      outgoing.once('error', error => {
        if (!load.tabs) return reject(error)
        lost += 1
        resolve()
      })
      outgoing.end(load.body)
    })
  }
  const started = performance.now()
  const ends = started + load.seconds * 1000
  if (load.callsPerSecond) await atRate(load.callsPerSecond, started, ends, call)
  else {
    await Promise.all(
      Array.from({ length: load.connections }, async () => {
        while (performance.now() < ends) await call(performance.now())
      }),
    )
  }
  const elapsed = (performance.now() - started) / 1000
  for (const agent of agents) agent.destroy()
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
  return { callsPerSecond: took.length / elapsed, p50Milliseconds: at(0.5), p99Milliseconds: at(0.99), lost }
}

/** A call's time counts from when it was due, so that a slow server cannot hide by being asked less. */
async function atRate(
  callsPerSecond: number,
  started: number,
  ends: number,
  call: (due: number) => Promise<void>,
): Promise<void> {
  const gap = 1000 / callsPerSecond
  const calls: Promise<void>[] = []
  for (let due = started; due < ends; ) {
    for (; due <= performance.now(); due += gap) calls.push(call(due))
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  await Promise.all(calls)
}

process.once('message', (load: Load) => {
  generate(load).then(result => process.send?.(result, () => process.exit(0)))
})
