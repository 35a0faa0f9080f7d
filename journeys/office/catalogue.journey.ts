import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/addresses.ts'
import * as office from '#contract/office/addresses.ts'
import { expect, test } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

const findNoBarrier = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
const saveAndSee = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

test('a venue and its room are made, put in order by the keyboard, and switched off', async ({ page, site }, {
  project,
}) => {
  const [venue, room] = [`Hall of ${project.name}`, `Studio of ${project.name}`]
  await enterOffice(page, site, 'manager')
  await page.goto(office.venues())
  await page.getByRole('button', { name: 'New venue' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Name is needed')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill(venue)
  await page.getByRole('textbox', { name: 'Link to a map' }).fill('maps.example.test')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The link must begin with https://')).toBeVisible()
  await findNoBarrier(page)
  await page.getByRole('textbox', { name: 'Link to a map' }).fill('https://maps.example.test/hall')
  await saveAndSee(page, venue)

  await page.getByRole('button', { name: 'Put in order' }).click()
  const names = page.getByRole('dialog').getByRole('listitem')
  await names.filter({ hasText: venue }).getByRole('button').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(names.filter({ hasText: venue }).getByRole('button')).toBeFocused()
  const ordered = await names.allInnerTexts()
  await findNoBarrier(page)
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.data-open')).toHaveText(ordered)

  await page.goto(office.rooms())
  await page.getByRole('button', { name: 'New room' }).first().click()
  await page.getByLabel('Venue').selectOption(venue)
  await page.getByRole('textbox', { name: 'Name' }).fill(room)
  await page.getByLabel('Holds').fill('14')
  await saveAndSee(page, room)
  await page.getByRole('button', { name: room }).click()
  await page.getByRole('checkbox', { name: 'Offered' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: room })).toContainText('Switched off')
})

test('a type gets a cut picture and rich text, is looked at first, and is then on the site', async ({
  page,
  site,
}, { project }) => {
  const name = `Juggling of ${project.name}`
  const red = { create: { width: 900, height: 900, channels: 3 as const, background: '#c23f1b' } }
  await enterOffice(page, site, 'manager')
  await page.goto(office.types())
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
  await findNoBarrier(page)
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
  await findNoBarrier(page)

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Three balls' })).toBeVisible()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Close' }).click()
  await saveAndSee(page, name)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('textbox', { name: 'Details' }).locator('h2 strong')).toHaveText('Three balls')
})

test('a product is received, counted and written off with a reason', async ({ page, site }) => {
  await enterOffice(page, site, 'frontDesk')
  await page.goto(office.products())
  await expect(page.getByRole('button', { name: 'New product' })).toHaveCount(0)
  await page.getByRole('row', { name: 'Painted maracas' }).getByRole('button', { name: 'Stock' }).click()
  const panel = page.getByRole('dialog')
  const toBeHad = async () =>
    Number(/^\d+/.exec((await panel.getByRole('status').first().textContent()) ?? '')?.[0])
  const before = await toBeHad()
  await panel.getByRole('textbox', { name: 'Pieces' }).fill('10')
  await panel.getByRole('button', { name: 'Receive' }).click()
  await expect(panel.getByText('+10')).toBeVisible()
  expect(await toBeHad()).toBe(before + 10)
  // The next change can be typed at once.
  await expect(panel.getByRole('textbox', { name: 'Pieces' })).toBeFocused()
  await panel.getByLabel('What happened').selectOption('Written off')
  await panel.getByRole('textbox', { name: 'Pieces' }).fill('4')
  await panel.getByRole('button', { name: 'Write off' }).click()
  await expect(panel.getByText('Please say why')).toBeVisible()
  await findNoBarrier(page)
  await panel.getByRole('textbox', { name: 'Note' }).fill('Fell off the van')
  await panel.getByRole('button', { name: 'Write off' }).click()
  await expect(panel.getByText('Fell off the van')).toBeVisible()
  expect(await toBeHad()).toBe(before + 6)
})

test('a product’s row opens what it is, and its button what there is of it', async ({ page, site }) => {
  await enterOffice(page, site, 'manager')
  await page.goto(office.products())
  const row = page.getByRole('row', { name: 'Painted maracas' })
  await row.getByRole('button', { name: 'Painted maracas' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('Painted maracas')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Stock' }).click()
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Stock: Painted maracas')
})

test('a code and a pack are made, and what is wrong with them stands at their fields', async ({
  page,
  site,
}, { project }) => {
  const code = `AUTUMN${project.name}`.toUpperCase()
  await enterOffice(page, site, 'owner')
  await page.goto(office.codes())
  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await page.getByLabel('First day').fill('2026-11-01')
  await page.getByLabel('Last day').fill('2026-12-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Give either a percentage from 1 to 100 or an amount').first()).toBeVisible()
  await expect(page.getByText('Choose what the code is for').first()).toBeVisible()
  await findNoBarrier(page)
  await page.getByLabel('Per cent off').fill('15')
  await page.getByRole('checkbox', { name: 'Class', exact: true }).check()
  await saveAndSee(page, code)

  const pack = `Pack of ${project.name}`
  await page.goto(office.packs())
  await page.getByRole('button', { name: 'New pack' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(pack)
  await page.getByLabel('Credits').fill('7')
  await page.getByLabel('Price').fill('59.50')
  await saveAndSee(page, pack)
  await page.goto(addresses.classPacks())
  await expect(page.getByText(pack).first()).toBeVisible()
})

test('a text of the site is changed, seen by parents, and brought back', async ({ page, site }) => {
  await enterOffice(page, site, 'manager')
  await page.goto(office.texts())
  const open = () => page.getByRole('button', { name: 'About us', exact: true }).click()
  await open()
  const text = page.getByRole('textbox', { name: 'About us' })
  const before = (await text.textContent()) ?? ''
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('We moved house. ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(addresses.about())
  await expect(page.getByText('We moved house.')).toBeVisible()
  await page.goto(office.texts())
  await open()
  await page.getByText('Earlier versions').click()
  await page.getByRole('button', { name: 'Bring back' }).nth(1).click()
  await expect(page.getByRole('textbox', { name: 'About us' })).toHaveText(before)
  await findNoBarrier(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(addresses.about())
  await expect(page.getByText('We moved house.')).toHaveCount(0)
})
