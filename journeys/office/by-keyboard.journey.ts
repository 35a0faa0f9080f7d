import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { press, tabTo, typeInto } from '../by-keyboard.ts'
import { holdBack } from '../calls-of-page.ts'
import { pay } from '../kinds.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Finds something with the search, from any page, and opens it. */
async function goBySearch(page: Page, words: string, wanted: string | RegExp): Promise<void> {
  await goBySearchToPanel(page, words, wanted)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function goBySearchToPanel(page: Page, words: string, wanted: string | RegExp): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(words)
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true })
  await expect(found).toContainText(wanted)
  await page.keyboard.press('Enter')
}

test('by keyboard: a family is found, and its notes are opened with a reason @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.today())
  await goBySearch(page, 'megan', 'Megan Bennett')
  await expect(page.getByRole('heading', { level: 1, name: 'Megan Bennett' })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Children', exact: true }))
  const show = page.getByRole('button', { name: 'Show medical notes' }).first()
  await press(page, show)
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await typeInto(page, dialog, { 'Another reason': 'Her teacher asks' })
  await press(page, dialog.getByRole('button', { name: 'Show the notes' }))
  // The notes replace the button and take its focus.
  await expect(page.getByLabel('Medical notes', { exact: true })).toBeFocused()
})

test('by keyboard: the palette finds a class, a family and an action of the page @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const [session] = await api.planner.week({ from: today(), to: addDays(today(), 7) })
  // The title of a date starts with the name of its class.
  const [title = ''] = (session?.title ?? '').split(', ')
  await visit(page, addresses.today())
  await goBySearch(page, title.toLowerCase(), title)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)

  await visit(page, addresses.today())
  await goBySearch(page, 'megan', 'Megan Bennett')
  await expect(page.getByRole('heading', { level: 1, name: 'Megan Bennett' })).toBeVisible()
  await goBySearch(page, 'history', 'History')
  await expect(page).toHaveURL(/\/history$/)
})

test('by keyboard: Enter before the results arrive opens the typed entry @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const [zebra, zither] = [freshName('Zebra'), freshName('Zither')]
  await makeClass(api, zebra)
  await makeClass(api, zither)
  await visit(page, addresses.today())
  const box = page.getByRole('combobox', { name: 'Search' })
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true })
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await box.fill(zebra)
  await expect(found).toContainText(zebra)
  await box.fill(zither)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: zither })).toBeVisible()

  // Letters typed after Enter do not count as part of the search.
  const letAnswer = await holdBack(page, '**/api/Office/Planner/search')
  await page.keyboard.press('Control+k')
  await box.fill(zebra.slice(0, -1))
  await page.keyboard.press('Enter')
  await box.fill(zither)
  letAnswer()
  await expect(found).toContainText(zither)
  await expect(box).toBeVisible()
})

test('by keyboard: “new venue” is found, and its form opens on the first field @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.today())
  for (const [one, first] of [
    ['venue', 'Name'],
    ['age group', 'Name'],
    ['term', 'Name'],
    ['code', 'Code'],
  ] as const) {
    await goBySearchToPanel(page, `new ${one}`, `New ${one}`)
    const panel = page.getByRole('dialog', { name: `New ${one}` })
    await expect(panel.getByRole('textbox', { name: first, exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/new=/)
  }
  // On the list itself, opening the form adds no history entry.
  await goBySearchToPanel(page, 'new code', 'New code')
  await expect(page.getByRole('dialog', { name: 'New code' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${addresses.terms()}$`))
  // The steps of a finished set-up are not found.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('card payments')
  await expect(page.getByText('Nothing found for “card payments”')).toBeVisible()

  await startStaffSession(page, site, 'frontDesk')
  await visit(page, `${addresses.venues()}?new=yes`)
  await expect(page.getByRole('heading', { level: 1, name: 'Venues' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Venues' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('by keyboard: an enquiry is marked as answered, and the mark is undone @desk', async ({
  page,
  site,
  visitor,
}) => {
  const title = `Shoes for ${Date.now()}`
  const words = { name: 'Sam', contact: 'sam@example.test', content: 'Which shoes does she need?' }
  await visitor.enquiries.sendFeedback({ ...words, title })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await goBySearch(page, 'enquiries', 'Enquiries')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toBeVisible()
  const opener = row.locator('.data-open')
  for (let presses = 0; presses < 60 && !(await opener.evaluate(one => one.matches(':focus'))); presses++) {
    await page.keyboard.press('j')
  }
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Answered elsewhere' }))
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row).toBeVisible()
})

test('by keyboard: a colleague is invited @desk', async ({ page, site }) => {
  const email = `keys-${Date.now()}@example.test`
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.today())
  await goBySearch(page, 'staff', 'Staff')
  await press(page, page.getByRole('button', { name: 'Invite somebody' }))
  await typeInto(page, page.getByRole('dialog'), { Email: email })
  await tabTo(page, page.getByRole('dialog').getByLabel('Role'))
  await page.keyboard.type('Teacher')
  await press(page, page.getByRole('button', { name: 'Send the invitation' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email)
  await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeFocused()
})

test('by keyboard: two dates of a week are selected and one key opens the bulk actions @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, `${addresses.planner()}?view=list`)
  await expect(page.locator('.data-open').nth(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('.data-open').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const key of ['x', 'j', 'x', 's']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'Change 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Change 2 dates' })
  await expect(panel.getByLabel('Price', { exact: true })).toBeFocused()
  await page.keyboard.type('9.50')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change 2' })).toBeFocused()
})

test('by keyboard: a date is cancelled and undone, then part of its money is refunded @desk', async ({
  page,
  site,
}) => {
  test.slow()
  const owner = await startStaffSession(page, site, 'owner')
  const { offeringId, sessionId } = await makeClass(owner, freshName('Lanterns'), {
    date: addDays(today(), 52),
  })
  const person = await newPerson(site, 'Robyn', ['Wren'])
  const { orderNumber: number } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, number)

  await visit(page, addresses.sessionTab({ id: sessionId, tab: 'details' }))
  await press(page, page.getByRole('button', { name: 'Cancel the date' }))
  const panel = page.getByRole('dialog', { name: 'Cancel the date', exact: true })
  await expect(panel.getByLabel('Settle the places')).toBeFocused()
  await expect(panel.getByRole('row', { name: 'Back to cards' })).toContainText('£8.50 to 1 card')
  await typeInto(page, panel, { 'Note to the families': 'The hall is flooded.' })
  await press(page, panel.getByRole('button', { name: 'Cancel the date' }))
  const question = page.getByRole('dialog', { name: 'Cancel the date?', exact: true })
  // Pressing Enter once too often cancels nothing.
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Cancel the date' }))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('A cancelled date')
  await press(page, main.getByRole('button', { name: 'Undo' }))
  await expect(main.getByRole('status').first()).toContainText('Everything is as before')

  await visit(page, addresses.order({ number }))
  await press(page, page.getByRole('button', { name: 'Refund', exact: true }))
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true })
  await typeInto(page, refund, { 'Amount (£)': '3.50', Reason: 'The hall was cold' })
  await press(page, refund.getByRole('button', { name: 'Refund £3.50' }))
  await expect(page.getByText('£3.50 goes back to the card', { exact: true })).toBeVisible()
  await expect(refund).toBeHidden()
})
