import { expect, test } from 'vitest'
import { press, startCardProvider, twoClasses } from '#testing/start-card-provider.ts'

async function openDashboard() {
  const provider = await startCardProvider()
  const { id, url } = await provider.stripe.checkout.sessions.create(twoClasses())
  await press(url, 'pay')
  const { payment_intent } = await provider.stripe.checkout.sessions.retrieve(id)
  const payment = String(payment_intent)
  const address = `${provider.standIn.url}/dashboard/${payment}`
  const act = (fields: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const refunds = async () => (await provider.stripe.refunds.list({ payment_intent: payment })).data
  return { ...provider, payment, address, act, refunds }
}

test('the dashboard shows a payment and its refunds, and does not know other payments', async () => {
  const { standIn, address, act } = await openDashboard()
  expect((await act({ action: 'refund', pounds: '4.00' })).status).toBe(303)
  const page = await (await fetch(address)).text()
  for (const shown of ['Payment of £34.00', '£4.00', '£30.00', 'Refund here']) expect(page).toContain(shown)
  for (const unknown of ['pi_nothing', '', 'pi_']) {
    expect((await fetch(`${standIn.url}/dashboard/${unknown}`)).status).toBe(404)
  }
})

test('actions on the dashboard take effect: refunds that fail, wait, or exceed the payment', async () => {
  const { stripe, payment, act, refunds } = await openDashboard()
  await act({ action: 'refund', pounds: '40' })
  await act({ action: 'refund', pounds: 'all' })
  expect(await refunds()).toEqual([])
  await act({ action: 'refund', pounds: '4' })
  const [{ id } = { id: '' }] = await refunds()
  await act({ action: 'fail', refund: id })
  expect(await refunds()).toMatchObject([{ status: 'failed' }])
  await act({ action: 'lackBalance' })
  await stripe.refunds.create({ payment_intent: payment, amount: 100 })
  expect((await refunds())[0]).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' })
  await act({ action: 'topUp' })
  expect((await refunds())[0]).toMatchObject({ status: 'succeeded' })
  await act({ action: 'refuseNext' })
  await expect(stripe.refunds.create({ payment_intent: payment, amount: 100 })).rejects.toThrow()
})
