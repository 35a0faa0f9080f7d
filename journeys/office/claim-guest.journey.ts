import * as addresses from '#contract/office/addresses.ts'
import { claimSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { freshEmail, freshPhone, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { findSession, isPriced } from '../timetable.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('the front desk makes a guest an account, and a mailed link adds the guest’s bookings @desk', async ({
  page,
  browser,
  site,
  visitor,
}) => {
  const { id, offeringId } = await findSession(visitor, isPriced, 'parentSession')
  const email = freshEmail('gwen')
  const { orderNumber: number } = await visitor.orders.parentSession.place({
    ...{ offeringId, sessionIds: [id], creditsWanted: undefined, discountCode: '' },
    attendees: { who: 'contact', fullName: 'Gwen Hale', phone: freshPhone(), email },
  })
  await page.goto((await visitor.payments.openCardPage({ orderNumber: number, device: 'web' })).url)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()

  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Add this guest as a family' }).click()
  const panel = page.getByRole('dialog', { name: 'Add this guest as a family' })
  await expect(panel.getByLabel('First name')).toHaveValue('Gwen')
  await panel.getByLabel('Last name').fill('')
  await panel.getByRole('button', { name: 'Mail the link', exact: true }).click()
  await expect(panel.getByText(sentences.lastNameRequired)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByLabel('Last name').fill('Hale')
  await panel.getByRole('button', { name: 'Mail the link', exact: true }).click()
  await expect(page.getByText(`The link is on its way to ${email}`)).toBeVisible()
  // No booking joins the account before its email address is verified.
  expect((await desk.orders.get({ number })).order.accountId).toBeNull()

  const mail = await readMail(site, email, /^Your bookings at /)
  const theirs = await (await browser.newContext({ baseURL: site })).newPage()
  await theirs.goto(/account: (\S+)/.exec(mail.text)?.[1] ?? '')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Add your bookings to your account')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Add to my account' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your bookings are in your account')
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: 'choose a password' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await theirs.context().close()

  await page.reload()
  await expect(page.getByText('Came into the family’s account')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Gwen Hale', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gwen Hale' })).toBeVisible()
  await expect(desk.families.claimGuest({ number, firstName: 'G', lastName: 'H' })).rejects.toThrow(
    claimSentences.isFamilys,
  )
  const teacher = await startStaffSession(page, site, 'teacher')
  await expect(teacher.families.guest({ number })).rejects.toThrow(officeSentences.notYours)
})

test('a family is made from an enquiry, with its name and contact, and links back to it', async ({
  page,
  site,
  visitor,
}) => {
  const contact = freshEmail('petra')
  const title = `Skittles for ${contact}`
  await visitor.enquiries.sendFeedback({ name: 'Petra Moss', contact, content: 'Do you lend them?', title })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await visit(page, addresses.enquiries())
  await page.getByRole('row').filter({ hasText: title }).locator('.data-open').click()
  await page
    .getByRole('dialog', { name: 'Petra Moss' })
    .getByRole('link', { name: 'Add as a family', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'New family' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(contact)
  await expect(page.getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Petra')
  await expect(page.getByRole('textbox', { name: 'Last name', exact: true })).toHaveValue('Moss')
  await expectAccessible(page, 24)
  const back = await page.getByRole('link', { name: 'Back to the enquiry' }).getAttribute('href')
  await page.getByRole('button', { name: 'Add the family', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Petra Moss' })).toBeVisible()
  await visit(page, back ?? '')
  const panel = page.getByRole('dialog', { name: 'Petra Moss' })
  await expect(panel.getByRole('link', { name: 'Their family' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Add as a family' })).toHaveCount(0)
})
