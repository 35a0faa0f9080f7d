import * as siteAddresses from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { freshEmail, freshPhone, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a family with two children is added during a telephone call, corrected and given a note', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.families())
  await page.getByRole('link', { name: 'New family' }).click()
  await expectAccessible(page, 24)
  const email = freshEmail('selin')
  const mobile = freshPhone()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await box('Email').fill(email)
  await box('First name').fill('Selin')
  await box('Last name').fill('Kaya')
  await field('Telephone').fill(mobile)
  await field('Child 1 first name').fill('Mia')
  await field('Child 1 last name').fill('Kaya')
  await field('Child 1 birthday').fill('2020-05-03')
  await page.getByRole('button', { name: 'Another child' }).click()
  await field('Child 2 first name').fill('Can')
  const make = page.getByRole('button', { name: 'Add the family' })
  await make.click()
  await expect(page.getByText('Please enter the child’s name').first()).toBeVisible()
  await field('Child 2 last name').fill('Kaya')
  await field('Child 2 birthday').fill('2022-01-20')
  await make.click()
  await expect(page.getByRole('heading', { name: 'Selin Kaya' })).toBeVisible()
  await expect(page.getByText('Can Kaya')).toBeVisible()
  await readMail(site, email, /^Your account at/)
  await expectAccessible(page, 24)

  await page.getByRole('button', { name: 'Edit details' }).click()
  const other = freshPhone()
  await field('Telephone').fill(other)
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: other })).toBeVisible()
  const told = await readMail(site, email, /^Your details were changed$/)
  expect(told.text).toContain('telephone number')
  expect(told.text).not.toContain(other)

  await page.getByRole('link', { name: 'Children', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Mia' }).click()
  await expectAccessible(page, 24)
  await field('Allergies').fill('Peanuts')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Notes', exact: true }).click()
  await field('New note').fill('Prefers to be rung after six')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Prefers to be rung' })).toBeVisible()
  await expectAccessible(page, 24)
  await field('New note').fill('Owes us a call')
  await page.getByRole('button', { name: 'Add the note' }).click()
  const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes.first()).toContainText('Owes us a call')
  await page.getByRole('button', { name: 'Pin “Prefers to be rung after six”' }).click()
  await expect(notes.first()).toContainText('Prefers to be rung after six')
  await expect(notes.first()).toContainText('Pinned')
  await expectAccessible(page, 24)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Prefers to be rung after six')).toBeVisible()
  await expect(page.getByText('Allergy', { exact: true })).toBeVisible()
})

test('a family that exists already is shown before saving, and its email address is refused', async ({
  page,
  site,
}) => {
  const family = await newPerson(site, 'Nell', ['Bea'])
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.newFamily())
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await box('Email').fill(family.email)
  const alike = page.getByRole('region', { name: 'Possible duplicates' })
  await expect(alike.getByText('has this email address')).toBeVisible()
  await box('First name').fill('Nell')
  await box('Last name').fill('Hart')
  await expect(alike.getByText('has this email address and this name')).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Add the family' }).click()
  await expect(page.getByText('Nell Hart has this email address already')).toBeVisible()
  await expect(box('Email')).toBeFocused()
  await alike.getByRole('link', { name: 'Nell Hart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Nell Hart' })).toBeVisible()
})

test('two people correct one family at once, and neither loses anything @desk', async ({ page, site }) => {
  const family = await newPerson(site, 'Otto', [])
  const desk = await startStaffSession(page, site, 'frontDesk')
  const { people } = await desk.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Postcode', { exact: true }).fill('LS9 4QX')
  await desk.families.save({ ...(await desk.families.details({ id })), town: 'Bath' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'See what changed' }).click()
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Bath, LS9 4QX')).toBeVisible()
})

test('a manager freezes a family, which cannot log in until the manager lets it in again @phone', async ({
  page,
  site,
}) => {
  const family = await newPerson(site, 'Fritz', ['Ida'])
  const manager = await startStaffSession(page, site, 'manager')
  const { people } = await manager.families.search({ words: family.email })
  const id = people[0]?.accountId as number
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Freeze' }).click()
  const question = page.getByRole('dialog', { name: 'Freeze this family?' })
  await question.getByRole('button', { name: 'Freeze the family' }).click()
  await expect(question.getByText('Please say why')).toBeVisible()
  await expectAccessible(page, 24)
  await question.getByLabel('Reason').fill('Cheque bounced twice')
  await question.getByRole('button', { name: 'Freeze the family' }).click()
  await expect(page.getByText(/Cheque bounced twice/)).toBeVisible()
  await expectAccessible(page, 24)

  await visit(page, siteAddresses.logIn())
  await page.getByRole('textbox', { name: 'Email' }).fill(family.email)
  await page.getByLabel(/^Password/).fill(family.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(sentences.accountFrozen).first()).toBeVisible()

  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Let them in again' }).click()
  await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible()
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.family({ id }))
  await expect(page.getByRole('button', { name: 'Edit details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Freeze' })).toHaveCount(0)
})
