import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { stockWords } from '#domain/stock.ts'
import { fullMoment } from '#web/ui/british-dates.ts'
import { message, pounds } from './booking-dialog.ts'
import { addressOf, answerInstead, givePagesOf, listenToCalls, refuse, success } from './calls-of-page.ts'
import { visitBookings } from './my-bookings.ts'
import { newPerson } from './people.ts'
import { demoTest, expect, logIn, reload, signedInTest, test, visit } from './site-test.ts'

const stemOf = (picture: string) => new RegExp(picture.replace(/\.\w+$/, ''))

// Proves CART-01, CHK-12, SHOP-01 to SHOP-16, SHOP-23.
test('the shop shows what there is to buy, page by page and picture by picture', async ({
  page,
  visitor,
}) => {
  const categories = await visitor.shop.categories()
  const popular = await visitor.shop.products({ isPopular: true })
  const calls = listenToCalls(page)
  await visit(page, '/home/mall')
  const main = page.getByRole('main')
  const links = main.getByRole('region', { name: 'Categories' }).getByRole('link')
  await expect(links).toHaveText(categories.map(({ name }) => name))
  const cards = main.getByRole('region', { name: 'Popular products' }).getByRole('listitem')
  for (const [index, { name, pricePence, image }] of popular.items.entries()) {
    await expect(cards.nth(index).getByRole('heading')).toHaveText(name)
    await expect(cards.nth(index)).toContainText(pounds(pricePence))
    await expect(cards.nth(index).locator('img')).toHaveAttribute('src', stemOf(image))
  }
  const more = main.getByRole('link', { name: 'More products' })
  await expect(cards).toHaveCount(popular.perPage)
  await more.press('Enter')
  await calls.expectCall(contract.shop.products, { isPopular: true, page: 2 })
  await expect(cards).toHaveCount(popular.total)
  await expect(more).toHaveCount(0)
  // The next Tab goes to the first product that was added.
  await page.keyboard.press('Tab')
  await expect(cards.nth(popular.perPage).getByRole('link')).toBeFocused()

  // One category, in pages as long as the server makes them.
  await givePagesOf(page, contract.shop.products, 3)
  const category = categories[2]
  const { items } = await visitor.shop.products({ categoryId: category?.id, limit: 100 })
  await links.nth(2).click()
  await expect(page).toHaveURL(/\/home\/mall\/classfiy\?index=2$/)
  await calls.expectCall(contract.shop.products, { categoryId: category?.id, page: 1 })
  const names = main.getByRole('listitem').getByRole('heading')
  const pager = main.getByRole('navigation', { name: `Pages of ${category?.name}` })
  for (let from = 0; from < items.length; from += 3) {
    await expect(names).toHaveText(items.slice(from, from + 3).map(({ name }) => name))
    const next = pager.getByRole('button', { name: 'Next page' })
    if (from + 3 < items.length) await next.click()
    else await expect(next).toBeDisabled()
    if (from > 0) await expect(next).toBeFocused()
  }
  const last = items.at(-1)
  await main.getByRole('link', { name: last?.name ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/home/mall/detail\\?id=${last?.id}$`))
  await calls.expectCall(contract.shop.productDetails, { productId: last?.id })

  const { id: productId } = popular.items.find(({ images }) => images.length > 1) as { id: number }
  const product = await visitor.shop.productDetails({ productId })
  await visit(page, `/home/mall/detail?id=${product.id}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(main.getByText(pounds(product.pricePence), { exact: true })).toBeVisible()
  await expect(main.getByText(stockWords(product.stock), { exact: true })).toBeVisible()
  const [firstWords = ''] = /[^<>]{20,}/.exec(product.contentHtml) ?? []
  await expect(main.getByText(firstWords)).toBeVisible()
  const pictures = product.images
  await expect(main.getByRole('button', { name: /^Show picture/ })).toHaveCount(pictures.length)
  for (const [index, picture] of pictures.entries()) {
    await main.getByRole('button', { name: `Show picture ${index + 1}` }).click()
    const shown = main.getByRole('img', { name: `picture ${index + 1} of ${pictures.length}` })
    await expect(shown).toHaveAttribute('src', stemOf(picture))
  }
  const quantity = main.getByRole('spinbutton', { name: 'Quantity' })
  await expect(quantity).toHaveValue('1')
  await expect(main.getByRole('button', { name: 'One fewer' })).toBeDisabled()
  await quantity.fill('0')
  await expect(quantity).toHaveValue('1')
  await quantity.fill('999')
  await expect(quantity).toHaveValue(String(product.stock))
  await expect(main.getByRole('button', { name: 'One more' })).toBeDisabled()

  // Buying needs a log-in.
  await main.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (const address of ['/home/cart?type=1', '/home/pay?id=1&num=1&type=0']) {
    await visit(page, address)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('a quantity can be typed again after its field was emptied @desk', async ({ page, visitor }) => {
  const product = (await visitor.shop.products({ isPopular: true })).items.find(({ stock }) => stock > 3)
  await visit(page, `/home/mall/detail?id=${product?.id}`)
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  const buy = page.getByRole('main').getByRole('link', { name: 'Buy Now' })
  await quantity.press('End')
  await quantity.press('Backspace')
  await expect(quantity).toHaveValue('')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('')
  await quantity.pressSequentially('3')
  await expect(quantity).toHaveValue('3')
  await expect(buy).toHaveAttribute('href', /num=3/)
  // An empty field returns to the last number when it is left.
  await quantity.press('End')
  await quantity.press('Backspace')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(quantity).toHaveValue('4')
  await quantity.press('End')
  await quantity.press('Backspace')
  await page.keyboard.press('Tab')
  await expect(quantity).toHaveValue('4')
  await expect(buy).toHaveAttribute('href', /num=4/)
})

// Proves CART-40, CART-42, CHK-02, CHK-04, CHK-05, CHK-08, CHK-09, ODG-05, RES-09, ROUTE-27, ROUTE-32,
// SHOP-17 to SHOP-20.
test('a visitor looks through the shop, logs in, and buys from the basket by card', async ({
  page,
  site,
}) => {
  const person = await newPerson(site, 'Sam', [])
  const calls = listenToCalls(page)
  await visit(page, '/home/mall')
  await page.getByRole('link', { name: 'Play and music' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Play and music' })).toBeVisible()
  await page.getByRole('link', { name: 'Painted maracas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Painted maracas' })).toBeVisible()

  // Without a log-in the basket asks for one, and then adds the product.
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  await logIn(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Painted maracas' })).toBeVisible()
  await expect(page.getByText('Added to Basket')).toBeVisible()
  const [line] = (await person.api.productBasket.list({})).items
  await calls.expectCall(contract.productBasket.add, { quantity: 2, productId: line?.productId })
  await page.getByRole('link', { name: 'See your basket' }).click()

  await expect(page).toHaveURL(/\/home\/cart\?type=1$/)
  await expect(page.getByRole('link', { name: /^Products/ })).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Select Painted maracas').uncheck()
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText('Please select a product')).toBeVisible()
  await page.getByLabel('Select Painted maracas').check()
  await page.getByRole('button', { name: 'Buy' }).click()

  await expect(page).toHaveURL(/\/home\/pay\?cart_id=\d+&type=1$/)
  await reload(page)
  await expect(page.getByRole('main')).toContainText('Painted maracas')
  await calls.expectCall(contract.shop.previewBasket, { basketLineIds: [line?.id ?? 0] })
  await expect(page.getByText('2 × £8.20')).toBeVisible()
  await page.getByLabel('Address').fill('4 Elm Lane, Bristol')
  await page.getByLabel('Postal code').fill('BS6 6AA')
  const mobile = page.getByLabel('Mobile')
  await expect(mobile).toHaveValue(/\d/)
  const suggested = await mobile.inputValue()
  await mobile.fill('')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Mobile is Required')).toBeVisible()
  await mobile.fill(suggested)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Are you sure to place this order ?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await calls.expectCall(contract.shop.placeBasket, {
    basketLineIds: [line?.id ?? 0],
    fullName: 'Sam Hart',
    address: '4 Elm Lane, Bristol',
    postcode: 'BS6 6AA',
    mobile: suggested,
  })
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
  // Going back from the card page finds that the basket lines were used.
  await page.goBack()
  await expect(page.getByRole('heading', { name: sentences.notInBasket })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Nothing has been ordered')
  await page.getByRole('main').getByRole('link', { name: 'My Bookings' }).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Pay £19.90' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()

  // The bought lines are gone, and the order is listed.
  await visit(page, '/home/cart?type=1')
  await expect(page.getByText('No products in your basket')).toBeVisible()
  await visitBookings(page)
  const history = page.getByRole('region', { name: 'Products Order History' })
  await history.getByRole('link').filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Product order' })).toBeVisible()
  await expect(page.getByText('To be signed in').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to checkout' })).toHaveCount(0)
  await expect(page.getByText('Quantity 2')).toBeVisible()
})

// Proves CART-15, CONST-18.
signedInTest(
  'a basket keeps quantities between one and the stock, and deletes unwanted products',
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
    const fewer = line.getByRole('button', { name: 'One fewer' })
    await fewer.click()
    await expect(line.getByRole('status')).toHaveText('1')
    await expect(fewer).toBeDisabled()
    await expect(fewer).toBeFocused()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toContainText('(1)')
    await question.getByRole('button', { name: 'Delete' }).click()
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

// Proves CHK-01, CHK-03 to CHK-07, CHK-09, CHK-11, ODG-01 to ODG-04, ODG-08 to ODG-11, SHOP-21, SHOP-22.
signedInTest(
  'a parent buys at once, abandons the card page, and pays later @phone',
  async ({ page, person }) => {
    const calls = listenToCalls(page)
    await visit(page, '/home/mall')
    await page.getByRole('link', { name: 'Hatchlings bear' }).click()
    await page.getByRole('button', { name: 'Show picture 2' }).click()
    await expect(page.getByRole('img', { name: 'Hatchlings bear, picture 2 of 2' })).toBeVisible()
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('999')
    await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled()
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
    await page.getByRole('link', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(/\/home\/pay\?id=\d+&num=1&type=0$/)
    const bought = { quantity: 1, productId: Number(new URL(page.url()).searchParams.get('id')) }
    await calls.expectCall(contract.shop.previewProduct, bought)
    const summary = page.getByRole('region', { name: 'Your order' })
    await expect(summary.getByRole('listitem')).toHaveText(/^Hatchlings bear1 × £19\.50£19\.50$/)
    await expect(summary).toContainText('Postage£3.50Total£23.00')
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
    calls.expectNoCall(contract.shop.placeProduct)
    await refuse(page, contract.shop.placeProduct, sentences.notEnoughStock)
    const lookedAtAnew = page.waitForRequest(addressOf(contract.shop.previewProduct))
    await placeOrder.click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(message(page, sentences.notEnoughStock)).toBeVisible()
    await lookedAtAnew
    await page.unrouteAll()
    await placeOrder.click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await calls.expectCall(contract.shop.placeProduct, {
      ...bought,
      fullName: 'Nia Newcomer',
      address: '4 Elm Lane, Bristol',
      postcode: 'BS6 6AA',
      mobile: '07700 900123',
    })
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/payFail/)
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
    await expect(page.getByText('We are keeping your order until')).toBeVisible()
    // Products cannot be cancelled by the family, only bookings (decision E-01).
    await expect(page.getByRole('main')).not.toContainText(/cancel/i)

    await visitBookings(page)
    const history = page.getByRole('region', { name: 'Products Order History' })
    await history.getByRole('link').filter({ visible: true }).first().click()
    const [order] = (await person.api.shop.orders({})).items
    const { orderNumber = '', placedAt = '' } = order ?? {}
    await calls.expectCall(contract.shop.orderDetails, { orderNumber })
    const detail = page.getByRole('article')
    for (const fact of [
      `Order number${orderNumber}`,
      `Order time${fullMoment(placedAt)}`,
      'StatusTo be paid',
      'Payment type–',
      'Postage£3.50',
      'Total£23.00',
      'Full nameNia Newcomer',
      'Address4 Elm Lane, Bristol',
      'Postal codeBS6 6AA',
      'Mobile07700 900123',
    ]) {
      await expect(detail).toContainText(fact)
    }
    const goods = detail.getByRole('region', { name: 'What you ordered' }).getByRole('listitem')
    await expect(goods).toHaveText('Hatchlings bearQuantity 1£19.50')
    await expect(goods.locator('img')).toHaveAttribute('src', stemOf(order?.items[0]?.image ?? ''))
    await expect(detail.getByRole('button')).toHaveText(['Print', 'Proceed to checkout · pay £23.00'])
    await page.getByRole('button', { name: 'Proceed to checkout' }).click()
    await calls.expectCall(contract.payments.openCardPage, { orderNumber, device: 'web' })
    await page.getByRole('button', { name: 'Pay £23.00' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
  },
)

// Proves CHK-10, ROUTE-31.
signedInTest('products that cost nothing need no card page', { tag: '@phone' }, async ({ page, visitor }) => {
  const [product] = (await visitor.shop.products({ isPopular: true })).items
  const calls = listenToCalls(page)
  const placed = { orderNumber: '261123-0000000000000000', totalPence: 0, status: 'paid' } as const
  const { placeProduct } = contract.shop
  await answerInstead(page, placeProduct, () => success(placeProduct, placed))
  await visit(page, `/home/pay?id=${product?.id}&num=2&type=0`)
  await expect(page.getByRole('main')).toContainText(product?.name ?? '')
  await expect(page.getByRole('main')).toContainText('2 ×')
  await page.getByLabel('Address').fill('4 Elm Lane, Bristol')
  await page.getByLabel('Postal code').fill('BS6 6AA')
  await page.getByRole('button', { name: 'Place order' }).click()
  // Bought products no longer count in the basket.
  const countedAnew = page.waitForRequest(addressOf(contract.productBasket.count))
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1&order_sn=/)
  await countedAnew
  calls.expectNoCall(contract.payments.openCardPage)
})

// Proves ODG-04 to ODG-06, ODG-08, ODG-09, ROUTE-42.
demoTest(
  'an order of products shows its state in words, and only an unpaid one can be paid',
  { tag: '@desk' },
  async ({ page, person }) => {
    const words = {
      pending: 'To be paid',
      paid: 'To be signed in',
      completed: 'completed',
      cancelled: 'Cancelled',
    }
    const orders = (await person.api.shop.orders({})).items
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['completed', 'paid', 'pending'])
    for (const { orderNumber, status } of orders) {
      await visit(page, `/home/userInfo/orderDetail?order_sn=${orderNumber}`)
      await expect(page.getByRole('article')).toContainText(`Status${words[status]}`)
      const buttons = page.getByRole('article').getByRole('button')
      await expect(buttons).toHaveText(status === 'pending' ? ['Print', /^Proceed to checkout/] : ['Print'])
    }
  },
)
