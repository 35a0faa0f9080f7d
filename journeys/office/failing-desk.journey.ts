import type { Locator } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { classAsRead } from '#testing/make-class.ts'
import { expectAccessible } from '../barriers.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

const notLoaded = 'This could not be loaded. Nothing is lost'

test('a booking whose price cannot be read keeps all that was typed, and is booked after another try @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/ERR_FAILED/, /Failed to fetch/)
  const manager = await startStaffSession(page, site, 'manager')
  const name = freshName('Broken')
  const [first, second] = [addDays(today(), 31), addDays(today(), 38)]
  const { offeringId } = await makeClass(manager, name, { date: first, laterDates: [second] })
  const question = 'Which size of bib?'
  await manager.planner.saveClass({ ...(await classAsRead(manager, offeringId)), question })
  const { email } = await newPerson(site, 'Bettina', ['Wren'])
  const id = (await manager.families.search({ words: email })).people[0]?.accountId ?? 0
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Book for them' }).click()
  const panel = page.getByRole('dialog', { name: 'Book for Bettina Hart' })
  await panel.getByLabel('Which class?').fill(name)
  const classes = panel.getByRole('list', { name: 'Classes' })
  await classes.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await panel.getByRole('radio', { name: 'Nothing to pay' }).click()
  await panel.getByLabel('Reason').fill('Her mother helps')
  await panel.getByLabel(`${question} (Wren Hart)`).fill('Age 5–6')

  await page.route('**/api/Office/DeskBookings/*', route => route.abort())
  await panel
    .getByRole('checkbox', { name: /12 free/ })
    .last()
    .click()
  await expect(panel.getByText(notLoaded)).toBeVisible()
  await expect(panel.getByText(/^2 places|, 2 places/)).toHaveCount(0)
  await expect(panel.getByLabel('Reason')).toHaveValue('Her mother helps')
  await expect(panel.getByLabel(`${question} (Wren Hart)`)).toHaveValue('Age 5–6')
  await expectAccessible(page, 24)
  await page.unroute('**/api/Office/DeskBookings/*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText(/, 2 places: £17\.00 is not charged$/)).toBeVisible()
  await expect(panel.getByText(notLoaded)).toHaveCount(0)

  // The booking itself does not arrive at first.
  const book = panel.getByRole('button', { name: 'Book 2 dates · nothing to pay' })
  await page.route('**/api/Office/DeskBookings/*', route => route.abort())
  await book.click()
  await expect(page.getByText('That did not reach us. Nothing you typed is lost. Try again')).toBeVisible()
  await expect(panel.getByLabel('Reason')).toHaveValue('Her mother helps')
  await page.unroute('**/api/Office/DeskBookings/*')
  await book.click()
  await expect(page.getByText('2 places booked for Bettina Hart')).toBeVisible()
})

test('without a connection a family, a search and an enquiry say so, and come once it is back @phone', async ({
  page,
  context,
  site,
  visitor,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /^Error: no answer/)
  const manager = await startStaffSession(page, site, 'manager')
  const { email } = await newPerson(site, 'Ottilie', ['Wren'])
  const id = (await manager.families.search({ words: email })).people[0]?.accountId ?? 0
  const title = freshName('Enquiry')
  await visitor.enquiries.sendFeedback({
    name: 'Ottilie',
    contact: email,
    content: 'Is there a place?',
    title,
  })
  const later = page.getByText(officeSentences.comesLater)
  /** Opens something without a connection, which comes back once the page has said so. */
  const lose = async (what: Locator, open: () => Promise<void>) => {
    await expect(what).toBeVisible()
    await context.setOffline(true)
    // The page learns of it a moment later. What is asked before that fails, and is tried again by a press.
    await expect(page.getByText(/^You are offline\. Nothing can be sent/)).toBeVisible()
    await open()
    await expect(later).toBeVisible()
    await context.setOffline(false)
    await expect(later).toHaveCount(0)
  }
  // The code of the page is loaded before.
  await visit(page, addresses.family({ id }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ottilie Hart')
  await visit(page, `${addresses.families()}?words=${email}`)
  const family = page.getByRole('link', { name: email })
  await lose(family, () => family.click())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ottilie Hart')

  await visit(page, addresses.newBooking())
  const search = page.getByLabel('Which family?')
  await lose(search, () => search.fill(email))
  await expect(page.getByRole('button', { name: /Ottilie Hart/ })).toBeVisible()

  await visit(page, `${addresses.enquiries()}?state=new&sort=-came`)
  const enquiry = page.getByRole('row').filter({ hasText: title }).locator('.data-open')
  await lose(enquiry, () => enquiry.click())
  await expect(page.getByLabel(`Answer to ${email}`)).toBeVisible()
})
