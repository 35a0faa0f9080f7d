import type { Page } from '@playwright/test'
import { orderOf } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { atMostOfPack, atMostPieces, cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { pay } from '../kinds.ts'
import { newPerson, readMail } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes a family that has paid for a pack of ten credits and spent three of them. */
async function makeSpentPack(page: Page, site: string) {
  const person = await newPerson(site, 'Robyn', [])
  const pack = (await person.api.credits.packs()).find(({ credits }) => credits === 10)
  if (!pack) throw new Error('there is no pack of ten')
  const { orderNumber: number } = await person.api.credits.buyPack({ packId: pack.id })
  await pay(page, person, number)
  const owner = await startStaffSession(page, site, 'owner')
  const { order } = await owner.orders.get({ number })
  const spend = (credits: number) =>
    owner.families.grantCredits({ id: order.accountId as number, credits: -credits, reason: 'Spent' })
  await spend(3)
  return { person, owner, number, pence: Math.floor((pack.pricePence * 7) / 10), spend }
}

/** Makes a customer who has paid for two pieces of a product that are not sent yet. */
async function makeParcel(page: Page, site: string) {
  const person = await newPerson(site, 'Robyn', [])
  const [product] = (await person.api.shop.products({ isPopular: true })).items
  if (!product) throw new Error('nothing is popular')
  const { orderNumber: number } = await person.api.shop.placeProduct({
    ...{ productId: product.id, quantity: 2, fullName: 'Robyn Hart' },
    ...{ address: '4 Elm Lane, Bristol', postcode: 'bs6 6aa', mobile: '07700 900188' },
  })
  await pay(page, person, number)
  return { person, number, product }
}

const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`

async function openRefund(page: Page, number: string) {
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  return page.getByRole('dialog', { name: 'Refund' })
}

test('the unspent credits of a pack are refunded pro rata, and the family sees it @desk', async ({
  page,
  context,
  site,
}) => {
  const { person, owner, number, pence } = await makeSpentPack(page, site)
  const panel = await openRefund(page, number)
  await expect(panel.getByText(`7 of 10 credits are left: ${pounds(pence)}`)).toBeVisible()
  await expect(panel.getByRole('status').first()).toContainText(
    `${pounds(pence)} goes back to the card, and 7 credits taken off the family’s account`,
  )
  await expectAccessible(page, 24)
  await panel.getByLabel('Credits given back').fill('8')
  await panel.getByLabel('Reason').fill('They move away')
  await panel.getByRole('button', { name: /^Refund/ }).click()
  await expect(panel.getByText(atMostOfPack(7))).toBeVisible()
  await expect(panel.getByLabel('Credits given back')).toBeFocused()
  await panel.getByLabel('Credits given back').fill('7')
  await panel.getByRole('button', { name: `Refund ${pounds(pence)}` }).click()
  await expect(page.getByText(`${pounds(pence)} goes back to the card`)).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('main').locator('.thing-facts')).toContainText('Credits given back7')
  const lines = page.getByRole('main').locator('.order-line')
  await expect(lines.filter({ hasText: `${pounds(pence)} back to the card` })).toContainText('They move away')
  await expectAccessible(page, 24)
  expect(await readMail(site, person.email, /^Refund for your order$/)).toMatchObject({
    text: expect.stringContaining(
      `For 7 class credits of order ${number}, we have refunded ${pounds(pence)}.`,
    ),
  })

  // What was refunded cannot be refunded again.
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(panel.getByText('7 of 10')).toHaveCount(0)
  await expect(panel.getByLabel('What')).not.toContainText('Unspent credits')
  await page.keyboard.press('Escape')
  const again = { number, pence: 0, leftPence: 0, method: 'card' as const, reference: '', reason: 'Twice' }
  const { leftPence } = await owner.orders.previewRefund({ number })
  await expect(
    owner.orders.refund({ ...again, pence: 100, leftPence, packCredits: { credits: 1, left: 7 } }),
  ).rejects.toThrow(cancelSentences.packSpent)

  await signIn(context, site, person)
  await visit(page, orderOf.pack({ orderNumber: number }))
  await expect(
    page.getByText(/(refunded|is on its way) to your card, 7 credits given back/).first(),
  ).toContainText(pounds(pence))
  await expectAccessible(page)
})

test('a pack whose credits were spent meanwhile is refused with the new figures @phone', async ({
  page,
  site,
}) => {
  const { number, spend } = await makeSpentPack(page, site)
  const panel = await openRefund(page, number)
  await expect(panel.getByText(/^7 of 10 credits are left/)).toBeVisible()
  await panel.getByLabel('Reason').fill('They move away')
  await spend(2)
  await panel.getByRole('button', { name: /^Refund/ }).click()
  await expect(
    page.getByText(/^The figures have changed\. Please look again: 5 of 10 credits are left: £/),
  ).toBeVisible()
  // The new figures are shown, and the typed reason is kept.
  await expect(panel.getByText(/^5 of 10 credits are left/)).toBeVisible()
  await expect(panel.getByLabel('Reason')).toHaveValue('They move away')
  await panel.getByLabel('Credits given back').fill('5')
  await panel.getByRole('button', { name: /^Refund/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('main').locator('.thing-facts')).toContainText('Credits given back5')
})

test('one of two pieces is returned to stock, and the parcel keeps the other', async ({
  page,
  context,
  site,
}) => {
  const { person, number, product } = await makeParcel(page, site)
  const owner = await startStaffSession(page, site, 'owner')
  const price = pounds(product.pricePence)
  const panel = await openRefund(page, number)
  const pieces = panel.getByLabel(`${product.name}: pieces that come back`)
  const amount = panel.getByLabel('Amount (£)')
  await pieces.fill('3')
  await panel.getByLabel('Reason').fill('The size is wrong')
  await panel.getByRole('button', { name: /^Refund|^Record/ }).click()
  await expect(panel.getByText(atMostPieces(2))).toBeVisible()
  await expect(pieces).toBeFocused()
  await pieces.fill('1')
  await expect(amount).toHaveValue(price.slice(1))
  await expect(panel.getByRole('checkbox', { name: 'Back on the shelf, to be sold again' })).toBeChecked()
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: `Refund ${price}` }).click()
  await expect(page.getByText(`${price} goes back to the card`)).toBeVisible()
  await expect(panel).toBeHidden()
  const main = page.getByRole('main')
  await expect(main.locator('.order-line').filter({ hasText: `2 × ${product.name}` })).toContainText(
    '1 came back',
  )
  await expect(main.getByText(`Came back: 1 × ${product.name}, back on the shelf`)).toBeVisible()
  await expectAccessible(page, 24)

  await visit(page, addresses.toSend())
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(`1 × ${product.name}`)
  expect(await readMail(site, person.email, /^Refund for your order$/)).toMatchObject({
    text: expect.stringContaining(`1 × ${product.name}`),
  })

  // The other piece comes back broken, so nothing is left to send.
  await openRefund(page, number)
  await pieces.fill('1')
  await panel.getByRole('checkbox', { name: 'Back on the shelf, to be sold again' }).uncheck()
  await panel.getByLabel('Reason').fill('It is broken')
  await panel.getByRole('button', { name: `Refund ${price}` }).click()
  await expect(panel).toBeHidden()
  await expect(main.getByText(`Came back: 1 × ${product.name}, not on the shelf`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0)
  const { parcels } = await owner.parcels.list({})
  expect(parcels.map(parcel => parcel.number)).not.toContain(number)

  await signIn(context, site, person)
  await visit(page, orderOf.product({ orderNumber: number }))
  await expect(page.getByText('Quantity 2, 2 returned')).toBeVisible()
  await expect(page.getByText(/(refunded|is on its way) to your card/).first()).toBeVisible()
  await expectAccessible(page)
})

test('credits are given as goodwill from an order, and the family is told', async ({
  page,
  context,
  site,
}) => {
  const { person, number } = await makeParcel(page, site)
  await startStaffSession(page, site, 'manager')
  const panel = await openRefund(page, number)
  await panel.getByLabel('What').selectOption('Credits, as goodwill')
  await panel.getByRole('spinbutton', { name: 'Credits', exact: true }).fill('1.5')
  await panel.getByLabel('Reason').fill('It came late')
  await panel.getByRole('button', { name: /^Give / }).click()
  await expect(panel.getByText(cancelSentences.creditsToGive)).toBeVisible()
  await panel.getByRole('spinbutton', { name: 'Credits', exact: true }).fill('2')
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Give 2 credits' }).click()
  await expect(page.getByText('2 credits added to their account')).toBeVisible()
  await expect(page.getByRole('main').locator('.thing-facts')).toContainText('Goodwill2 credits')
  expect((await person.api.credits.creditEntries({ page: 1, limit: undefined })).items[0]).toMatchObject({
    ...{ credits: 2, memo: `Goodwill for order ${number}` },
  })
  await readMail(site, person.email, /^Class credits for your order$/)
  await signIn(context, site, person)
  await visit(page, orderOf.product({ orderNumber: number }))
  await expect(page.getByText('2 credits given as goodwill').first()).toBeVisible()
})

test('the front desk can refund no pack and no product, and can give no credits @desk', async ({
  page,
  site,
}) => {
  const { number, product } = await makeParcel(page, site)
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expect(desk.orders.previewRefund({ number })).rejects.toThrow(officeSentences.notYours)
  const asked = {
    number,
    pence: 0,
    leftPence: 0,
    method: 'card' as const,
    reference: '',
    reason: 'I may not',
  }
  await expect(desk.orders.refund({ ...asked, credits: 1 })).rejects.toThrow(officeSentences.notYours)
  await expect(
    desk.orders.refund({ ...asked, items: [{ id: product.id, quantity: 1, restock: true }] }),
  ).rejects.toThrow(officeSentences.notYours)
  expect((await desk.orders.get({ number })).items).toMatchObject([{ quantity: 2, returned: 0 }])
})
