import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as office from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

const saveAndSee = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The entry is listed while its panel is still closing.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

test('a type gets a cropped picture and rich text, is previewed, and then appears on the site', async ({
  page,
  site,
}, { project }) => {
  const name = `Juggling of ${project.name}`
  const red = { create: { width: 900, height: 900, channels: 3 as const, background: '#c23f1b' } }
  const api = await startStaffSession(page, site, 'manager')
  await visit(page, office.types())
  await page.getByRole('button', { name: 'New type' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Choose a picture' }).click()
  const picker = page.getByRole('dialog').last()
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await sharp(red).png().toBuffer() })
  await picker.getByLabel('What is kept').focus()
  await page.keyboard.press('ArrowDown')
  await picker.getByRole('button', { name: 'Use this picture' }).click()
  await expect(picker.getByRole('alert')).toHaveText('Describe the picture for people who cannot see it')
  await expectAccessible(page, 24)
  await picker.getByLabel('Describe the picture').fill('A red cloth')
  await picker.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()

  const details = page.getByRole('textbox', { name: 'Details' })
  await details.click()
  await page.getByRole('toolbar').last().getByRole('button', { name: 'Heading', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar').last().getByRole('button', { name: 'Heading', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('toolbar').last().getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Three balls')
  await expect(details.locator('h2 strong')).toHaveText('Three balls')
  await page.getByRole('toolbar').last().getByRole('button', { name: 'Picture' }).click()
  await picker.getByRole('button', { name: 'A red cloth' }).first().click()
  await expect(details.getByRole('img', { name: 'A red cloth' })).toBeVisible()
  await expectAccessible(page, 24)

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Three balls' })).toBeVisible()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Close' }).click()
  await saveAndSee(page, name)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('textbox', { name: 'Details' }).locator('h2 strong')).toHaveText('Three balls')
  // The picture's size is saved with the text, so that a page can reserve its room.
  const made = (await api.types.list({})).find(type => type.name === name)
  expect(made?.detailsHtml).toMatch(/<img[^>]* width="\d+" height="\d+"/)
})

test('a new type shows its ages and teacher; form and list say that it has no picture', async ({
  page,
  site,
}, { project }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, office.types())
  await page.getByRole('button', { name: 'New type' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Ages, in words' }).focus()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('textbox', { name: 'Teacher, in words' })).toBeFocused()
  const picture = panel.getByRole('group', { name: 'Picture', exact: true })
  await expect(picture).toContainText(
    'Picture wanted. Until there is one, parents see its card without a picture',
  )
  const type = `Maypole dancing of ${project.name}`
  await panel.getByRole('textbox', { name: 'Name' }).fill(type)
  await panel.getByLabel('Kind').selectOption({ label: 'Event' })
  await saveAndSee(page, type)
  const row = page.getByRole('row', { name: type })
  await expect(row).toContainText('Picture wanted')
  await expect(page.getByRole('row', { name: /Toddle & Tumble/ })).not.toContainText('Picture wanted')
  await row.getByRole('button').click()
  await panel.getByRole('checkbox', { name: 'Offered' }).uncheck()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('Switched off')
  await expect(row).not.toContainText('Picture wanted')
})
