import * as addresses from '#contract/office/addresses.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, test, visit } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

test('an enquiry that is closed before it counts as answered does not lead a page back', async ({
  page,
  site,
  visitor,
}) => {
  const title = `Ribbons for ${Date.now()}`
  const words = { name: 'Sam', contact: 'sam@example.test', content: 'Which ribbons does she need?' }
  await visitor.enquiries.sendFeedback({ ...words, title })
  await enterOffice(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await visit(page, addresses.enquiries())
  await page.getByRole('row').filter({ hasText: title }).locator('.data-open').click()
  const panel = page.getByRole('dialog')
  const answer = await holdBack(page, '**/api/Office/Enquiries/setState')
  await panel.getByRole('button', { name: 'Answered' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  answer()
  await expect(page.getByText('Marked as answered')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeVisible()
})

test('what is saved while its panel asks whether to leave is asked about no more', async ({ page, site }) => {
  await enterOffice(page, site, 'manager')
  await visit(page, addresses.today())
  await visit(page, addresses.rooms())
  await page.getByRole('button', { name: 'New room' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New room' })
  await panel.getByLabel('Venue').selectOption({ index: 1 })
  const name = `Loft ${Date.now()}`
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await panel.getByLabel('Holds').fill('8')
  const save = await holdBack(page, '**/api/Office/Rooms/save')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toBeVisible()
  save()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible()
})

test('what was left while it was saved closes and asks nothing of what is typed since', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'manager')
  await visit(page, addresses.rooms())
  const panel = page.getByRole('dialog', { name: 'New room' })
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const fill = async (name: string) => {
    await page.getByRole('button', { name: 'New room' }).first().click()
    await panel.getByLabel('Venue').selectOption({ index: 1 })
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
    await panel.getByLabel('Holds').fill('8')
  }
  const [first, second] = [`Attic ${Date.now()}`, `Cellar ${Date.now()}`]
  await fill(first)
  const save = await holdBack(page, '**/api/Office/Rooms/save')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(panel).toHaveCount(0)
  await fill(second)
  save()
  await expect(page.getByRole('button', { name: first, exact: true, includeHidden: true })).toBeAttached()
  await expect(question).toHaveCount(0)
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(second)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: second, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible()
})
