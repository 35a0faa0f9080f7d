import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { press, startCardProvider, twoClasses } from '#testing/start-card-provider.ts'

test('the page says that it is practice, and shows the business, order, content and amount', async () => {
  const { page } = await openPage()
  for (const shown of [
    'This is a practice card page.',
    'No money moves',
    'Ribbons &#38; Rhymes',
    'MP-7Q4K-2M9X',
    'Tiny Dancers &#60;Mon&#62;',
    '2 × £12.50',
    'Pay £34.00',
  ]) {
    expect(page).toContain(shown)
  }
  expect(page.match(/<button/g)).toHaveLength(4)
})

test('a session that names the business is shown under that name', async () => {
  const { page } = await openPage({ branding_settings: { display_name: 'Larkfield <Ballet>' } })
  expect(page).toContain('Larkfield &#60;Ballet&#62;')
  expect(page).not.toContain('Ribbons')
})

test('the page runs no script, and may only use its own style and its two return addresses', async () => {
  const { page, response } = await openPage()
  const policy = response.headers.get('content-security-policy') ?? ''
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).toContain("form-action 'self' https://shop.example.test;")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('a long order keeps its buttons near, because later lines are folded away', async () => {
  const price_data = { currency: 'gbp', unit_amount: 500, product_data: { name: 'A class' } }
  const line_items = Array.from({ length: 9 }, () => ({ quantity: 1, price_data }))
  const { page } = await openPage({ line_items })
  expect(page).toContain('Show 6 more')
  expect(page.match(/<li>/g)).toHaveLength(9)
})

test('Pay completes the session and goes back with its id, however often it is pressed', async () => {
  const { stripe, standIn, receiver, session } = await openPage()
  const back = { status: 303, location: `https://shop.example.test/home/paySuccess?session=${session.id}` }
  expect(await press(session.url, 'pay')).toEqual(back)
  expect(await press(session.url, 'pay')).toEqual(back)
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
  await standIn.deliverPendingHooks()
  expect(receiver.received).toHaveLength(1)
})

test('Fail keeps the session open, says so on the next visit, and the next try may succeed', async () => {
  const { stripe, session } = await openPage()
  expect(await press(session.url, 'fail')).toEqual({
    status: 303,
    location: 'https://shop.example.test/home/payFail?order=1&outcome=failed#top',
  })
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  expect(await (await fetch(session.url ?? '')).text()).toContain('The last try was refused')
  await press(session.url, 'pay')
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
})

test('Cancel goes back and changes nothing', async () => {
  const { stripe, standIn, receiver, session } = await openPage()
  expect(await press(session.url, 'cancel')).toEqual({
    status: 303,
    location: 'https://shop.example.test/home/payFail?order=1#top',
  })
  expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session)
  await standIn.deliverPendingHooks()
  expect(receiver.received).toEqual([])
})

test('a paid session says so and leads back', async () => {
  const { session } = await openPage()
  await press(session.url, 'pay')
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('This order is paid')
  expect(page).toContain(`href="https://shop.example.test/home/paySuccess?session=${session.id}"`)
  expect(page).not.toContain('<button')
})

test('a page that was open when its session expired takes no payment and says why', async () => {
  const { stripe, session, passSeconds } = await openPage()
  passSeconds(24 * 60 * 60)
  expect((await press(session.url, 'pay')).location).toBe(session.url)
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('This card page has closed')
  expect(page).toContain('href="https://shop.example.test/home/payFail?order=1#top"')
})

test('a truncated address gets a plain page', async () => {
  const { standIn } = await startCardProvider()
  const response = await fetch(`${standIn.url}/pay/cs_test_1`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('There is no such card page')
})

async function openPage(changes: Parameters<typeof twoClasses>[0] = {}) {
  const counter = await startCardProvider()
  const session = await counter.stripe.checkout.sessions.create(twoClasses(changes))
  const response = await fetch(session.url ?? '')
  return { ...counter, session, response, page: await response.text() }
}
