import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { newPerson, type Person, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes a customer who has paid for products that are not sent yet. */
async function makeParcel(
  page: Page,
  site: string,
): Promise<{ person: Person; number: string; what: string }> {
  const person = await newPerson(site, 'Robyn', [])
  const [product] = (await person.api.shop.products({ isPopular: true })).items
  const { orderNumber } = await person.api.shop.placeProduct({
    ...{ productId: product?.id as number, quantity: 2, fullName: 'Robyn Hart' },
    ...{ address: '4 Elm Lane, Bristol', postcode: 'bs6 6aa', mobile: '07700 900188' },
  })
  await pay(page, person, orderNumber)
  return { person, number: orderNumber, what: `2 × ${product?.name}` }
}

/** Records what is printed. */
const noteWhatIsPrinted = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      document.title = 'Printed'
    }
  })

const endPrinting = async (page: Page) => {
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
}

test('the front desk prints and sends a parcel, and the customer is told once', async ({ page, site }) => {
  const { person, number, what } = await makeParcel(page, site)
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.toSend())
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Robyn Hart')
  await expect(row).toContainText('4 Elm Lane, Bristol, BS6 6AA')
  await expect(row).toContainText(what)
  await expect(row.getByRole('link', { name: '07700 900188' })).toHaveAttribute('href', 'tel:07700900188')

  await row.getByRole('checkbox').check()
  await expectAccessible(page, 24)
  await noteWhatIsPrinted(page)
  await page.getByRole('button', { name: 'Print labels' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('4 Elm Lane', { exact: true })).toBeVisible()
  await expect(page.getByText('BS6 6AA', { exact: true })).toBeVisible()
  await expect(row).toBeHidden()
  await endPrinting(page)
  await page.getByRole('button', { name: 'Print packing list' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Packing list' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: what }).first()).toBeVisible()
  await expect(page.getByText(`Order ${number}`)).toBeVisible()
  await endPrinting(page)

  await page.getByRole('button', { name: 'Mark as sent' }).click()
  const question = page.getByRole('dialog', { name: `Mark order ${number} as sent?` })
  await expect(question).toContainText('This cannot be undone')
  await expectAccessible(page, 24)
  await question.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('1 order is marked as sent')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await readMail(site, person.email, /^Your order is on its way$/)).toMatchObject({
    text: expect.stringContaining(what),
  })

  await visit(page, addresses.order({ number }))
  await expect(page.locator('.state-word').getByText(/^Sent /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
})

test('sending a parcel that a colleague has just sent says so, and does not mail again @phone', async ({
  page,
  site,
}) => {
  const { person, number } = await makeParcel(page, site)
  const api = await startStaffSession(page, site, 'frontDesk')
  const { fullName } = await api.session.me({})
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  expect(await api.parcels.markSent({ numbers: [number] })).toEqual({ sent: 1, left: [] })
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText(`${number}: ${fullName} marked this order as sent on`)).toBeVisible()
  await readMail(site, person.email, /^Your order is on its way$/)
  const mails = (await (
    await fetch(`${site}/dev/mailbox.json?to=${encodeURIComponent(person.email)}`)
  ).json()) as { subject: string }[]
  expect(mails.filter(({ subject }) => subject === 'Your order is on its way')).toHaveLength(1)
})
