import * as addresses from '#contract/addresses.ts'
import * as office from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a text of the site is changed, seen by parents and restored; an empty search says so', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.texts())
  const search = page.getByLabel('Search texts')
  await search.fill('Nebuchadnezzar')
  const told = page.getByRole('status').filter({ hasText: 'No text of the site has these words' })
  await expect(told).toBeVisible()
  await search.fill('')
  // The button's name includes the place of the text, because several texts have the same title.
  const open = () => page.getByRole('button', { name: /^About us W/ }).click()
  await open()
  const text = page.getByRole('textbox', { name: 'About us' })
  const before = (await text.textContent()) ?? ''
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('We moved house. ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit(page, addresses.about())
  await expect(page.getByText('We moved house.')).toBeVisible()
  await visit(page, office.texts())
  await open()
  // As if many more changes had been made.
  await page.route('**/api/Office/Site/versions', async route => {
    const answer = (await (await route.fetch()).json()) as { data: object[] }
    const data = [...answer.data, ...Array(20).fill(answer.data[0])].slice(0, 20)
    await route.fulfill({ json: { ...answer, data: data.map((one, at) => ({ ...one, id: at + 1 })) } })
  })
  await page.getByText('Earlier versions').click()
  await expect(page.getByText('These are the newest 20. Older ones are not shown.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring back' }).nth(1).click()
  await expect(page.getByRole('textbox', { name: 'About us' })).toHaveText(before)
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit(page, addresses.about())
  await expect(page.getByText('We moved house.')).toHaveCount(0)
})

test('scheduled terms and conditions are marked, can be called off, and cannot start in the past @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  await visit(page, office.texts())
  const row = page.getByRole('row', { name: 'Terms & Conditions' })
  await row.getByRole('button').click()
  await page.getByRole('textbox', { name: 'Terms & Conditions' }).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('From the new year on. ')
  await page.getByLabel('What changed').fill('The new year')
  const inForce = page.getByLabel('In force from')
  await inForce.fill('2099-01-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toContainText('Another text from Thu 1 Jan 2099')
  await expectAccessible(page, 24)
  await row.getByRole('button').click()
  const refused = { code: 0, msg: 'Not now', data: null }
  await page.route('**/api/Office/Site/versions', route => route.fulfill({ json: refused }), { times: 1 })
  await page.getByText('Earlier versions', { exact: true }).click()
  await expect(page.getByText(refused.msg)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toContainText('The new year')
  await page.getByRole('button', { name: 'Call it off' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).not.toContainText('Another text')
  const coming = async () => (await api.site.texts({})).find(({ key }) => key === 'termsHtml')?.coming
  expect(await coming()).toBeNull()

  await row.getByRole('button').click()
  await inForce.fill(addDays(today(), -1))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(inForce).toBeFocused()
  await expect(inForce).toHaveAccessibleDescription(/Choose a time that is still to come$/)
  await inForce.fill(today())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await coming()).toBeNull()
})

test('removing a link without selecting text removes the whole link @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.types())
  await page.getByRole('button', { name: 'New type' }).click()
  const details = page.getByRole('textbox', { name: 'Details' })
  const tools = page.getByRole('toolbar').last()
  await details.click()
  await page.keyboard.type('See ')
  for (const address of ['https://old.example.test', 'https://other.example.test']) {
    await tools.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('Where the link leads').fill(address)
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(details.getByRole('link', { name: address })).toBeVisible()
  }
  // Part of the first link is bold. It is one link all the same.
  const first = 'https://old.example.test'.length
  const selectPart = async () => {
    await page.keyboard.press('Control+Home')
    for (let step = 0; step < 'See '.length + 3; step++) await page.keyboard.press('ArrowRight')
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowRight')
    return page.evaluate(() => String(getSelection()))
  }
  // Repeats the selection: ProseMirror resets the caret 20 ms after “Set” returns the focus, and
  // these keys are faster.
  await expect.poll(selectPart).toBe('ps://')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await expect(details.locator('strong')).toHaveText('ps://')
  await page.keyboard.press('ArrowRight')
  for (let step = 8; step < first - 2; step++) await page.keyboard.press('ArrowRight')
  await tools.getByRole('button', { name: 'Remove link' }).click()
  await expect(details.getByRole('link')).toHaveText(['https://other.example.test'])
  await expect(details).toHaveText('See https://old.example.testhttps://other.example.test')
  await expect(tools.getByRole('button', { name: 'Link', exact: true })).toBeVisible()
})
