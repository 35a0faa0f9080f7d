import type { Page } from '@playwright/test'
import * as office from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { holdBack, refuse } from '../calls-of-page.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

const saveAndSee = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The entry is listed while its panel is still closing.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

test('venues: an empty search shows all again; a venue and room are made, sorted and switched off', async ({
  page,
  site,
}, { project }) => {
  const [venue, room] = [`Hall of ${project.name}`, `Studio of ${project.name}`]
  await startStaffSession(page, site, 'manager')
  await visit(page, office.venues())
  const rows = page.getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const all = await rows.count()
  const search = page.getByLabel('Search venues')
  await search.fill('zzqq')
  await expect(page.getByText('Nothing here matches your search')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(all)
  await expect(search).toHaveValue('')

  await page.getByRole('button', { name: 'New venue' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is needed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill(venue)
  await page.getByRole('textbox', { name: 'Link to a map' }).fill('maps.example.test')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The link must begin with https://')).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByRole('textbox', { name: 'Link to a map' }).fill('https://maps.example.test/hall')
  await saveAndSee(page, venue)

  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  const names = page.getByRole('dialog').getByRole('listitem')
  const name = names.getByRole('button', { name: venue, exact: true })
  await name.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(name).toBeFocused()
  const ordered = await names.allInnerTexts()
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.data-open')).toHaveText(ordered)

  // The old address of the list of rooms leads here.
  await visit(page, office.rooms())
  await expect(page.getByRole('heading', { name: 'Venues', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: venue, exact: true }).click()
  const rooms = page.getByRole('region', { name: 'Rooms' })
  await expect(rooms.getByText('Rooms tell you when two classes want the same one')).toBeVisible()
  const panel = page.getByRole('dialog').last()
  const makeRoom = async (name: string, holds: string) => {
    await rooms.getByRole('button', { name: 'New room' }).click()
    await expect(page.getByRole('dialog', { name: `New room at ${venue}` })).toBeVisible()
    await expect(panel.getByLabel('Venue')).toHaveCount(0)
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
    await panel.getByLabel('Holds').fill(holds)
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(rooms.getByRole('button', { name })).toBeVisible()
  }
  await makeRoom(room, '14')
  await makeRoom('Attic', '')
  await expectAccessible(page, 24)
  await rooms.getByRole('button', { name: `${room} Holds 14` }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill(`${room} one`)
  await panel.getByLabel('Holds').fill('16')
  await panel.getByRole('checkbox', { name: 'Offered' }).uncheck()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await rooms.getByRole('button', { name: `${room} one Holds 16 Switched off` }).press('Enter')
  await panel.getByRole('button', { name: 'Remove this room' }).click()
  await page.getByRole('button', { name: 'Remove the room' }).click()
  await expect(page.getByText(`“${room} one” was removed`)).toBeVisible()
  await expect(rooms.getByRole('listitem')).toHaveText(['Attic'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: venue })).toContainText('Attic')
})

test('unsaved changes are dropped only when their entry is removed', async ({ page, site }, { project }) => {
  const name = `Barn of ${project.name}`
  await startStaffSession(page, site, 'manager')
  await visit(page, `${office.ages()}?new=yes`)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await saveAndSee(page, name)
  const open = () => page.getByRole('button', { name, exact: true }).click()
  const remove = () => page.getByRole('button', { name: 'Remove this age group' }).click()
  await open()
  const typed = page.getByRole('textbox', { name: 'Name' })
  await typed.fill('Typed')
  const question = page.getByRole('dialog', { name: `Remove “${name}”?` })
  await remove()
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(typed).toHaveValue('Typed')
  const unsaved = page.getByRole('dialog', { name: 'Please confirm' })
  const isAnswered = async (answer: string) => {
    await remove()
    await question.getByRole('button', { name: 'Remove the age group' }).click()
    await unsaved.getByRole('button', { name: answer }).click()
    await expect(unsaved).toHaveCount(0)
  }
  await isAnswered('Cancel')
  await expect(typed).toHaveValue('Typed')
  const accept = await refuse(page, { path: 'Office/Lists/remove' }, 'Not now')
  await isAnswered('Yes')
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(typed).toHaveValue('Typed')
  await accept()
  await isAnswered('Yes')
  await expect(page.getByText(`“${name}” was removed`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a choice from another list stays, however often that list is loaded again @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const shelf = async (name: string) =>
    String((await api.categories.save({ name: `${name} ${Date.now()}`, imagePath: '', isActive: true })).id)
  const ribbons = await shelf('Ribbons')
  await visit(page, office.products())
  await page.locator('.data-open').first().click()
  const category = page.getByLabel('Category')
  await category.selectOption(ribbons)
  const bells = await shelf('Bells')
  // As when the user comes back to the tab later.
  await page.evaluate(() => {
    const later = Date.now() + 60_000
    Date.now = () => later
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(category.locator(`option[value="${bells}"]`)).toBeAttached()
  await expect(category).toHaveValue(ribbons)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await visit(page, `${office.products()}?new=yes`)
  await category.selectOption({ index: 2 })
  const chosen = await category.inputValue()
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed')
  const answer = await holdBack(page, '**/api/Office/Categories/list')
  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByText('What you typed before is back')).toBeVisible()
  answer()
  await expect(category).toHaveValue(chosen)
})

test('a name dropped outside its list stays at its last position @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.venues())
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  const names = page.getByRole('dialog').getByRole('listitem')
  const boxOf = async (index: number) => {
    const box = await names.nth(index).boundingBox()
    if (!box) throw new Error('it is not in sight')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y }
  }
  const [first, second] = await names.allInnerTexts()
  const at = await boxOf(1)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  const top = await boxOf(0)
  await page.mouse.move(top.x, top.y, { steps: 4 })
  await page.mouse.move(top.x, top.top - 12, { steps: 4 })
  await page.mouse.up()
  await expect(names.nth(0)).toHaveText(second as string)
  const last = await boxOf((await names.count()) - 1)
  await page.mouse.move(last.x, last.y, { steps: 12 })
  await expect(names.nth(0)).toHaveText(second as string)
  await expect(names.nth(1)).toHaveText(first as string)
})

test('a list is sorted by buttons alone, and the pressed button keeps the focus @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.articles())
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  const panel = page.getByRole('dialog')
  const names = panel.getByRole('listitem')
  const [first, second, ...others] = await names.allInnerTexts()
  const later = panel.getByRole('button', { name: `${first}: later` })
  await later.click()
  await expect(names).toHaveText([second, first, ...others] as string[])
  await expect(later).toBeFocused()
  const earlier = panel.getByRole('button', { name: `${second}: earlier` })
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(earlier).toBeFocused()
  await expect(names).toHaveText([second, first, ...others] as string[])
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Save the order' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.locator('.data-open')).toHaveText([second, first, ...others] as string[])
})
