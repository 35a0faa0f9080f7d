import type { Page } from '@playwright/test'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { message, openBooking } from './booking-dialog.ts'
import { placeOrder } from './kinds.ts'
import { freshEmail } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, openTimetable, type Session, sessionCard } from './timetable.ts'

/** The narrowest phone, and text at twice its size on a small one. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize() as { width: number; height: number }
  await page.setViewportSize({ width: 320, height: 640 })
  const width = () => page.locator('html').evaluate(element => element.scrollWidth)
  await expect.poll(width, { message: `the width of ${page.url()} at 320 px` }).toBeLessThanOrEqual(320)
  await page.setViewportSize(size)
}

async function lookAt(page: Page, address: string): Promise<void> {
  await visit(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  // The question for an address comes to whoever scrolls.
  if (address === '/home/home') {
    await page.mouse.wheel(0, 120)
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('visitors’ pages have no barriers', async ({ page }) => {
  test.slow()
  for (const address of [
    '/home/home',
    '/home/classes',
    '/home/classPack',
    '/home/about',
    '/home/contact',
    '/home/helpCenter',
    '/home/events',
    '/home/event',
    '/home/event/detail?id=999999',
    '/home/parent',
    '/home/party',
    '/home/bespoke',
    '/home/mall',
    '/home/mall/classfiy?index=0',
    '/home/mall/detail?id=1',
    '/term',
    '/login',
    '/register',
    '/forget',
    '/takeBack',
    '/home/userInfo/paySuccess?type=1',
    '/home/userInfo/payFail',
  ]) {
    await lookAt(page, address)
  }
})

signedInTest('account pages have no barriers', async ({ page, person, visitor }) => {
  test.slow()
  const [child] = await person.api.children.list()
  await person.api.accounts.editProfile({ email: freshEmail('waiting') })
  const session = await findSession(visitor, isForBarriers)
  const orderNumber = await placeOrder(person, 'class', session)
  const product = { productId: 1, quantity: 1 }
  await person.api.productBasket.add(product)
  const bought = await person.api.shop.placeProduct({
    ...product,
    fullName: 'Robyn Hart',
    address: '3 Raleigh Steps, Southville',
    postcode: 'BS3 1QZ',
    mobile: '07700 900188',
  })
  for (const address of [
    '/home/cart',
    '/home/cart?type=1',
    '/home/pay?id=1&num=1&type=0',
    `/home/userInfo/orderDetail?order_sn=${bought.orderNumber}`,
    '/fileInfo',
    '/home/userInfo/orderList',
    '/home/userInfo/waiting',
    `/home/userInfo/orderStatus?order_sn=${orderNumber}`,
    '/home/userInfo/orderStatus?order_sn=nobodys',
    '/home/userInfo/user',
    '/home/userInfo/editUser',
    `/home/userInfo/child?id=${child?.id}`,
    `/home/userInfo/editChild?id=${child?.id}`,
    '/home/userInfo/changePwd',
    '/home/userInfo/card',
    '/home/userInfo/integral',
    '/home/userInfo/package',
    '/home/cart',
  ]) {
    await lookAt(page, address)
  }
})

signedInTest('dialogs have no barriers', async ({ page, visitor }) => {
  test.slow()
  const session = await findSession(visitor, isForBarriers)
  const dialog = await openBooking(page, session)
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentences.selectYourChild)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByText('Wren').click()
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(message(page, sentences.cancelled)).toBeVisible()
  await expectAccessible(page)

  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('heading').getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('Class Capacity')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await sessionCard(page, session).getByRole('button', { name: 'Trial' }).click()
  await expect(page.getByRole('button', { name: 'Book Trial' })).toBeVisible()
  await expectAccessible(page)

  const full = await findSession(visitor, ({ placesLeft }) => placesLeft === 0)
  await openTimetable(page, full)
  await sessionCard(page, full).getByRole('button', { name: 'Waiting list' }).click()
  await expect(page.getByRole('dialog', { name: 'Select Child' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(
    page.getByRole('region', { name: 'Help and feedback' }).getByRole('textbox').first(),
  ).toBeVisible()
  await expectAccessible(page)
})

test('visitors’ dialogs have no barriers', async ({ page, visitor }) => {
  await visit(page, '/home/home')
  await page.mouse.wheel(0, 120)
  await expect(page.getByRole('dialog', { name: 'A little treat for your inbox' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const session = await findSession(visitor, () => true, 'parentSession')
  const { typeId, venueId, date } = session
  for (const [address, button] of [
    ['/home/party', /^More Info about Classic/],
    [`/home/parent/detail?id=${typeId}`, /^Book Now$/],
    [
      `/home/parent/selectCourse?course_type_id=${typeId}&course_shop_id=${venueId}&date=${date}`,
      /^Click HERE/,
    ],
  ] as const) {
    await visit(page, address)
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await expect(dialog.locator('a, .rich-text').first()).toBeVisible()
    await expectAccessible(page)
  }
})

const isForBarriers = ({ typeName, offersTrial, placesLeft, pricePence }: Session) =>
  typeName === 'Curtain Up' && offersTrial && placesLeft >= 2 && pricePence > 0
