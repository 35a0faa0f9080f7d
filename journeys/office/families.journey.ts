import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, freshEmail, newPerson, readMail, visitorsApi } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { enterOffice } from './at-the-door.ts'
import { freshName, makeClass } from './planned-classes.ts'

test('a family is given another address, and a child is taken off it', async ({ page, site }) => {
  const family = await newPerson(site, 'Ida', ['Olive', 'Pip'])
  const api = await enterOffice(page, site, 'manager')
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
  await page.getByRole('button', { name: 'Take Pip off this family' }).click()
  const question = page.getByRole('dialog', { name: 'Take Pip off this family?' })
  await expectAccessible(page, 24)
  const takeOff = question.getByRole('button', { name: 'Take Pip off' })
  await takeOff.click()
  await expect(question.getByText('Please say why')).toBeVisible()
  await question.getByLabel('Reason').fill('Entered twice')
  await takeOff.click()
  await expect(page.getByRole('heading', { name: 'Pip Hart' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Olive Hart' })).toBeVisible()
  await readMail(site, address, /^Pip was taken off your account$/)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Entered twice')).toBeVisible()

  const desk = await enterOffice(page, site, 'frontDesk')
  expect((await desk.families.get({ id })).children).toHaveLength(1)
  await visit(page, addresses.familyTab({ id, tab: 'children' }))
  await expect(page.getByRole('heading', { name: 'Olive Hart' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take Olive off/ })).toHaveCount(0)
})

test('the front desk opens the notes of a child that comes tomorrow, and not of a sister who does not @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/status of 403/)
  const family = await newPerson(site, 'Una', ['Rory', 'Skye'])
  const api = await enterOffice(page, site, 'manager')
  const { people } = await api.families.search({ words: family.email })
  const { offeringId, sessionId } = await makeClass(api, freshName('Morris'), { date: addDays(today(), 1) })
  const [childId = 0] = await childIdsOf(family)
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], discountCode: '' },
    attendees: { who: 'children', childIds: [childId] },
  })
  await enterOffice(page, site, 'frontDesk')
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

test('a search for families that finds nobody is told, and one that finds an order alone shows nothing beside it', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'frontDesk')
  const { number = '' } = (await api.orders.list({})).items[0] ?? {}
  await visit(page, addresses.families())
  const search = page.getByRole('searchbox', { name: 'Name, e-mail' })
  await search.fill('zzqqzz')
  await expect(page.getByRole('status').filter({ hasText: 'Nobody found for' })).toBeVisible()
  await search.fill(number)
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading')).toHaveText(['Families'])
})
