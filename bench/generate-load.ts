// A child process of a benchmark: sends one round of calls over kept-alive connections and reports what came back.
import { Agent, request } from 'node:http'

export interface Load {
  url: string
  /** The bodies, sent in turn. Without any, the bench requests pages. */
  bodies?: string[]
  /** The headers, used in turn, so that calls come from different accounts. */
  headers: Record<string, string>[]
  /** The number of connections. Each sends its next call as soon as it has an answer. */
  connections: number
  seconds: number
}
export interface LoadResult {
  callsPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
}

async function generate({ url, bodies, headers, connections, seconds }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const took: number[] = []
  let sent = 0
  const call = () => {
    const due = performance.now()
    const [body, own] = [bodies?.[sent % bodies.length], headers[sent % headers.length]]
    sent += 1
    return new Promise<void>((resolve, reject) => {
      const outgoing = request(url, { method: bodies ? 'POST' : 'GET', agent, headers: own }, answer => {
        if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
        answer.resume()
        answer.once('end', () => {
          took.push(performance.now() - due)
          resolve()
        })
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }
  const started = performance.now()
  const ends = started + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < ends) await call()
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  agent.destroy()
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
  return { callsPerSecond: took.length / elapsed, p50Milliseconds: at(0.5), p99Milliseconds: at(0.99) }
}

process.once('message', (load: Load) => {
  generate(load).then(result => process.send?.(result, () => process.exit(0)))
})
