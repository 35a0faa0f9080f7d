import type { Locator, Page } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { slashedDate } from '#web/ui/british-dates.ts'
import { placeOrder } from './kinds.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, type Session, sessionCard } from './timetable.ts'
import { today } from './today.ts'

test('addresses are forgiving: other cases work, unknown ones lead home', async ({ page }) => {
  await visit(page, '/HOME/Classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await visit(page, '/home/HELPCENTER')
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
  for (const unknown of ['/', '/home', '/no/such/page', '/home/nothing?x=1']) {
    await visit(page, unknown)
    await expect(page).toHaveURL(/\/home\/home$/)
  }
  await visit(page, '/home/userInfo')
  await expect(page).toHaveURL(/\/login$/)
})

test('a new page begins at its top, and going back returns to where one was', async ({ page }) => {
  await visit(page, '/home/home')
  // The question for an address comes to whoever scrolls, and covers the foot of the page.
  await page.mouse.wheel(0, 120)
  await page.getByRole('dialog', { name: /treat/ }).getByRole('button', { name: 'Close' }).click()
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await link.scrollIntoViewIfNeeded()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
  const before = await scrolled(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
  await expect(page).toHaveTitle(/^Help/)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/home$/)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before / 2)
})

signedInTest('more of a list, another week and a tab stay where one was', async ({ page }) => {
  const staysPut = async (pressed: Locator, address: RegExp) => {
    await page.evaluate(() => window.scrollBy(0, 40))
    await pressed.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(0)
    await pressed.click()
    await expect(page).toHaveURL(address)
    expect(await scrolled(page)).toBe(before)
  }
  await visit(page, '/home/mall')
  await staysPut(page.getByRole('link', { name: 'More products' }), /page=2/)
  await visit(page, '/home/classes')
  await staysPut(page.getByRole('button', { name: 'Next week' }).first(), /date=/)
  await visit(page, '/home/cart')
  const tabs = page.getByRole('navigation', { name: 'Your basket' })
  await staysPut(tabs.getByRole('link', { name: 'Products' }), /type=1/)
})

test('a date in an address opens its week, in all three timetables', async ({ page }) => {
  const thisMonday = mondayOf(today())
  const monday = addDays(thisMonday, 14)
  for (const kind of everyOfferingKind) {
    for (const [query, shown] of [
      [`?date=${monday}`, monday],
      [`?date=${addDays(monday, 2)}`, monday],
      [`?date=${addDays(monday, 6)}`, monday],
      ['?date=soon', thisMonday],
      ['', thisMonday],
    ] as const) {
      await page.goto(ofKind[kind].timetable() + query, { waitUntil: 'commit' })
      await expect(page.getByRole('group', { name: 'Week' }), kind + query).toContainText(
        `${slashedDate(shown)} – ${slashedDate(addDays(shown, 6))}`,
      )
    }
  }
})

test('a type and a venue are found by what their addresses say', async ({ page, visitor }) => {
  for (const kind of everyOfferingKind) {
    const sessions = await comingSessions(visitor, kind)
    const session = sessions[0] as Session
    const { typeId, typeName, venueId, offeringId, date } = session
    await page.goto(ofKind[kind].type({ typeId }), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: typeName })).toBeVisible()

    const choice = ofKind[kind].choice({ typeId, venueId })
    for (const bigCourse of [`&big_course=${offeringId}`, '']) {
      await page.goto(`${choice}${bigCourse}&date=${date}`, { waitUntil: 'commit' })
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1, name: typeName })).toBeVisible()
      await expect(sessionCard(page, session)).toBeVisible()
      const others = sessions.filter(one => one.venueId !== venueId).map(one => one.venue)
      for (const other of new Set(others)) {
        await expect(main.getByRole('listitem').filter({ hasText: other })).toHaveCount(0)
      }
    }
  }
})

test('a category and a product are found by what their addresses say', async ({ page, visitor }) => {
  const categories = await visitor.shop.categories()
  for (const [index, category] of [...categories.entries(), [99, categories[0]] as const]) {
    await page.goto(`/home/mall/classfiy?index=${index}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(category?.name ?? '')
  }
  const { items } = await visitor.shop.products({ isPopular: true, page: 1 })
  await page.goto(`/home/mall/detail?id=${items[1]?.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[1]?.name ?? '')
})

signedInTest('the basket and the checkout open on what their addresses say', async ({ page, person }) => {
  for (const [type, tab] of ['Classes', 'Products', 'Events & Camps', 'Parental Support'].entries()) {
    await visit(page, `/home/cart?type=${type}`)
    const tabs = page.getByRole('navigation', { name: 'Your basket' })
    await expect(tabs.locator('[aria-current=page]')).toHaveText(tab)
  }
  const product = await person.api.shop.productDetails({ productId: 1 })
  await visit(page, '/home/pay?id=1&num=2&type=0')
  await expect(page.getByRole('main')).toContainText(product.name)
  await expect(page.getByRole('main')).toContainText('2 ×')
  await person.api.productBasket.add({ productId: 1, quantity: 3 })
  const [line] = (await person.api.productBasket.list({})).items
  await visit(page, `/home/pay?cart_id=${line?.id}&type=1`)
  await expect(page.getByRole('main')).toContainText(product.name)
  await expect(page.getByRole('main')).toContainText('3 ×')
})

signedInTest(
  'orders and children are found by what their addresses say',
  async ({ page, person, visitor }) => {
    const main = page.getByRole('main')
    for (const [kind, address] of [
      ['class', 'orderStatus'],
      ['event', 'eventOrderDetail'],
      ['parentSession', 'parentsOrderDetail'],
    ] as const) {
      // What costs nothing is confirmed at once, and cannot be cancelled.
      const fits = (one: Session) => one.placesLeft >= 3 && !one.isPackOnly && one.pricePence > 0
      const session = await findSession(visitor, fits, kind)
      const orderNumber = await placeOrder(person, kind, session)
      await visit(page, `/home/userInfo/${address}?order_sn=${orderNumber}`)
      await expect(main).toContainText(orderNumber)
      await expect(main).toContainText(session.venue)
      // Nobody has more than three unpaid orders.
      await person.api.orders[kind].cancel({ orderNumber })
    }
    const bought = await person.api.shop.placeProduct({
      productId: 1,
      quantity: 1,
      fullName: 'Robyn Hart',
      address: '3 Raleigh Steps, Southville',
      postcode: 'BS3 1QZ',
      mobile: '07700 900188',
    })
    await visit(page, `/home/userInfo/orderDetail?order_sn=${bought.orderNumber}`)
    await expect(main).toContainText(bought.orderNumber)

    const finch = (await person.api.children.list()).find(child => child.firstName === 'Finch')
    await visit(page, `/home/userInfo/child?id=${finch?.id}`)
    await expect(main.getByRole('heading', { level: 1, name: /Finch/ })).toBeVisible()
    await visit(page, `/home/userInfo/editChild?id=${finch?.id}`)
    await expect(main.getByLabel('Child’s first name')).toHaveValue('Finch')
    await visit(page, '/home/userInfo/editChild')
    await expect(main.getByLabel('Child’s first name')).toHaveValue('')
    await visit(page, '/home/userInfo/PaySuccess?type=1')
    await expect(main.getByRole('heading', { level: 1, name: 'Thank you for your booking' })).toBeVisible()
    await visit(page, '/home/userInfo')
    await expect(page).toHaveURL(/\/home\/userInfo\/orderList$/)
  },
)

const scrolled = (page: Page) => page.locator('html').evaluate(element => element.scrollTop)
