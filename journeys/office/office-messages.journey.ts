import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { isPhone } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('Escape closes a message wherever the focus is, and leaving the page removes it @desk', async ({
  page,
  site,
}) => {
  await page.clock.install()
  await startStaffSession(page, site, 'owner')
  const sentence = 'Please try that again in a moment'
  await page.route('**/api/Office/Business/checkMail', route =>
    route.fulfill({ json: { code: 400, msg: sentence, data: null } }),
  )
  await visit(page, addresses.setUp({ step: 'mail' }))
  const send = page.getByRole('button', { name: 'Send me a test' })
  const message = page.getByRole('region', { name: 'Messages' }).getByText(sentence)
  await send.press('Enter')
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(send).toBeFocused()
  await send.press('Enter')
  await expect(message).toBeVisible()
  await page.clock.runFor(5_100)
  await page.getByRole('link', { name: /^Next: / }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Venues and ages' })).toBeVisible()
  await expect(message).toHaveCount(0)
})

/** Finds controls that a message covers, however far the page is scrolled. */
const findCovered = (page: Page) =>
  page.evaluate(async () => {
    const shown = document.querySelector('dialog:modal') ?? document
    const pressed = [
      ...shown.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, select, summary'),
    ].filter(one => !one.closest('.messages, .undo-place') && one.checkVisibility())
    const isCovered = (one: HTMLElement) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      return Boolean(over?.closest('.message, .undo-bar'))
    }
    const covered: string[] = []
    for (const one of pressed.filter(isCovered)) {
      one.scrollIntoView({ block: 'center' })
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      if (isCovered(one)) covered.push(one.outerHTML.slice(0, 120))
    }
    return covered
  })

test('messages do not cover buttons: “+ New”, Save, the bottom bar or Undo', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'owner')
  const name = `Caps to be removed ${Date.now()} ${test.info().project.name}`
  const told = page.getByRole('region', { name: 'Messages' }).locator('.message')
  for (const width of isPhone(page) ? [390, 768] : [1280]) {
    await page.setViewportSize({ width, height: 844 })
    await api.categories.save({ name, imagePath: '', isActive: true })
    // A list, with its “New category” and the “+ New” button of all pages.
    await visit(page, addresses.categories())
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Remove this category' }).click()
    await page.getByRole('button', { name: 'Remove the category' }).click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a list`).toEqual([])
    // A form with Save at its foot.
    await visit(page, addresses.setUp({ step: 'business' }))
    await page.route('**/api/Office/Business/saveDetails', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a form`).toEqual([])
    await page.unroute('**/api/Office/Business/saveDetails')
    // A long form whose Save stays at the foot of the window.
    await page.route('**/api/Office/Planner/saveClass', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    const [date] = await api.planner.week({ from: today(), to: addDays(today(), 7) })
    await visit(page, addresses.plannedClass({ id: date?.offeringId as number }))
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Name', { exact: true }).fill('Jive')
    await save.click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a long form`).toEqual([])
    await save.click({ trial: true })
    // A panel with a long form; more content follows below its Save.
    await page.route('**/api/Office/Venues/save', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    await leaveUnsaved(page, () => visit(page, addresses.venues()))
    await page.locator('.data-open').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a drawer`).toEqual([])
    await page.unroute('**/api/Office/Venues/save')
  }
})

test('messages are below a short panel’s Save, above a phone’s keyboard, and not on its field @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.route('**/api/Office/Families/changeEmail', route =>
    route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
  )
  const [family] = (await api.families.list({ after: '' })).items
  await visit(page, addresses.family({ id: family?.accountId as number }))
  await page.getByRole('button', { name: 'Change email address' }).click()
  const email = page.getByRole('dialog').getByRole('textbox')
  await email.fill('new.address@example.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the address' }).click()
  const told = page.getByRole('region', { name: 'Messages' }).locator('.message')
  await expect(told).toBeVisible()
  const field = await email.boundingBox()
  await expect
    .poll(async () => (await told.boundingBox())?.y)
    .toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
})

test('the title matches the address, however quickly or late the page loads @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.orders())
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(page).toHaveTitle('Orders · Office')
  const answer = await holdBack(page, '**/api/Office/Families/get')
  await page.evaluate(
    ([first, second]) => {
      for (const to of [first, second]) document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click()
    },
    [addresses.enquiries(), addresses.families()] as const,
  )
  await expect(page).toHaveTitle('Families · Office')
  await expect(page).toHaveURL(new RegExp(`${addresses.families()}$`))
  await page.locator('.data-open').first().click()
  await expect(page).toHaveTitle('Family · Office')
  answer()
  await expect(page).not.toHaveTitle('Family · Office')
  await expect(page).toHaveTitle(/ · Office$/)
})
