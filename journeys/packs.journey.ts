import { expect, type Page, test } from '@playwright/test'

interface Family {
  token: string
  credits: number
}

const call = async <Data>(page: Page, path: string, body: object, token = '') => {
  const response = await page.request.post(`/api/${path}`, { data: body, headers: { token } })
  return ((await response.json()) as { data: Data }).data
}

const creditsOf = async (page: Page, token: string) =>
  (await call<{ combo_num: number }>(page, 'user/getUserDetails', {}, token)).combo_num

/** The demo parent, signed in by token. */
async function signIn(page: Page, email: string): Promise<Family> {
  const { token } = await call<{ token: string }>(page, 'user/login', { email, password: 'Password1' })
  await page.addInitScript(value => localStorage.setItem('maypole.token', value), token)
  return { token, credits: await creditsOf(page, token) }
}

test('a visitor looks at the packs and logs in; a parent buys one and has its credits', async ({ page }) => {
  await page.goto('/home/classPack')
  const pack = page.getByRole('article').filter({ hasText: 'Hatchling pack' })
  await expect(pack).toContainText('5 classes')
  await expect(pack).toContainText('£')
  await pack.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const { credits, token } = await signIn(page, 'second@example.test')
  await page.goto('/home/classPack')
  await pack.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('cancel', { exact: true })).toBeVisible()
  await pack.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByText('Are you sure to place this order ?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('button', { name: 'Pay', exact: false }).first().click()
  await expect(page).toHaveURL(/paySuccess/i)

  await page.goto('/home/userInfo/package')
  await expect(page.getByText(`You have ${credits + 5} class credits.`)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('+5')
  await expect(page.getByRole('row').nth(1)).toContainText('Hatchling pack')
  expect(await creditsOf(page, token)).toBe(credits + 5)
  await page.goto('/home/userInfo/integral')
  await expect(page.getByRole('row').nth(1)).toContainText('Order')
})

test('a parent puts classes into the basket, deletes one and books the rest in one order', async ({
  page,
}) => {
  await signIn(page, 'parent@example.test')
  await page.goto('/home/classes')
  await page.getByRole('button', { name: 'Next week' }).first().click()
  const bookable = page.getByRole('listitem').filter({ hasText: 'Book Now', hasNotText: 'Past' })
  for (const nth of [0, 1]) {
    await bookable.nth(nth).getByRole('button', { name: 'Book Now' }).click()
    const dialog = page.getByRole('dialog', { name: /^Book / })
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    await expect(page.getByText('Please select your child').first()).toBeVisible()
    await dialog.getByRole('button', { name: /Who is coming/ }).click()
    await dialog.getByRole('checkbox').last().check()
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    await expect(page.getByText('Added to Basket').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  }

  await page.goto('/home/cart')
  const lines = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByText('please Select Course').first()).toBeVisible()
  await lines
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('succesfully deleted').first()).toBeVisible()
  await expect(lines).toHaveCount(1)

  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  await expect(checkout.getByText('Class credits used')).toBeVisible()
  await expect(checkout.getByRole('status').filter({ hasText: 'Total' })).toContainText('£')
  await checkout.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/paySuccess\?type=1/i)
  await page.goto('/home/cart')
  await expect(page.getByText('No classes in your basket')).toBeVisible()
})
