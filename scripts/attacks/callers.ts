import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '#contract/contract.ts'
import { inParallel, type Place, percentile, type Target, tally } from './target.ts'

/** Makes callers send one byte of their headers or body a second, and measures other callers meanwhile. */
export async function slowCallers(_place: Place, rounds: number) {
  return async ({ address, callMeanwhile }: Target) => {
    const head = `POST /api/${contract.accounts.signIn.path} HTTP/1.1\r\nhost: a.test\r\n`
    const held = Array.from({ length: rounds }, async (_, caller) => {
      const began = performance.now()
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.write(caller % 2 === 0 ? head : `${head}content-length: 60000\r\n\r\n`)
      const drip = setInterval(() => socket.write('x'), 1_000)
      await text(socket).catch(() => '')
      clearInterval(drip)
      return performance.now() - began
    })
    const others = await callMeanwhile(Promise.all(held))
    const longest = Math.round(Math.max(...(await Promise.all(held))) / 1000)
    const p99 = percentile(others, 0.99)
    return {
      result: `held for ${longest} s at most; 99 % of others' calls within ${p99} ms`,
      holds: longest <= 18 && p99 < 1_000,
    }
  }
}

/** Sends requests with some bytes replaced. */
export async function brokenRequests(_place: Place, rounds: number) {
  const body = '{"email":"a@example.test","password":"a guess 7"}'
  const whole = `POST /api/${contract.accounts.signIn.path} HTTP/1.1\r\nhost: a.test\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  return async ({ address }: Target) => {
    const answers = await inParallel(rounds, 50, async () => {
      const bytes = Buffer.from(whole)
      for (let changed = 0; changed < randomInt(1, 8); changed++)
        bytes[randomInt(bytes.length)] = randomInt(256)
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.end(bytes)
      const answer = await text(socket).catch(() => '')
      const status = /^HTTP\/1\.1 (\d)/.exec(answer)?.[1] ?? 'none'
      const isEnvelope = status === 'none' || /"code":|<!doctype/i.test(answer)
      return isEnvelope ? status : 'without envelope'
    })
    const kinds = new Set(answers)
    return { result: tally(answers), holds: !kinds.has('5') && !kinds.has('without envelope') }
  }
}
