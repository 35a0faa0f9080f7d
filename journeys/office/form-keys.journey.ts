import * as addresses from '#contract/office/addresses.ts'
import { press, tabTo } from '../by-keyboard.ts'
import { expect, test, visit } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

// `selectOption` tells "input" and "change" in one breath: what is drawn between the two is only met by keys.
test('the choices of a new class are made by keyboard, and stay', async ({ page, site }) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.newClass())
  for (const name of ['Type', 'Venue', 'Age', 'Term', 'Weeks']) {
    const choice = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
    await tabTo(page, choice)
    const before = await choice.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(choice).not.toHaveValue(before)
    const chosen = await choice.inputValue()
    // What the choice changes elsewhere has been drawn by the next key.
    await page.keyboard.press('Tab')
    await expect(choice).toHaveValue(chosen)
  }
})

test('what is unsaved is asked about however it is left, and skipping to the page is no leaving @desk', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  await tabTo(page, name)
  await page.keyboard.type('Barre')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const leaveByPalette = async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Today')
    await page.keyboard.press('Enter')
  }
  await leaveByPalette()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  // It begins with the answer that loses nothing.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(name).toHaveValue('Barre')
  await leaveByPalette()
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(page).toHaveURL(new RegExp(`${addresses.today()}$`))
  await visit(page, addresses.newClass())
  await expect(name).toHaveValue('')
})

test('a panel begins with its first field, and no step of the focus falls to nothing @desk', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.terms())
  await press(page, page.getByRole('button', { name: 'New term' }))
  const panel = page.getByRole('dialog', { name: 'New term' })
  await expect(panel.getByLabel('Name')).toBeFocused()
  await press(page, panel.getByRole('button', { name: 'Add a closure' }))
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
  await page.keyboard.type('Fair')
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toHaveValue('Fair')
  // The button goes with what it takes away.
  await press(page, panel.getByRole('button', { name: 'Take Fair away' }))
  await expect(panel.getByRole('heading', { name: 'New term' })).toBeFocused()

  await visit(page, addresses.setUp({ step: 'business' }))
  await press(page, page.getByRole('link', { name: /^Look(, done)?$/ }))
  await expect(page.getByRole('heading', { name: 'Look', exact: true })).toBeFocused()
})
