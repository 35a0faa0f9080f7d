import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/office/addresses.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('an enquiry closed before “Answered elsewhere” is saved does not go back a page @desk', async ({
  page,
  site,
  visitor,
}) => {
  const title = `Ribbons for ${Date.now()}`
  const words = { name: 'Sam', contact: 'sam@example.test', content: 'Which ribbons does she need?' }
  await visitor.enquiries.sendFeedback({ ...words, title })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await visit(page, addresses.enquiries())
  await page.getByRole('row').filter({ hasText: title }).locator('.data-open').click()
  const panel = page.getByRole('dialog')
  const answer = await holdBack(page, '**/api/Office/Enquiries/setState')
  await panel.getByRole('button', { name: 'Answered elsewhere' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  answer()
  await expect(page.getByText('Marked as answered elsewhere')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Enquiries' })).toBeVisible()
})

test('a save that succeeds while its panel asks about leaving closes the question @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.today())
  await visit(page, addresses.venues())
  await page.getByRole('button', { name: 'New venue' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New venue' })
  const name = `Loft ${Date.now()}`
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  const save = await holdBack(page, '**/api/Office/Venues/save')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toBeVisible()
  save()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Venues' })).toBeVisible()
})

test('a form that is left while it saves closes, and does not disturb the next form @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.venues())
  const panel = page.getByRole('dialog', { name: 'New venue' })
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const fill = async (name: string) => {
    await page.getByRole('button', { name: 'New venue' }).first().click()
    await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  }
  const [first, second] = [`Attic ${Date.now()}`, `Cellar ${Date.now()}`]
  await fill(first)
  const save = await holdBack(page, '**/api/Office/Venues/save')
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
  await expect(page.getByRole('heading', { level: 1, name: 'Venues' })).toBeVisible()
})

test('a saved form closes once its list is reloaded, and reopens as it was saved @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = `Castanets ${Date.now()}`
  await api.categories.save({ name, imagePath: '', isActive: true })
  const panel = page.getByRole('dialog')
  const type = async (row: string, label: string, words: string, [read, list]: [() => unknown, string]) => {
    await page.getByRole('button', { name: row }).click()
    await panel.getByRole('textbox', { name: label }).fill(words)
    const whenClosed = page.evaluate(
      () =>
        new Promise<string>(done => {
          const look = () =>
            document.querySelector('dialog') ?? done(document.querySelector('tbody')?.textContent ?? '')
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
        }),
    )
    const asked = page.waitForRequest(`**/api/Office/${list}`)
    const answer = await holdBack(page, `**/api/Office/${list}`)
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await asked
    // Holds back the answer for as long as a person needs to read it.
    await read()
    answer()
    expect(await whenClosed).toContain(words)
    await page.getByRole('button', { name: row }).click()
    await expect(panel.getByRole('textbox', { name: label })).toHaveValue(words)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  }
  await visit(page, addresses.categories())
  await type(name, 'Name', `${name} and bells`, [() => api.categories.list({}), 'Categories/list'])

  await visit(page, addresses.texts())
  const texts = [() => api.site.texts({}), 'Site/texts'] as [() => unknown, string]
  const { value = '' } = (await api.site.texts({})).find(({ key }) => key === 'title3') ?? {}
  await type('Third heading', 'Third heading', `${value}!`, texts)
  await type('Third heading', 'Third heading', value, texts)
})

/** Presses a button of the panel, closes the panel before the answer arrives, and still expects the message. */
async function closeBeforeTheAnswer(page: Page, { button, answer, said }: Pressed): Promise<void> {
  const panel = page.getByRole('dialog')
  const address = page.url()
  await panel.getByRole('button', { name: button }).click()
  await expect(panel).toHaveCount(1)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  answer()
  await expect(page.getByText(said)).toBeVisible()
  await expect(page).toHaveURL(address)
}
interface Pressed {
  button: string
  answer: () => void
  said: string | RegExp
}

test('removing a picture and dropping its typed text both ask first, even after closing the panel @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.pictures())
  const words = `A plain cloth ${Date.now()} ${Math.random()}`
  const cloth = { create: { width: 300, height: 200, channels: 3 as const, background: '#2b6cb0' } }
  await page.getByRole('button', { name: 'Upload a picture' }).first().click()
  const picker = page.getByRole('dialog')
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await sharp(cloth).png().toBuffer() })
  await picker.getByLabel('Describe the picture').fill(words)
  await picker.getByRole('button', { name: 'Use this picture' }).click()
  await expect(picker).toHaveCount(0)
  await page.getByRole('button', { name: words }).click()
  const typed = page.getByLabel('Describe the picture')
  await typed.fill('Typed')
  const question = page.getByRole('dialog', { name: `Remove “${words}” from the library?` })
  const unsaved = page.getByRole('dialog', { name: 'Please confirm' })
  const remove = page.getByRole('button', { name: 'Remove from the library' })
  await remove.click()
  await question.getByRole('button', { name: 'Go back' }).click()
  await remove.click()
  await question.getByRole('button', { name: 'Remove the picture' }).click()
  await unsaved.getByRole('button', { name: 'Cancel' }).click()
  await expect(unsaved).toHaveCount(0)
  await expect(typed).toHaveValue('Typed')
  await page.keyboard.press('Escape')
  await unsaved.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: words }).click()
  const answer = await holdBack(page, '**/api/Office/Pictures/remove')
  await remove.click()
  await closeBeforeTheAnswer(page, {
    ...{ button: 'Remove the picture', answer },
    said: 'The picture was removed',
  })
  await expect(page.getByRole('button', { name: words })).toHaveCount(0)
})

/**
 * Answers an office call in place of the server when the journey allows it, because the real call would affect other
 * journeys.
 */
async function answerLater(page: Page, call: string, data: object = {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/Office/${call}`, async route => {
    await promise
    await route.fulfill({ json: { code: 1, msg: '', data } })
  })
  return resolve
}

test('calling off a scheduled text is confirmed, even if its panel was closed meanwhile @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  const coming = '"coming":{"id":1,"from":"2099-01-01T00:00:00Z"}'
  await page.route('**/api/Office/Site/texts', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"coming":null', coming) })
  })
  await visit(page, addresses.texts())
  await page.getByRole('row', { name: 'Privacy' }).getByRole('button').click()
  const answer = await answerLater(page, 'Site/withdrawText')
  await closeBeforeTheAnswer(page, {
    ...{ button: 'Call it off', answer },
    said: 'Called off. The present text stays',
  })
})

test('signing a member out is confirmed, even if their panel was closed meanwhile @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.staff())
  await page
    .getByRole('button', { name: /^Change/ })
    .last()
    .click()
  const answer = await answerLater(page, 'Staff/endSessions')
  await closeBeforeTheAnswer(page, {
    ...{ button: 'End their sessions', answer },
    said: /was signed out$/,
  })
})

test('a press is confirmed even if its page was left before the answer @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'owner')
  const name = `Thimbles ${Date.now()}`
  await api.categories.save({ name, imagePath: '', isActive: true })
  const email = `lin.${Date.now()}@example.test`
  await api.staff.invite({ email, role: 'teacher', fullName: '' })
  // As if every step were done and the business not open yet.
  await page.route(/\/api\/Office\/Business\/(get|steps)$/, async route => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace(/"openedAt":"[^"]*"/, '"openedAt":null')
      .replaceAll('"isDone":false', '"isDone":true')
    await route.fulfill({ response, body })
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const told = async (call: string, data: object, presses: string[], said: string) => {
    const answer = await answerLater(page, call, data)
    for (const press of presses) {
      // The answered question is still closing, so the first press on Close does nothing.
      if (press === 'Close') await expect(page.getByRole('dialog')).toHaveCount(1)
      await button(press).last().click()
    }
    await page.locator(`a[href="${addresses.today()}"]`).locator('visible=true').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\w{3} \d/)
    answer()
    await expect(page.getByText(said)).toBeVisible()
  }
  await visit(page, addresses.staff())
  await told('Staff/resend', {}, [`Send again: ${email}`], `A new link was sent to ${email}`)
  await visit(page, addresses.categories())
  const removing = [name, 'Remove this category', 'Remove the category', 'Close']
  await told('Lists/remove', {}, removing, `“${name}” was removed`)
  await visit(page, addresses.setUp({ step: 'texts' }))
  await told('Business/draftTexts', { drafted: 1 }, ['Write drafts'], 'The drafts are written')
  const payments = await holdBack(page, '**/api/Office/Business/checkPayments')
  await visit(page, addresses.setUp({ step: 'open' }))
  await expect(button('Open for bookings')).toHaveAttribute('aria-busy', 'true')
  payments()
  const opening = ['Open for bookings', 'Open without being paid']
  await told('Business/open', {}, opening, 'You are open for bookings')
})
