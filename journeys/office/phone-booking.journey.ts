import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, freshEmail, freshPhone, newPerson, readMail, visitorsApi } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

// J7: the front desk books two siblings by telephone with a payment link, and their mother pays on her phone without a
// password.

/** Reads the payment link that was mailed. */
const linkFor = async (site: string, email: string) =>
  /Pay £17\.00 by card: (\S+)/.exec(
    (await readMail(site, email, /^Please pay for your booking$/)).text,
  )?.[1] ?? ''

/** Makes a family of two siblings during the call, and chooses both of them for the first date of a class. */
async function chooseForTwins(page: Page, { email, className }: { email: string; className: string }) {
  await visit(page, addresses.newBooking())
  const main = page.getByRole('main')
  await main.getByLabel('Which family?').fill('Maren Sund')
  await main.getByRole('button', { name: 'New family' }).click()
  const box = (name: string) => main.getByRole('textbox', { name, exact: true })
  await expect(box('Last name')).toHaveValue('Sund')
  await box('Email').fill(email)
  await main.getByLabel('Telephone', { exact: true }).fill(freshPhone())
  await main.getByLabel('Child 1 first name').fill('Liv')
  await main.getByLabel('Child 1 last name').fill('Sund')
  await main.getByLabel('Child 1 birthday').fill('2020-05-03')
  await main.getByRole('button', { name: 'Another child' }).click()
  await main.getByLabel('Child 2 first name').fill('Nils')
  await main.getByLabel('Child 2 last name').fill('Sund')
  await main.getByLabel('Child 2 birthday').fill('2022-01-20')
  await main.getByRole('button', { name: 'Add the family' }).click()
  await main.getByLabel('Which class?').fill(className)
  await main
    .getByRole('list', { name: 'Classes' })
    .getByRole('button', { name: new RegExp(`^${className}`) })
    .click()
  await main.getByRole('button', { name: 'Both children' }).click()
  await main.getByRole('radio', { name: 'Payment link by mail' }).check()
  return main
}

test('J7: two siblings are booked by phone, and their mother pays without a password', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const className = freshName('Polka')
  const manager = await startStaffSession(page, site, 'manager')
  await makeClass(manager, className, { date: addDays(today(), 16) })
  const email = freshEmail('maren')
  const desk = await startStaffSession(page, site, 'frontDesk')
  const main = await chooseForTwins(page, { email, className })
  await expectAccessible(page, 24)
  await main.getByRole('button', { name: 'Book 1 date for 2 · £17.00' }).click()
  await expect(page.getByText(/^2 places kept for Maren Sund until .*The link is on its way$/)).toBeVisible()
  await expect(page.getByText('A payment link was mailed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
  await expectAccessible(page, 24)

  // She has no password, so that nobody can log in as her.
  const guessed = visitorsApi(site).accounts.signIn({ email, password: 'Password1' })
  await expect(guessed).rejects.toThrow()
  const link = await linkFor(site, email)
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, baseURL: site },
  })
  const phone = await context.newPage()
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Pay for your booking')
  await expect(phone.getByRole('main')).not.toContainText(/Liv|Nils|Maren/)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Pay £17.00 by card' }).click()
  await phone.getByRole('button', { name: /^Pay / }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This is paid')
  await context.close()

  const confirmed = await readMail(site, email, /^Your booking is confirmed$/)
  expect(confirmed.text).toMatch(/Liv/)
  expect(confirmed.text).toMatch(/Nils/)
  const { people } = await desk.families.search({ words: email })
  const { items } = await desk.families.orders({ id: people[0]?.accountId ?? 0 })
  expect(items).toMatchObject([{ state: 'paid', totalPence: 1700 }])
  await visit(page, addresses.order({ number: items[0]?.number ?? '' }))
  await expect(
    page
      .getByText('£17.00, card')
      .or(page.getByText('Paid', { exact: true }))
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mail a payment link' })).toHaveCount(0)
})

test('J7 refused: a place goes meanwhile, a link is too late, and a teacher cannot book @desk', async ({
  page,
  browser,
  site,
}) => {
  test.slow()
  const className = freshName('Mazurka')
  const manager = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionId } = await makeClass(manager, className, {
    ...{ date: addDays(today(), 17), capacity: 2 },
  })
  const email = freshEmail('maren')
  const desk = await startStaffSession(page, site, 'frontDesk')
  const main = await chooseForTwins(page, { email, className })
  const book = main.getByRole('button', { name: 'Book 1 date for 2 · £17.00' })
  await expect(book).toBeVisible()
  // Another family takes one of the two places before the press.
  const quicker = await newPerson(site, 'Quentin', ['Quill'])
  const { orderNumber } = await quicker.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(quicker) },
  })
  await book.click()
  await expect(page.getByText(/booked|full|Full|1 place/).first()).toBeVisible()
  const accountId = (await desk.families.search({ words: email })).people[0]?.accountId ?? 0
  expect((await desk.families.orders({ id: accountId })).items).toEqual([])

  // The other family gives it back, so both siblings fit; then the office lets the places go.
  await quicker.api.orders.class.cancel({ orderNumber })
  const { children } = await desk.families.get({ id: accountId })
  const placing = {
    ...{ accountId, childIds: children.map(({ id }) => id), offeringId, sessionIds: [sessionId] },
    ...{ isTrial: false, raises: [], expected: { totalPence: 1700, creditsUsed: 0 } },
    ...{ pay: 'link' as const, reference: '' },
  }
  const { number } = await desk.deskBookings.place(placing)
  const link = await linkFor(site, email)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: site })
  const phone = await context.newPage()
  await phone.goto(link)
  await expect(phone.getByRole('button', { name: 'Pay £17.00 by card' })).toBeVisible()
  await desk.orders.end({ number, reason: 'They rang again' })
  await phone.getByRole('button', { name: 'Pay £17.00 by card' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This booking is no longer kept')
  await context.close()

  const teacher = await startStaffSession(page, site, 'teacher')
  await expect(teacher.deskBookings.place(placing)).rejects.toThrow(officeSentences.notYours)
})
