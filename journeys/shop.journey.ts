import type { Page } from '@playwright/test'
import { newPerson, type Person } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'

async function logIn(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a visitor looks through the shop, logs in, and buys from the basket by card', async ({
  page,
  site,
}) => {
  const person = await newPerson(site, 'Sam', [])
  await visit(page, '/home/mall')
  const cards = page.getByRole('region', { name: 'Popular products' }).getByRole('listitem')
  await expect(cards).toHaveCount(8)
  await page.getByRole('link', { name: 'More products' }).click()
  await expect(cards).toHaveCount(10)
  await expect(page.getByRole('link', { name: 'More products' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Play and music' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Play and music' })).toBeVisible()
  await page.getByRole('link', { name: 'Painted maracas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Painted maracas' })).toBeVisible()

  // Without a token the basket is behind the log-in, and afterwards the product is there again.
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  await logIn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Painted maracas' })).toBeVisible()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(page.getByText('Added to Basket')).toBeVisible()
  await page.getByRole('link', { name: 'See your basket' }).click()

  await expect(page).toHaveURL(/\/home\/cart\?type=1$/)
  await expect(page.getByRole('link', { name: 'Products', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText('Please select a product')).toBeVisible()
  await page.getByLabel('Select Painted maracas').check()
  await page.getByRole('button', { name: 'Buy' }).click()

  await expect(page).toHaveURL(/\/home\/pay\?cart_id=\d+&type=1$/)
  await expect(page.getByText('2 × £8.20')).toBeVisible()
  await page.getByLabel('Address').fill('4 Elm Lane, Bristol')
  await page.getByLabel('Postal code').fill('BS6 6AA')
  const mobile = page.getByLabel('Mobile')
  const suggested = await mobile.inputValue()
  expect(suggested).not.toBe('')
  await mobile.fill('')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Mobile is Required')).toBeVisible()
  await mobile.fill(suggested)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Are you sure to place this order ?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Pay £16.40' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()

  // The bought lines are gone, and the order is on its way.
  await visit(page, '/home/cart?type=1')
  await expect(page.getByText('No products in your basket')).toBeVisible()
  await visit(page, '/home/userInfo/orderList')
  const history = page.getByRole('region', { name: 'Products Order History' })
  await history.getByRole('link').filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Product order' })).toBeVisible()
  await expect(page.getByText('To be signed in').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to checkout' })).toHaveCount(0)
  await expect(page.getByText('Quantity 2')).toBeVisible()
})

signedInTest(
  'a basket keeps its quantities between one and the stock, and lets go of what is not wanted',
  async ({ page }) => {
    await visit(page, '/home/mall/classfiy?index=3')
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: '£' })
      .first()
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(/\/home\/mall\/detail\?id=\d+$/)
    const quantity = page.getByRole('group', { name: /^Quantity of / })
    const name = ((await quantity.getByText('Quantity of').textContent()) ?? '').replace('Quantity of ', '')
    await page.getByRole('button', { name: 'Add to Basket' }).click()
    await page.getByRole('link', { name: 'See your basket' }).click()
    const line = page.getByRole('listitem').filter({ hasText: name })
    await expect(line.getByRole('button', { name: 'One fewer' })).toBeDisabled()
    await line.getByRole('button', { name: 'One more' }).click()
    await expect(line.getByRole('status')).toHaveText('2')
    await line.getByRole('button', { name: 'One fewer' }).click()
    await expect(line.getByRole('status')).toHaveText('1')
    await page.getByText('Select all').click()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    await expect(page.getByText('succesfully deleted')).toBeVisible()
    await expect(page.getByText('No products in your basket')).toBeVisible()
    for (const [tab, words] of [
      ['Classes', 'No classes in your basket'],
      ['Events & Camps', 'No events in your basket'],
      ['Parental Support', 'No sessions in your basket'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Your basket' }).getByRole('link', { name: tab }).click()
      await expect(page.getByText(words)).toBeVisible()
    }
  },
)

signedInTest('a parent buys at once, changes her mind at the card page, and pays later', async ({ page }) => {
  await visit(page, '/home/mall')
  await page.getByRole('link', { name: 'Hatchlings bear' }).click()
  await page.getByRole('button', { name: 'Show picture 2' }).click()
  await expect(page.getByRole('img', { name: 'Hatchlings bear, picture 2 of 2' })).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('999')
  await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled()
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await page.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/home\/pay\?id=\d+&num=1&type=0$/)
  for (const [label, text] of [
    ['Full name', 'Nia Newcomer'],
    ['Address', '4 Elm Lane, Bristol'],
    ['Postal code', 'BS6 6AA'],
    ['Mobile', '07700 900123'],
  ] as const) {
    await page.getByLabel(label).fill(text)
  }
  const placeOrder = page.getByRole('button', { name: 'Place order' })
  await placeOrder.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('cancel', { exact: true })).toBeVisible()
  await placeOrder.click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await visit(page, '/home/userInfo/orderList')
  const history = page.getByRole('region', { name: 'Products Order History' })
  await history.getByRole('link').filter({ visible: true }).first().click()
  await expect(page.getByText('To be paid').first()).toBeVisible()
  await expect(page.getByText('4 Elm Lane, Bristol')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  await page.getByRole('button', { name: 'Pay £19.50' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
})
