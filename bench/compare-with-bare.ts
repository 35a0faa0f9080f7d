import { once } from 'node:events'
import { request } from 'node:http'
import type { BareAnswer } from './bare-server.ts'
import type { Load, LoadResult } from './generate-load.ts'
import { child } from './start-product.ts'

const connections = 32
const rounds = 3
const roundSeconds = 4

/** Writes a figure's ratio to the best that this machine could do in the same run. */
export const ratio = (value: number, ceiling: number, unit: string) =>
  `(ratio ${(value / ceiling).toFixed(2)} of ceiling ${ceiling.toFixed(unit === 'ms' ? 2 : 0)} ${unit})`

/**
 * Returns headers that give each connection another network, because one network in a loop would be limited.
 */
export const fromManyNetworks = (headers: Record<string, string>): Record<string, string>[] =>
  Array.from({ length: connections }, (_, nth) => ({ ...headers, 'x-forwarded-for': `10.0.0.${nth + 1}` }))

export const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number

const medianOf = (results: LoadResult[], figure: keyof LoadResult) =>
  median(results.map(result => result[figure]))

function ask({ url, bodies, headers }: Asked): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: bodies ? 'POST' : 'GET', headers: headers[0] }, answer => {
      const parts: Uint8Array[] = []
      answer.on('data', part => parts.push(part))
      answer.once('end', () => {
        const kept = ['content-type', 'content-encoding', 'cache-control', 'vary']
        const sent = Object.entries(answer.headers).filter(([name]) => kept.includes(name))
        resolve({ body: Buffer.concat(parts), headers: Object.fromEntries(sent) as Record<string, string> })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(bodies?.[0])
  })
}

export function measure(load: Load): Promise<LoadResult> {
  const generator = child('./generate-load.ts')
  generator.send(load)
  return new Promise((resolve, reject) => {
    generator.once('message', result => resolve(result as LoadResult))
    generator.once('exit', code => code !== 0 && reject(new Error('a call failed; see above')))
  })
}

type Asked = Pick<Load, 'url' | 'bodies' | 'headers'>

/** Alternates rounds against the product and a bare server that sends the same bytes; reports the medians. */
export async function compareWithBare(
  say: (name: string, value: string) => void,
  name: string,
  asked: Asked,
): Promise<void> {
  const answer = await ask(asked)
  const bare = child('./bare-server.ts')
  bare.send(answer)
  const [port] = (await once(bare, 'message')) as [number]
  const load: Load = { ...asked, connections, seconds: roundSeconds }
  const bareLoad = { ...load, url: `http://127.0.0.1:${port}/` }
  for (const warmed of [load, bareLoad]) await measure({ ...warmed, seconds: 2 })
  const [own, ceiling]: [LoadResult[], LoadResult[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await measure(load))
    ceiling.push(await measure(bareLoad))
  }
  bare.kill()
  const [rate, bareRate] = [medianOf(own, 'callsPerSecond'), medianOf(ceiling, 'callsPerSecond')]
  const [slow, bareSlow] = [medianOf(own, 'p99Milliseconds'), medianOf(ceiling, 'p99Milliseconds')]
  say(`${name}, bytes of an answer`, String(answer.body.length))
  say(
    `${name}, ${connections} connections`,
    `${rate.toFixed(0)} requests/s ${ratio(rate, bareRate, 'requests/s')}`,
  )
  say(`${name}, p99`, `${slow.toFixed(2)} ms ${ratio(slow, bareSlow, 'ms')}`)
}
