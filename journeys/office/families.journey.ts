import * as addresses from '#contract/office/addresses.ts'
import { families } from '#contract/office/families.ts'
import { addDays } from '#domain/calendar.ts'
import { maxTaken, peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { addressOf, changeAnswers } from '../calls-of-page.ts'
import { childIdsOf, childOf, freshEmail, newPerson, readMail, visitorsApi } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a family’s address is changed, and a child is removed from it', async ({ page, site }) => {
  const family = await newPerson(site, 'Ida', ['Olive', 'Pip'])
  const api = await startStaffSession(page, site, 'manager')
  const { people } = await api.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.family({ id }))

  await page.getByRole('button', { name: 'Change email address' }).click()
  const panel = page.getByRole('dialog', { name: 'Change email address' })
  await expectAccessible(page, 24)
  const email = panel.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveValue(family.email)
  await email.fill('parent@example.test')
  const change = panel.getByRole('button', { name: 'Change the address' })
  await change.click()
  await expect(panel.getByText('This email address is already registered')).toBeVisible()
  await expect(email).toBeFocused()
  const address = freshEmail('ida')
  await email.fill(address)
  await change.click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('link', { name: address })).toBeVisible()
  await readMail(site, family.email, /was changed$/)
  await readMail(site, address, /this email address now$/)
  await visitorsApi(site).accounts.signIn({ email: address, password: family.password })

  await visit(page, addresses.familyTab({ id, tab: 'children' }))
  await page.getByRole('button', { name: 'Remove Pip from this family' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Pip from this family?' })
  await expectAccessible(page, 24)
  const takeOff = question.getByRole('button', { name: 'Remove Pip' })
  await takeOff.click()
  await expect(question.getByText('Please say why')).toBeVisible()
  await question.getByLabel('Reason').fill('Entered twice')
  await takeOff.click()
  await expect(page.getByRole('heading', { name: 'Pip Hart' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Olive Hart' })).toBeVisible()
  await readMail(site, address, /^Pip was taken off your account$/)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Entered twice')).toBeVisible()

  const desk = await startStaffSession(page, site, 'frontDesk')
  expect((await desk.families.get({ id })).children).toHaveLength(1)
  await visit(page, addresses.familyTab({ id, tab: 'children' }))
  await expect(page.getByRole('heading', { name: 'Olive Hart' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove Olive/ })).toHaveCount(0)
})

test('the front desk reads the notes of a child who comes tomorrow, but not of her sister @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 403/)
  const family = await newPerson(site, 'Una', ['Rory', 'Skye'])
  const api = await startStaffSession(page, site, 'manager')
  const { people } = await api.families.search({ words: family.email })
  const { offeringId, sessionId } = await makeClass(api, freshName('Morris'), { date: addDays(today(), 1) })
  const [childId = 0] = await childIdsOf(family)
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], discountCode: '' },
    attendees: { who: 'children', childIds: [childId] },
  })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.familyTab({ id: people[0]?.accountId as number, tab: 'children' }))
  const show = page.getByRole('button', { name: /^Show medical notes/ })
  const open = async () => {
    await page.getByRole('dialog').getByLabel('Reason').fill('Their mother rang')
    await page.getByRole('dialog').getByRole('button', { name: 'Show the notes' }).click()
  }
  await show.first().click()
  await open()
  const notes = page.getByLabel('Medical notes', { exact: true })
  await expect(notes.getByRole('term')).toHaveText(['Rory Hart'])
  await expect(show).toHaveAccessibleName('Show medical notes of Skye Hart')
  await expectAccessible(page, 24)
  await show.click()
  await open()
  await expect(page.getByText(peopleSentences.notesNotToday)).toBeVisible()
  await expect(notes).toHaveCount(1)
})

test('a search for families says when it finds nobody; an order number finds its order only', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'frontDesk')
  const { number = '' } = (await api.orders.list({})).items[0] ?? {}
  await visit(page, addresses.families())
  const search = page.getByRole('searchbox', { name: 'Name, email' })
  await search.fill('zzqqzz')
  await expect(page.getByRole('status').filter({ hasText: 'Nobody found for' })).toBeVisible()
  await search.fill(number)
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading')).toHaveText(['Families'])
})

test('a possible duplicate child is listed, kept, listed again and removed', async ({ page, site }) => {
  const family = await newPerson(site, 'Ivo', ['Zoë'])
  await family.api.children.add({ ...childOf('Ivo', 'ZOE'), isAnother: true })
  const desk = await startStaffSession(page, site, 'frontDesk')
  const { people } = await desk.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.families())
  await page.getByRole('link', { name: /\d+ possible duplicates?$/ }).click()
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expectAccessible(page, 24)

  const theirs = addresses.familyTab({ id, tab: 'children' })
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="${theirs}"]`) })
  await expect(row.getByRole('link')).toHaveText(['ZOE Hart', 'Zoë Hart'])
  await expect(row.getByText(/^Same family, name and birthday, .+ \d{4}$/)).toBeVisible()
  await row.getByRole('button', { name: /^Keep both: ZOE Hart and Zoë Hart\./ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.duplicates())
  await row.getByRole('link', { name: 'ZOE Hart' }).click()
  await page.getByRole('button', { name: 'Remove ZOE from this family' }).click()
  const question = page.getByRole('dialog', { name: 'Remove ZOE from this family?' })
  await question.getByLabel('Reason').fill('Entered twice')
  await question.getByRole('button', { name: 'Remove ZOE' }).click()
  await expect(question).toHaveCount(0)
  await visit(page, addresses.duplicates())
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('Families without duplicates shows no hint, and a list that fails can be loaded again @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 500/)
  await startStaffSession(page, site, 'frontDesk')
  await changeAnswers(page, families.duplicates, () => ({ items: [], next: null, total: 0 }))
  const counted = page.waitForResponse(addressOf(families.duplicates))
  await visit(page, addresses.families())
  await counted
  await expect(page.getByRole('link', { name: /possible duplicate/ })).toHaveCount(0)
  await visit(page, addresses.duplicates())
  await expect(page.getByRole('status').getByText('Nobody is stored twice')).toBeVisible()

  await page.unroute(addressOf(families.duplicates))
  await page.route(addressOf(families.duplicates), route => route.fulfill({ status: 500, json: {} }))
  await visit(page, addresses.duplicates())
  await expect(page.getByText('This list could not be loaded. Try again')).toBeVisible()
  await changeAnswers(page, families.duplicates, () => ({ items: [], next: null, total: 0 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').getByText('Nobody is stored twice')).toBeVisible()
})

test('credits are added with a reason, and Undo takes them back by an opposite entry', async ({
  page,
  site,
}) => {
  const family = await newPerson(site, 'Ida', [])
  const api = await startStaffSession(page, site, 'manager')
  const { people } = await api.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.familyTab({ id, tab: 'credits' }))
  await page.getByRole('button', { name: 'Add or take credits' }).click()
  const panel = page.getByRole('dialog', { name: 'Add or take credits' })
  await expect(panel.getByText('They have 0 credits.')).toBeVisible()
  await panel.getByLabel('How many').fill('3')
  const save = panel.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(panel.getByText(officeSentences.sayWhy)).toBeVisible()
  await expect(panel.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page, 24)
  await panel.getByLabel('Reason').fill('The hall was closed')
  await save.click()
  await expect(panel).toBeHidden()
  await expect(page.getByText('3 credits were added')).toBeVisible()
  const balance = async () => (await api.families.get({ id })).credits
  expect(await balance()).toBe(3)
  await page.getByText('Undo', { exact: true }).click()
  await expect.poll(balance).toBe(0)
  const entries = (await family.api.credits.creditEntries({ page: 1, limit: undefined })).items
  expect(entries.map(({ credits }) => credits)).toEqual([-3, 3])

  // Taking more credits than there are is refused.
  await page.getByRole('button', { name: 'Add or take credits' }).click()
  await panel.getByLabel('What').selectOption('Take credits')
  await panel.getByLabel('How many').fill('1')
  await panel.getByLabel('Reason').fill('A mistake')
  await save.click()
  await expect(page.getByText(maxTaken(0))).toBeVisible()
  expect(await balance()).toBe(0)
})

test('the front desk can neither add nor take credits @desk', async ({ page, site }) => {
  const family = await newPerson(site, 'Ida', [])
  const desk = await startStaffSession(page, site, 'frontDesk')
  const { people } = await desk.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.familyTab({ id, tab: 'credits' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add or take credits' })).toHaveCount(0)
  await expect(desk.families.grantCredits({ id, credits: 1, reason: 'I may not' })).rejects.toThrow(
    officeSentences.notYours,
  )
  expect((await family.api.credits.creditEntries({ page: 1, limit: undefined })).items).toEqual([])
})
