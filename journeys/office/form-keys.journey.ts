import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { press, tabTo } from '../by-keyboard.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

// Uses keys, because `selectOption` sends “input” and “change” at once, and the form could not
// render between them.
test('choices for a new class are made by keyboard, and stay @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  for (const name of ['Type', 'Venue', 'Age', 'Term', 'Weeks']) {
    const choice = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
    await tabTo(page, choice)
    const before = await choice.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(choice).not.toHaveValue(before)
    const chosen = await choice.inputValue()
    // The change of the other fields has been rendered by the next key press.
    await page.keyboard.press('Tab')
    await expect(choice).toHaveValue(chosen)
  }
})

test('leaving unsaved changes in any way asks first; the skip link does not leave @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
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
  // The focus starts on the answer that loses nothing.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(name).toHaveValue('Barre')
  await leaveByPalette()
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(page).toHaveURL(new RegExp(`${addresses.today()}$`))
  // Neither the palette nor the guarded form left a history entry: each step back leads to a page.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${addresses.newClass()}$`))
  await page.goBack()
  await expect(page).not.toHaveURL(new RegExp(`${addresses.newClass()}$`))
  await visit(page, addresses.newClass())
  await expect(name).toHaveValue('')
})

test('a page with two unsaved forms asks once; saving one leaves only the other to ask about @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.business())
  const phone = page.getByLabel('Phone')
  const vatNumber = page.getByLabel('VAT number')
  const typed = async (field: Locator) => field.fill(await field.inputValue())
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const leave = () => page.getByRole('link', { name: 'Staff', exact: true }).click()
  await typed(phone)
  await vatNumber.fill('GB')
  await page.locator('.edit-form').filter({ has: phone }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(question).toHaveCount(0)
  await typed(phone)
  await leave()
  await expect(question).toHaveCount(1)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(vatNumber).toHaveValue('GB')
  await leave()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)
  // The form left no history entry: one step back leads to a page.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Business', level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('a panel focuses its first field, and the focus is never lost @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.terms())
  const opener = page.getByRole('button', { name: 'New term' })
  const before = await opener.boundingBox()
  await press(page, opener)
  const panel = page.getByRole('dialog', { name: 'New term' })
  expect(await opener.boundingBox()).toEqual(before)
  await expect(panel.getByLabel('Name')).toBeFocused()
  await press(page, panel.getByRole('button', { name: 'Add a closure' }))
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
  await page.keyboard.type('Fair')
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toHaveValue('Fair')
  // The button disappears with its closure, so the focus moves to “Add a closure”.
  await press(page, panel.getByRole('button', { name: 'Remove Fair' }))
  await expect(panel.getByRole('button', { name: 'Add a closure' })).toBeFocused()

  await visit(page, addresses.setUp({ step: 'business' }))
  await press(page, page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /^Look/ }))
  await expect(page.getByRole('heading', { name: 'Look', exact: true })).toBeFocused()
})

test('focus starts at a panel’s name, picture button or description; Save stays visible', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.types())
  await press(page, page.getByRole('button', { name: 'New type' }).first())
  const panel = page.getByRole('dialog', { name: 'New type' })
  // The focus is in Name, so a key press does not change the kind.
  await expect(panel.getByLabel('Name')).toBeFocused()
  const save = panel.getByRole('button', { name: 'Save' })
  const before = await save.boundingBox()
  await panel.getByText('More', { exact: true }).scrollIntoViewIfNeeded()
  await panel.locator('.dialog-body').evaluate(body => body.scrollTo(0, body.scrollHeight))
  expect(await save.boundingBox()).toEqual(before)

  const choose = page.getByRole('group', { name: 'Picture', exact: true }).getByRole('button').first()
  await choose.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  const upload = picker.getByRole('button', { name: 'Upload a picture' })
  await expect(upload).toBeFocused()
  // The toolbar around the buttons is no tab stop.
  await page.keyboard.press('Shift+Tab')
  await expect(picker.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(upload).toBeFocused()
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a3fa0' } })
    .png()
    .toBuffer()
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer })
  const words = page.getByRole('dialog', { name: 'Crop and describe it' }).getByLabel(/^Describe/)
  await expect(words).toBeFocused()
  // Escape closes a dialog without a description at once. Later, a described crop asks first.
  await page.keyboard.press('Escape')
  await expect(words).toHaveCount(0)
  await expect(choose).toBeFocused()
  await choose.press('Enter')
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer })
  await words.fill('Two dancers')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Another picture' }).press('Enter'),
  ]) {
    await leave()
    await press(page, question.getByRole('button', { name: 'Cancel' }))
    await expect(question).toHaveCount(0)
    await expect(words).toHaveValue('Two dancers')
  }
  await page.keyboard.press('Escape')
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(words).toHaveCount(0)
  await expect(choose).toBeFocused()
})

test('arrows between days keep the focus; a day can be typed digit by digit, zeros too @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  const after = page.getByRole('button', { name: 'The day after' })
  // Repeats this if midnight passed meanwhile.
  await expect(async () => {
    await visit(page, `${addresses.registers()}?date=${addDays(today(), 13)}`)
    await press(page, after)
    await expect(after).toBeDisabled({ timeout: 2_000 })
  }).toPass()
  await expect(after).toBeFocused()

  for (const [address, name] of [
    [addresses.registers(), 'Day'],
    [addresses.planner(), 'Go to a day'],
  ] as const) {
    await visit(page, address)
    const day = page.getByLabel(name, { exact: true })
    await day.focus()
    // The second of February, because browsers differ in the order of day and month.
    await page.keyboard.type('02022027', { delay: 120 })
    await expect(day).toHaveValue('2027-02-02')
    await expect(page).toHaveURL(/=2027-02-02/)
  }
})

test('a new class starts with the term it was opened from, and uses a term made beside it @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const days = { startDate: '2029-01-08', endDate: '2029-03-30' }
  const name = `Spring ${Date.now()} ${test.info().project.name}`
  const { id } = await api.terms.save({ ...days, name, closures: [], keepDates: false })
  await visit(page, `${addresses.planner()}?day=2029-01-08&term=${id}`)
  await page.getByRole('link', { name: 'New class' }).first().click()
  const chosen = page.getByRole('combobox', { name: /^Term/ }).locator('option:checked')
  await expect(chosen).toHaveText(name)
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  await expect(from).toHaveValue(days.startDate)
  await expect(to).toHaveValue(days.endDate)

  await page.getByRole('button', { name: 'New term' }).click()
  const panel = page.getByRole('dialog', { name: 'New term' })
  await panel.getByLabel('Name').fill(`${name} again`)
  await panel.getByLabel('First day').fill('2029-04-16')
  await panel.getByLabel('Last day').fill('2029-07-06')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(chosen).toHaveText(`${name} again`)
  await expect(from).toHaveValue('2029-04-16')
  await expect(to).toHaveValue('2029-07-06')
})

test('a restored draft asks before it is left, and “Start afresh” resets it @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const isBack = page.getByText('What you typed before is back. It is not saved yet')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const afresh = page.getByRole('button', { name: 'Start afresh' })
  const reload = async () => {
    await leaveUnsaved(page, () => page.reload())
    await expect(isBack).toBeVisible()
  }

  // First in a panel.
  await visit(page, addresses.venues())
  await page.getByRole('button', { name: 'New venue' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New venue' })
  const name = panel.getByLabel('Name')
  await name.fill('Typed hall')
  await reload()
  await expect(name).toHaveValue('Typed hall')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await afresh.click()
  // The focused answer of the question keeps what was typed.
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Typed hall')
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(name).toHaveValue('')
  await expect(isBack).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'New venue' }).first().click()
  await expect(name).toHaveValue('')
  await expect(isBack).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Then on a page, with choices outside the form's own fields.
  await visit(page, addresses.newClass())
  const title = page.getByLabel('Name', { exact: true })
  const type = page.getByRole('combobox', { name: /^Type/ })
  await title.fill('Barre')
  await type.selectOption({ index: 1 })
  await reload()
  await expect(type).not.toHaveValue('')
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  const chooseDay = page.getByText('Please choose the day of each time')
  await expect(chooseDay).toBeVisible()
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(title).toHaveValue('')
  await expect(type).toHaveValue('')
  await expect(chooseDay).toHaveCount(0)
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(page).toHaveURL(new RegExp(`${addresses.today()}$`))
  await visit(page, addresses.newClass())
  await expect(title).toHaveValue('')
  await expect(isBack).toHaveCount(0)

  // A value that was saved shows no notice of a restored draft.
  const { name: saved } = await api.business.get({})
  await visit(page, addresses.setUp({ step: 'business' }))
  const business = page.getByLabel('Trading name')
  await business.fill('Another name')
  await reload()
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(business).toHaveValue(saved)
})

test('a panel restored by a reload asks before it is left @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.venues())
  await page.getByRole('button', { name: 'New venue' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New venue' })
  await panel.getByLabel('Name').fill('Typed hall')
  // As on a busy phone, the browser goes back later than the page asked.
  await page.addInitScript(() => {
    const back = history.back.bind(history)
    const isLate = new Promise(resolve => addEventListener('late', resolve))
    history.back = () => void isLate.then(back)
    addEventListener('popstate', () => {
      if (!history.state?.dialogDepth) document.documentElement.dataset.passed = ''
    })
  })
  const isBack = page.getByText('What you typed before is back. It is not saved yet')
  await leaveUnsaved(page, () => page.reload())
  await expect(isBack).toBeVisible()
  // Until then the browser asks by itself, too.
  await leaveUnsaved(page, () => page.reload())
  await expect(isBack).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('late')))
  await expect(page.locator('html')).toHaveAttribute('data-passed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${addresses.venues()}$`))
})
