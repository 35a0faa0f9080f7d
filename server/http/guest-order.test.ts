import { beforeEach, expect, test } from 'vitest'
import { guestOrderAddress } from '#server/features/orders/guest-order-link.ts'
import { wishOf } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, openPage, payByCard, pressOnPage } from '#testing/make-order.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const read = (path: string) => app.http.inject({ method: 'GET', url: path })
const addressOf = (orderNumber: string) =>
  new URL(guestOrderAddress(app.services.config, orderNumber, app.clock.now())).pathname

/** A guest books a free place; gives the number and the link of the mail. */
async function bookAsGuest(fullName: string, email: string) {
  const offering = await makeOffering(app, {
    kind: 'parentSession',
    typeName: 'Sleep talk',
    venue: 'Harbour Loft',
  })
  const session = await makeSession(app, offering, { pricePence: 0 })
  const guest = { childIds: [], fullName, email }
  const { orderNumber } = await app.visitor.orders.parentSession.place(wishOf(guest, session))
  await app.runJobs()
  const mail = await app.db
    .selectFrom('mails')
    .select('body_text as text')
    .where('to_email', '=', email)
    .executeTakeFirstOrThrow()
  const link = /Your order: (\S+)/.exec(mail.text)?.[1] ?? ''
  return { orderNumber, path: new URL(link).pathname }
}

test('the link in a guest’s confirmation shows that order', async () => {
  const { orderNumber, path } = await bookAsGuest('Gwen <b>Hale', 'gwen@example.test')
  const answer = await read(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.body).toContain(orderNumber)
  expect(answer.body).toContain('Sleep talk at Harbour Loft')
  expect(answer.body).toContain('Paid')
  expect(answer.body).toContain('Gwen &#60;b&#62;Hale')
})

test('a link of another order, a changed or an old one shows nothing', async () => {
  const mine = await bookAsGuest('Gwen Hale', 'gwen2@example.test')
  const theirs = await bookAsGuest('Tom Hale', 'tom@example.test')
  const [, , number = '', expires = '', signature = ''] = mine.path.split('/')
  for (const path of [
    `/guest-order/${theirs.orderNumber}/${expires}/${signature}`,
    `/guest-order/${number}/${Number(expires) + 1}/${signature}`,
    `/guest-order/${number}/${expires}/${signature.slice(0, -1)}`,
    `/guest-order/${number}/${expires}/${'A'.repeat(signature.length)}`,
    `/guest-order/${number}/NaN/${signature}`,
  ]) {
    const answer = await read(path)
    expect(answer.statusCode, path).toBe(404)
    expect(answer.body).not.toContain('Hale')
  }
  app.clock.set('2027-05-23T09:00:00Z')
  expect((await read(mine.path)).statusCode).toBe(404)
})

test('an order of an account is not shown by a link, even a signed one', async () => {
  const { orderNumber } = await makeClassOrder(app)
  expect((await read(addressOf(orderNumber))).statusCode).toBe(404)
})

test('whoever paid as a guest comes back to the link of their order, and nobody else gets it', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering)
  const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen3@example.test' }
  const { orderNumber } = await app.visitor.orders.parentSession.place(wishOf(gwen, session))
  const back = await pressOnPage(await openPage(app, { orderNumber }), 'pay')
  const { pathname, search } = new URL(back)
  const comeBack = async (query: string) => (await read(pathname + query)).headers.location ?? ''
  const thanks = new URL(await comeBack(search), back)
  expect(thanks.pathname).toBe('/home/userInfo/paySuccess')
  expect(thanks.searchParams.get('type')).toBe('0')
  const page = await read(thanks.searchParams.get('guest_order') ?? '')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Gwen Hale')
  // The number, or another page's reference, is not enough.
  for (const query of [`?order=${orderNumber}`, `?order=${orderNumber}&session=cs_test_0123456789`]) {
    expect(await comeBack(query)).toBe('/home/userInfo/paySuccess?type=0')
  }
  // An account finds its order where it logs in.
  const own = new URL(await payByCard(app, await makeClassOrder(app)))
  expect(await comeBack(own.search)).toBe('/home/userInfo/paySuccess?type=0')
})
