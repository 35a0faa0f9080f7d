import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/office/addresses.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { press, tabTo } from '../by-keyboard.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('set-up steps that fail can be tried again; an offline press is sent once online @phone', async ({
  page,
  site,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await startStaffSession(page, site, 'owner')
  const broken = { code: 400, msg: 'Please try that again in a moment', data: null }
  for (const [step, call] of [
    ['mail', 'Business/mail'],
    ['open', 'Business/get'],
  ] as const) {
    await page.route(`**/api/Office/${call}`, route => route.fulfill({ json: broken }))
    await visit(page, addresses.setUp({ step }))
    await expect(page.getByText(broken.msg)).toBeVisible()
    await page.unroute(`**/api/Office/${call}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(broken.msg)).toHaveCount(0)
  }
  await visit(page, addresses.setUp({ step: 'mail' }))
  await page.getByLabel('Send it to').fill('owner@example.test')
  await context.setOffline(true)
  const press = page.getByRole('button', { name: 'Send me a test' })
  await press.click()
  await expect(page.getByText(officeSentences.offline)).toBeVisible()
  await context.setOffline(false)
  await press.click()
  await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible()
  await expect(page.getByText(officeSentences.offline)).toHaveCount(0)
  await expect(page.getByText(/^Saved/)).toHaveCount(0)
})

test('a logo is cropped like any picture, and joins the library under the business’s name @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  await visit(page, addresses.setUp({ step: 'look' }))
  const field = page.getByRole('group', { name: 'Logo', exact: true })
  const choose = field.getByRole('button', { name: /(Choose a|Change the) picture/ })
  await tabTo(page, choose)
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#8a3fa0' } })
    .png()
    .toBuffer()
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const cut = page.getByRole('dialog', { name: 'Crop the picture' })
  await expect(cut.getByLabel('What is kept')).toBeVisible()
  await press(page, cut.getByRole('button', { name: 'Use this picture' }))
  await expect(field.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await expect(choose).toBeFocused()
  await visit(page, addresses.pictures())
  const { name } = await api.business.get({})
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  await expect(pictures.filter({ hasText: name }).first()).toBeVisible()
})

test('saving the business conflicts with a colleague’s save, not with the user’s earlier one @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  await visit(page, addresses.business())
  // Types the present values again, because other journeys read the same business.
  const type = async (field: Locator) => field.fill(await field.inputValue())
  const forms = page.locator('.edit-form')
  const details = forms.filter({ has: page.getByLabel('Phone') })
  const look = forms.filter({ has: page.getByLabel('Colour', { exact: true }) })
  const save = (form: Locator) => form.getByRole('button', { name: 'Save', exact: true }).click()
  const isSaved = (form: Locator) => expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await type(details.getByLabel('Phone'))
  await type(look.getByLabel('Colour', { exact: true }))
  await save(details)
  await isSaved(details)
  await save(look)
  await isSaved(look)

  await type(details.getByLabel('Phone'))
  await type(look.getByLabel('Colour', { exact: true }))
  const { version, logo, footerLogo, accent } = await api.business.get({})
  await api.business.saveLook({ version, logo, footerLogo, accent })
  const meanwhile = page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })
  for (const form of [details, look]) {
    await save(form)
    await meanwhile.getByRole('button', { name: 'Save mine' }).click()
    await expect(meanwhile).toHaveCount(0)
    await isSaved(form)
  }
})

test('the set-up shows the tax to the owner; other roles read that only the owner sets it @desk', async ({
  page,
  site,
}) => {
  for (const role of ['owner', 'manager'] as const) {
    await startStaffSession(page, site, role)
    await visit(page, addresses.setUp({ step: 'tax' }))
    const count = role === 'owner' ? 1 : 0
    await expect(page.getByText(businessSentences.vatIsTheOwners)).toHaveCount(1 - count)
    await expect(page.getByLabel('VAT number')).toHaveCount(count)
    await expect(page.getByText(/press Save/)).toHaveCount(count)
  }
})
