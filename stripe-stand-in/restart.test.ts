import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import {
  press,
  sdk,
  secretKey,
  startCardProvider,
  twoClasses,
  webhookSecret,
} from '#testing/start-card-provider.ts'
import { startStandInProcess } from './start-process.ts'

test('a killed process starts again with its payments, and a closed one does not', async () => {
  const { start, standIn, folder, receiver } = await startCardProvider()
  await standIn.close()
  const options = { port: 0, folder, secretKey, webhookSecret, webhookUrl: 'http://127.0.0.1:1' }
  const own = await startStandInProcess(options)
  onTestFinished(own.close)
  const { id, url } = await sdk(own.port).checkout.sessions.create(twoClasses())
  process.kill(own.pid(), 'SIGKILL')
  const pay = () => press(url, 'pay').catch(() => undefined)
  await expect.poll(pay, { timeout: 10_000 }).toMatchObject({ status: 303 })
  await own.close()
  expect(await pay()).toBeUndefined()

  const { standIn: again, stripe } = await start(own.port)
  expect(again.port).toBe(own.port)
  await again.deliverPendingHooks()
  expect(receiver.received).toMatchObject([{ data: { object: { id } } }])
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
  await again.close()
  expect(await readdir(folder)).toEqual(['stripe-stand-in.sqlite'])
  const inAFile = startStandInProcess({ ...options, folder: join(folder, 'stripe-stand-in.sqlite') })
  await expect(inAFile).rejects.toThrow('the practice card provider cannot work in')
})

test('a failing disk fails only the calls that need to write', async () => {
  const { start, standIn, stripe, folder, receiver, passSeconds } = await startCardProvider()
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const { url, id } = await stripe.checkout.sessions.create(twoClasses())
  const full = new DatabaseSync(join(folder, 'stripe-stand-in.sqlite'))
  full.exec('begin immediate')
  await expect(press(url, 'pay')).rejects.toThrow()
  expect(warnings).not.toEqual([])
  full.exec('rollback')
  full.close()
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')

  expect(await press(url, 'pay')).toMatchObject({ status: 303 })
  passSeconds(1)
  await press((await stripe.checkout.sessions.create(twoClasses())).url, 'pay')
  await standIn.deliverPendingHooks()
  expect(receiver.received).toHaveLength(2)
  await standIn.close()
  expect((await (await start()).stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
})

test('a call takes as long after a hundred thousand sales as after none', async () => {
  const { start, standIn, folder } = await startCardProvider()
  const early = await secondsOfSales(standIn.port)
  await standIn.close()
  const ledger = new DatabaseSync(join(folder, 'stripe-stand-in.sqlite'))
  ledger.exec(`
    begin;
    with recursive sold(n) as (select 1 union all select n + 1 from sold where n < 100000)
    insert into sessions (id, body) select 'cs_old_' || n, json_set(body, '$.session.status', 'complete') from sold, sessions
      where id = (select min(id) from sessions);
    insert into events (id, body) select 'evt' || id, '{"type":"checkout.session.completed","created":1e12}' from sessions;
    commit`)
  ledger.close()
  const { standIn: again } = await start()
  expect(await secondsOfSales(again.port)).toBeLessThan(3 * early)
})

test('a hook that nobody accepted before the restart is sent after it', async () => {
  const { start, standIn, stripe, receiver } = await startCardProvider()
  receiver.behaviour.status = 503
  await press((await stripe.checkout.sessions.create(twoClasses())).url, 'pay')
  await standIn.deliverPendingHooks()
  await standIn.close()
  const before = receiver.received.length
  receiver.behaviour.status = 200
  const { standIn: again } = await start()
  await again.deliverPendingHooks()
  expect(receiver.received).toHaveLength(before + 1)
  expect(new Set(receiver.received.map(event => event.id)).size).toBe(1)
})

test('idempotency keys survive a restart for a day and no longer', async () => {
  const { start, standIn, stripe, passSeconds } = await startCardProvider()
  const once = { idempotencyKey: 'order-1' }
  const first = await stripe.checkout.sessions.create(twoClasses(), once)
  await standIn.close()
  const second = await start()
  expect((await second.stripe.checkout.sessions.create(twoClasses(), once)).id).toBe(first.id)
  await second.standIn.close()
  passSeconds(24 * 60 * 60 + 1)
  const third = await start()
  expect((await third.stripe.checkout.sessions.create(twoClasses(), once)).id).not.toBe(first.id)
})

test('a busy port is replaced by a free one', async () => {
  const { start, standIn } = await startCardProvider()
  const { standIn: second } = await start(standIn.port)
  expect(second.port).not.toBe(standIn.port)
  expect(second.url).toContain(String(second.port))
})

test('a blank secret stops the start', async () => {
  const { startStripeStandIn } = await import('./start-stripe-stand-in.ts')
  const options = { port: 0, folder: '/nowhere', webhookUrl: 'http://127.0.0.1:1', clock: () => new Date(0) }
  await expect(startStripeStandIn({ ...options, secretKey, webhookSecret: ' ' })).rejects.toThrow('webhook')
  await expect(startStripeStandIn({ ...options, secretKey: '', webhookSecret })).rejects.toThrow('secret key')
})

/** Measures this process's own time for twenty sessions, opened, paid and read: the quickest of five rounds. */
async function secondsOfSales(port: number): Promise<number> {
  const stripe = sdk(port)
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    for (let count = 0; count < 20; count++) {
      const { url, id } = await stripe.checkout.sessions.create(twoClasses())
      await press(url, 'pay')
      await stripe.checkout.sessions.retrieve(id)
    }
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1e6)
  }
  return Math.min(...rounds)
}
