import type { Page } from '@playwright/test'
import * as addresses from '#contract/addresses.ts'
import * as office from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { findSession, isPriced } from '../timetable.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

const saveAndSee = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The entry is listed while its panel is still closing.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

test('a product is received, counted and written off with a reason', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'frontDesk')
  await visit(page, office.products())
  await expect(page.getByRole('button', { name: 'New product' })).toHaveCount(0)
  await page.getByRole('row', { name: 'Finger-knitting wool' }).getByRole('button', { name: 'Stock' }).click()
  const panel = page.getByRole('dialog')
  const toBeHad = async () =>
    Number(/^\d+/.exec((await panel.getByRole('status').first().textContent()) ?? '')?.[0])
  const before = await toBeHad()
  await panel.getByRole('textbox', { name: 'Pieces' }).fill('10')
  const sent = page.waitForRequest('**/api/Office/Stock/receive')
  await panel.getByRole('button', { name: 'Receive' }).click()
  await expect(panel.getByText('+10')).toBeVisible()
  expect(await toBeHad()).toBe(before + 10)
  // The field has the focus for the next change.
  await expect(panel.getByRole('textbox', { name: 'Pieces' })).toBeFocused()
  await panel.getByLabel('What happened').selectOption('Written off')
  await panel.getByRole('textbox', { name: 'Pieces' }).fill('4')
  await panel.getByRole('button', { name: 'Write off' }).click()
  await expect(panel.getByText('Please say why')).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('textbox', { name: 'Note' }).fill('Fell off the van')
  await panel.getByRole('button', { name: 'Write off' }).click()
  await expect(panel.getByText('Fell off the van')).toBeVisible()
  expect(await toBeHad()).toBe(before + 6)
  // The entry is listed before the fields are rendered again.
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('')

  const { productId } = (await sent).postDataJSON()
  await api.stock.receive({ productId, pieces: 3, note: '' })
  await panel.getByLabel('What happened').selectOption('Counted')
  await panel.getByRole('textbox', { name: 'Pieces' }).fill('20')
  await panel.getByRole('button', { name: 'Count' }).click()
  await expect(panel.getByText('+3')).toBeVisible()
  expect(await toBeHad()).toBe(before + 9)
  // After the conflict, the form shows the stock that was not known at the shelf.
  await panel.getByRole('button', { name: 'Count' }).click()
  await expect(panel.getByRole('textbox', { name: 'Pieces' })).toHaveValue('')
  expect(await toBeHad()).toBe(20)
})

test('a code and a pack are made; errors appear at their fields, the first one focused', async ({
  page,
  site,
}, { project }) => {
  const code = `AUTUMN${project.name}`.toUpperCase()
  await startStaffSession(page, site, 'owner')
  await visit(page, office.codes())
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'What is wrong' }).getByRole('button')).toHaveText([
    'First day is needed',
    'Last day is needed',
  ])
  await expect(page.getByLabel('First day')).toBeFocused()
  await page.getByLabel('First day').fill('2026-11-01')
  await page.getByLabel('Last day').fill('2026-12-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Give either a percentage from 1 to 100 or an amount').first()).toBeVisible()
  await expect(page.getByText('Choose what the code is for').first()).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByLabel('Per cent off').fill('15')
  await page.getByRole('checkbox', { name: 'Class', exact: true }).check()
  await saveAndSee(page, code)

  const pack = `Pack of ${project.name}`
  await visit(page, office.packs())
  await page.getByRole('button', { name: 'New pack' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(pack)
  await page.getByLabel('Credits').fill('7')
  await page.getByLabel('Price').fill('59.50')
  await saveAndSee(page, pack)
  await visit(page, addresses.classPacks())
  await expect(page.getByText(pack).first()).toBeVisible()
})

test('a discount code is generated, and links to its orders', async ({ page, site, visitor }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.codes())
  await page.getByRole('button', { name: 'New code' }).click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await page.getByRole('button', { name: 'Make one up' }).click()
  await expect(code).toHaveValue(/^[A-HJKMNP-Z2-9]{8}$/)
  const first = await code.inputValue()
  await page.getByRole('button', { name: 'Make one up' }).click()
  await expect(code).not.toHaveValue(first)
  const made = await code.inputValue()
  await page.getByLabel('First day').fill(today())
  await page.getByLabel('Last day').fill(addDays(today(), 30))
  await page.getByLabel('Per cent off').fill('15')
  await page.getByRole('checkbox', { name: 'Class', exact: true }).check()
  await saveAndSee(page, made)
  // A saved code cannot be generated again, because families may have it.
  await page.getByRole('button', { name: made, exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(made)
  await expect(page.getByRole('button', { name: 'Make one up' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const person = await newPerson(site, 'Robyn', ['Wren'])
  const session = await findSession(visitor, isPriced)
  const { orderNumber } = await person.api.orders.class.place({
    ...{ offeringId: session.offeringId, sessionIds: [session.id], creditsWanted: undefined },
    ...{ attendees: { who: 'children', childIds: await childIdsOf(person) }, discountCode: made },
  })
  await page.reload()
  await page.getByRole('row', { name: made }).getByRole('link').click()
  await expect(page).toHaveURL(/codeId=\d+/)
  await expect(page.getByLabel('Discount code').locator('option:checked')).toHaveText(made)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByText(orderNumber)).toBeVisible()
  await expectAccessible(page, 24)
})

test('a new product gets a new category and stock; its row opens the form, its button the stock', async ({
  page,
  site,
}, { project }) => {
  const [product, category] = [`Tutu of ${project.name}`, `Skirts of ${project.name}`]
  await startStaffSession(page, site, 'manager')
  await visit(page, office.products())
  await page.getByRole('button', { name: 'New product' }).click()
  const panel = page.getByRole('dialog', { name: 'New product' })
  await panel.getByRole('textbox', { name: 'Name' }).fill(product)
  await panel.getByRole('button', { name: 'New category' }).click()
  const beside = page.getByRole('dialog', { name: 'New category' })
  await beside.getByRole('textbox', { name: 'Name' }).fill(category)
  await expectAccessible(page, 24)
  await beside.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(beside).toHaveCount(0)
  await expect(panel.getByLabel('Category').locator('option:checked')).toHaveText(category)
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(product)
  // Opens the panel for a new category again and closes it without saving: the category chosen
  // meanwhile stays.
  const chosen = panel.getByLabel('Category')
  await chosen.selectOption({ index: 1 })
  const other = (await chosen.locator('option:checked').textContent()) ?? ''
  await panel.getByRole('button', { name: 'New category' }).click()
  await expect(beside).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(beside).toHaveCount(0)
  await expect(chosen.locator('option:checked')).toHaveText(other)
  await chosen.selectOption(category)
  await panel.getByRole('textbox', { name: 'Price' }).fill('12.50')
  await panel.getByLabel('In stock').fill('9')
  await expectAccessible(page, 24)
  await saveAndSee(page, product)
  const row = page.getByRole('row', { name: product })
  await expect(row).toContainText(category)
  await row.getByRole('button', { name: product, exact: true }).click()
  const opened = page.getByRole('dialog')
  await expect(opened.getByRole('textbox', { name: 'Name' })).toHaveValue(product)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Stock' }).click()
  await expect(opened.getByRole('heading', { level: 2 })).toHaveText(`Stock: ${product}`)
  await expect(opened.getByText('+9')).toBeVisible()
})
