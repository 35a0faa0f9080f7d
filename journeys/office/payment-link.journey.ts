import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { linkSentences } from '#domain/office/order-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

async function makeUnpaid(page: Parameters<typeof startStaffSession>[0], site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), {
    date: addDays(today(), inDays),
  })
  const person = await newPerson(site, 'Robyn', ['Wren', 'Finch'])
  const { orderNumber: number } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  return { person, number }
}

const linkIn = ({ text }: { text: string }) => /by card: (\S+)/.exec(text)?.[1] ?? ''

test('the desk mails a payment link, and it is paid on a phone without signing in', async ({
  page,
  browser,
  site,
}) => {
  const { person, number } = await makeUnpaid(page, site, 48)
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Mail a payment link', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Mail a payment link' })
  await panel.getByLabel('Keep the place until').fill(addDays(today(), 30))
  await panel.getByRole('button', { name: 'Mail the link', exact: true }).click()
  await expect(panel.getByText(/^It can be kept until .* at most$/).first()).toBeVisible()
  await panel.getByLabel('Keep the place until').fill(addDays(today(), -1))
  await panel.getByRole('button', { name: 'Mail the link', exact: true }).click()
  await expect(panel.getByText(linkSentences.keepToCome)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByLabel('Keep the place until').fill(addDays(today(), 2))
  await panel.getByRole('button', { name: 'Mail the link', exact: true }).click()
  await expect(page.getByText(/^The link is on its way\. Kept until /)).toBeVisible()
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Not paid yet' }) })
  await expect(section).toContainText('A payment link was mailed')
  // Another reminder is possible after an hour.
  const remind = section.getByRole('button', { name: 'Remind them' })
  await expect(remind).toHaveAttribute('aria-disabled', 'true')
  await expect(section).toContainText('They can be reminded again at')
  await expectAccessible(page, 24)

  const mail = await readMail(site, person.email, /^Please pay for your booking$/)
  expect(mail.text).not.toMatch(/Wren|Finch/)
  const phone = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, javaScriptEnabled: false, baseURL: site },
  })
  const theirs = await phone.newPage()
  await theirs.goto(linkIn(mail))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Pay for your booking')
  await expect(theirs.getByRole('main')).toContainText('2 places')
  await expect(theirs.getByRole('main')).not.toContainText(/Wren|Finch|Robyn/)
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await theirs.getByRole('button', { name: 'Pay £17.00 by card' }).click()
  await theirs.getByRole('button', { name: /^Pay / }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This is paid')
  await expect(theirs.getByRole('button')).toHaveCount(0)
  await phone.close()
  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is paid')
  await expectAccessible(page)
  await visit(page, addresses.order({ number }))
  await expect(page.getByRole('button', { name: 'Mail a payment link' })).toHaveCount(0)
})

test('a payment link says that its order has ended, and a teacher cannot mail one @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  const { person, number } = await makeUnpaid(page, site, 49)
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.orders())
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Remind them' }).click()
  await expect(page.getByText(/^The reminder is on its way\. Kept until /)).toBeVisible()
  const mail = await readMail(site, person.email, /^Your booking is not paid yet$/)
  await page.goto(linkIn(mail))
  const pay = page.getByRole('button', { name: 'Pay £17.00 by card' })
  await expect(pay).toBeVisible()
  await expectAccessible(page)
  await desk.orders.end({ number, reason: 'They rang us' })
  await pay.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This booking is no longer kept')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'book again from the timetable' }).click()
  await expect(page).toHaveURL(/\/home\//)
  expectedComplaints.push(/404 .*\/pay\//)
  await page.goto(`${linkIn(mail)}x`)
  await expect(page.getByText('This link is not valid, or it has run out.')).toBeVisible()
  await expectAccessible(page)
  const teacher = await startStaffSession(page, site, 'teacher')
  await expect(teacher.orders.remind({ number })).rejects.toThrow(officeSentences.notYours)
  await expect(teacher.orders.sendPaymentLink({ number })).rejects.toThrow(officeSentences.notYours)
})
