import * as addresses from '#contract/office/addresses.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a family at the door buys a pack with a voucher and takes a product along', async ({ page, site }) => {
  test.slow()
  const family = await newPerson(site, 'Wilma', ['Fay'])
  const desk = await startStaffSession(page, site, 'frontDesk')
  const id = (await desk.families.search({ words: family.email })).people[0]?.accountId ?? 0
  const { packs, products } = await desk.deskSales.choices({ accountId: id })
  const pack = packs[0]
  const product = products
    .filter(({ sizes }) => sizes.length === 0)
    .toSorted((one, other) => other.stock - one.stock)[0]
  if (!pack || !product) throw new Error('the demo sells packs and products')
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Sell to them' }).click()
  const panel = page.getByRole('dialog', { name: 'Sell to Wilma Hart' })
  await expect(panel.getByRole('radio', { name: 'A class pack' })).toBeChecked()
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Sell', exact: true }).click()
  await expect(panel.getByText(deskSentences.choosePayment)).toBeVisible()
  await panel.getByRole('radio', { name: new RegExp(`^${pack.name}`) }).check()
  await panel.getByRole('radio', { name: 'Paid by voucher' }).check()
  await panel.getByLabel('Reference').fill('KIDS 5')
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  await expect(page.getByText('Sold to Wilma Hart. They are told by mail')).toBeVisible()
  expect((await desk.families.get({ id })).credits).toBe(pack.credits)

  await page.getByRole('button', { name: 'Sell to them' }).click()
  await panel.getByRole('radio', { name: 'Products' }).check()
  await panel.getByLabel('Product 1', { exact: true }).selectOption(String(product.id))
  await panel.getByLabel('Pieces').fill('9999')
  await panel.getByRole('radio', { name: 'Payment link by mail' }).check()
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  // The refusal is brought in sight, at its field.
  await expect(panel.getByText(sentences.notEnoughStock)).toBeInViewport()
  await expect(panel.getByLabel('Pieces')).toBeFocused()
  await panel.getByLabel('Pieces').fill('2')
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  await expect(panel.getByText(deskSentences.givenUnpaid)).toBeVisible()
  await expectAccessible(page, 24)
  await panel.getByRole('radio', { name: 'Paid in cash' }).check()
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  await expect(panel).toHaveCount(0)
  const { items } = await desk.families.orders({ id })
  await visit(page, addresses.order({ number: items[0]?.number ?? '' }))
  await expect(page.getByRole('main')).toContainText(/Given to them .* by /)
  await expectAccessible(page, 24)
})

test('a product with sizes is sold in one of them, after a hint to choose it', async ({ page, site }) => {
  test.slow()
  const family = await newPerson(site, 'Sadie', ['Max'])
  const desk = await startStaffSession(page, site, 'frontDesk')
  const id = (await desk.families.search({ words: family.email })).people[0]?.accountId ?? 0
  const product = (await desk.deskSales.choices({ accountId: id })).products.find(
    ({ sizes }) => sizes.filter(({ stock }) => stock > 1).length > 1,
  )
  const [small, large] = product?.sizes.filter(({ stock }) => stock > 1) ?? []
  if (!product || !small || !large) throw new Error('the demo sells a product in sizes')
  await visit(page, addresses.family({ id }))
  await page.getByRole('button', { name: 'Sell to them' }).click()
  const panel = page.getByRole('dialog', { name: 'Sell to Sadie Hart' })
  await panel.getByRole('radio', { name: 'Products' }).check()
  await panel.getByLabel('Product 1', { exact: true }).selectOption(String(product.id))
  await panel.getByRole('radio', { name: 'Paid in cash' }).check()
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  await expect(panel.getByText(sentences.chooseSize)).toBeVisible()
  await panel.getByLabel('Size of product 1').selectOption(String(small.id))
  await panel.getByRole('button', { name: 'Another product' }).click()
  await panel.getByLabel('Product 2', { exact: true }).selectOption(String(product.id))
  await panel.getByLabel('Size of product 2').selectOption(String(large.id))
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: /^Sell · £/ }).click()
  await expect(panel).toHaveCount(0)
  const { items } = await desk.families.orders({ id })
  await visit(page, addresses.order({ number: items[0]?.number ?? '' }))
  await expect(page.getByRole('main')).toContainText(`${product.name}, ${small.name}`)
  await expect(page.getByRole('main')).toContainText(`${product.name}, ${large.name}`)
})
