import { readFile } from 'node:fs/promises'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { type Person, readMail, visitorsApi } from './people.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isFree, type Session } from './timetable.ts'

async function bookFor({ api }: Person, session: Session): Promise<string> {
  const [child] = await api.children.list()
  const { orderNumber } = await api.orders.class.place({
    offeringId: session.offeringId,
    sessionIds: [session.id],
    attendees: { who: 'children', childIds: [child?.id ?? 0] },
    creditsWanted: undefined,
    discountCode: '',
  })
  return orderNumber
}

signedInTest(
  'a parent makes a calendar address, subscribes to it, and revokes it',
  async ({ page, visitor, person }) => {
    const session = await findSession(visitor, isFree)
    await bookFor(person, session)
    await visit(page, '/home/userInfo/user')
    const section = page.getByRole('region', { name: 'Calendar address' })
    const address = section.getByLabel('Your address')

    await section.getByRole('button', { name: 'Make an address' }).click()
    await expect(address).toHaveValue(/^http.+\/calendar\/[\w-]{43}\.ics$/)
    const first = await address.inputValue()
    const subscribed = await page.request.get(first)
    expect(subscribed.headers()['content-type']).toMatch(/^text\/calendar/)
    const calendar = (await subscribed.text()).replaceAll('\r\n ', '')
    expect(calendar).toContain(`SUMMARY:${session.typeName}`)
    expect(calendar).toContain(session.date.replaceAll('-', ''))

    await page.reload()
    await expect(section).toContainText('You have an address, made on')
    await expect(address).toHaveCount(0)
    await section.getByRole('button', { name: 'Make a new address' }).click()
    await expect(address).toHaveValue(/\.ics$/)
    const second = await address.inputValue()
    expect((await page.request.get(first)).status()).toBe(404)
    expect((await page.request.get(second)).status()).toBe(200)

    await section.getByRole('button', { name: 'End this address' }).click()
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(section.getByRole('button', { name: 'Make an address' })).toBeVisible()
    expect((await page.request.get(second)).status()).toBe(404)
  },
)

signedInTest('an address revoked on another device is no longer shown @desk', async ({ page, person }) => {
  await visit(page, '/home/userInfo/user')
  const section = page.getByRole('region', { name: 'Calendar address' })
  await section.getByRole('button', { name: 'Make an address' }).click()
  await expect(section.getByLabel('Your address')).toHaveValue(/\.ics$/)
  const { make, state } = person.api.calendarFeed
  const { madeAt } = await state()
  // Its time has seconds, so the second address must be made in a later second.
  await expect.poll(() => make().then(() => state())).not.toEqual({ madeAt })
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(section).toContainText('You have an address, made on')
  await expect(section.getByLabel('Your address')).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'Copy the address' })).toHaveCount(0)
})

signedInTest(
  'a parent downloads a copy of all their data @phone',
  async ({ page, site, visitor, person }) => {
    const session = await findSession(visitor, isFree)
    const orderNumber = await bookFor(person, session)
    await readMail(site, person.email, /^Your booking is confirmed/)
    await visitor.enquiries.subscribe({ email: person.email })

    await visit(page, '/home/userInfo/user')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('my-data.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      account: { firstName: 'Robyn', email: person.email },
      children: [{ firstName: 'Wren' }, { firstName: 'Finch' }],
      orders: [{ order_number: orderNumber, bookings: [{ session: { start_date: session.date } }] }],
      mails: [{ to_email: person.email, subject: 'Your booking is confirmed' }],
      newsletter: [{ email: person.email }],
    })
  },
)

signedInTest(
  'a parent closes their account for good',
  async ({ page, site, visitor, person, expectedComplaints }) => {
    // The page's poll every five seconds may be refused by then.
    expectedComplaints.push(/status of 401/)
    const session = await findSession(visitor, isFree)
    await bookFor(person, session)
    await visit(page, '/home/userInfo/user')
    await page.getByRole('button', { name: 'Close my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close my account' })
    const close = dialog.getByRole('button', { name: 'Close my account for good' })
    await dialog.getByLabel('Your password').fill('a guess')
    await close.click()
    await expect(message(page, sentences.passwordWrong)).toBeVisible()
    await dialog.getByLabel('Your password').fill(person.password)
    await close.click()
    await expect(message(page, sentences.closeOpen)).toBeVisible()
    await expect(dialog.getByLabel('Your password')).toHaveValue(person.password)

    await dialog.getByLabel(/^I give up places/).check()
    await close.click()
    await expect(message(page, sentences.accountClosed)).toBeVisible()
    await expect(page).toHaveURL(/\/home\/home$/)
    await expect(page.getByRole('link', { name: 'Hi, Robyn' })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
    const { email, password } = person
    await expect(visitorsApi(site).accounts.signIn({ email, password })).rejects.toThrow(sentences.wrongLogin)
  },
)
