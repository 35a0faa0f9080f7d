import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openCounter, press, sdk, secretKey, twoClasses, webhookSecret } from '#testing/open-counter.ts'

test('a session opened before a kill is paid after it, and its hook arrives', async () => {
  const { start, standIn, folder, receiver } = await openCounter()
  await standIn.close()
  const { port, kill } = await startInAProcessOfItsOwn(folder)
  const session = await sdk(port).checkout.sessions.create(twoClasses())
  await kill()

  const { standIn: again, stripe } = await start(port)
  expect(again.port).toBe(port)
  expect(await press(session.url, 'pay')).toMatchObject({ status: 303 })
  await again.deliverPendingHooks()
  expect(receiver.received).toMatchObject([{ data: { object: { id: session.id } } }])
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
  expect(await readdir(folder)).toEqual(['stripe-stand-in.json'])
})

test('a folder that takes nothing costs the calls that would be kept in it, and no more', async () => {
  const { standIn, stripe, folder, receiver, passSeconds } = await openCounter()
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const session = await stripe.checkout.sessions.create(twoClasses())
  await rm(folder, { recursive: true })
  await expect(press(session.url, 'pay')).rejects.toThrow()
  await expect.poll(() => warnings.length).toBeGreaterThan(1)
  expect(receiver.received).toHaveLength(1)

  await mkdir(folder)
  expect(await press(session.url, 'pay')).toMatchObject({ status: 303 })
  passSeconds(1)
  await press((await stripe.checkout.sessions.create(twoClasses())).url, 'pay')
  await standIn.deliverPendingHooks()
  expect(receiver.received).toHaveLength(2)
  await standIn.close()
  expect(await readdir(folder)).toEqual(['stripe-stand-in.json'])
})

test('a hook that nobody took before the restart is sent after it', async () => {
  const { start, standIn, stripe, receiver } = await openCounter()
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

test('idempotency outlives a restart for a day and no longer', async () => {
  const { start, standIn, stripe, passSeconds } = await openCounter()
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

test('a busy port is exchanged for a free one', async () => {
  const { start, standIn } = await openCounter()
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

async function startInAProcessOfItsOwn(folder: string) {
  const program = `
    import { startStripeStandIn } from ${JSON.stringify(new URL('./start-stripe-stand-in.ts', import.meta.url).href)}
    const { port } = await startStripeStandIn({
      port: 0,
      folder: ${JSON.stringify(folder)},
      secretKey: ${JSON.stringify(secretKey)},
      webhookSecret: ${JSON.stringify(webhookSecret)},
      webhookUrl: 'http://127.0.0.1:1',
      clock: () => new Date('2026-03-02T09:00:00Z'),
    })
    process.stdout.write(String(port))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { port: Number(output), kill }
}
