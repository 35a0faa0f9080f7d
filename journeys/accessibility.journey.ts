import type { Page } from '@playwright/test'
import { bookings } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible, expectAccessibleByNight, expectNoSidewaysScroll } from './barriers.ts'
import { changeOffered, message, openBooking } from './booking-dialog.ts'
import { pay, placeOrder } from './kinds.ts'
import { openParts } from './my-bookings.ts'
import { freshEmail, freshPhone, readMail } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import {
  findSession,
  findSessions,
  isFree,
  openTimetable,
  type Session,
  sessionCard,
  weekOf,
} from './timetable.ts'
import { today } from './today.ts'

/** Checks that no text overflows or is cut off with wider spacing of lines, words and letters (WCAG 1.4.12). */
async function expectRoomForWiderText(page: Page): Promise<void> {
  const lost = await page.evaluate(() => {
    const wider = new CSSStyleSheet()
    wider.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    )
    document.adoptedStyleSheets.push(wider)
    const cuts = (box: Element, text: DOMRect) => {
      const { overflowX, overflowY } = getComputedStyle(box)
      const { right, bottom } = box.getBoundingClientRect()
      const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (isCut(overflowX) && text.right > right + 1) || (isCut(overflowY) && text.bottom > bottom + 1)
    }
    const isScrolled = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflow)
    const found: string[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const place = range.getBoundingClientRect()
      const around: Element[] = []
      for (let box = text.parentElement; box; box = box.parentElement) around.push(box)
      // Text for screen readers only is never seen, and text in a scrolling box can be scrolled to.
      const isUnseen = around.some(box => getComputedStyle(box).clipPath !== 'none')
      if (place.width === 0 || isUnseen || !around[0]?.checkVisibility()) continue
      const [scroller = around.length] = around.flatMap((box, at) => (isScrolled(box) ? [at] : []))
      if (around.slice(0, scroller).some(box => cuts(box, place))) found.push(text.textContent?.trim() ?? '')
    }
    const tooWide = document.documentElement.scrollWidth - innerWidth
    document.adoptedStyleSheets.pop()
    return tooWide > 0 ? [...found, `${tooWide} px too wide`] : found
  })
  expect.soft(lost, `what wider text loses on ${page.url()}`).toEqual([])
}

/** Pages whose colours are checked by night too: together they hold every surface of the theme. */
const pagesByNight = [
  '/home/home',
  '/home/classes',
  '/home/mall/detail?id=1',
  '/login',
  '/home/userInfo/payFail',
  '/home/cart',
  '/fileInfo',
  '/home/userInfo/orderList',
  '/home/userInfo/package',
]

async function lookAt(page: Page, address: string, entry = ''): Promise<void> {
  await visit(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(entry)
  if (address === bookings()) await openParts(page)
  // The email sign-up dialog opens when the visitor scrolls.
  if (address === '/home/home') {
    await page.mouse.wheel(0, 120)
    await expect(page.getByRole('dialog', { name: 'A little treat for your inbox' })).toBeVisible()
  }
  await expectAccessible(page)
  if (pagesByNight.includes(address)) await lookByNight(page, address)
  await expectNoSidewaysScroll(page)
  await expectRoomForWiderText(page)
}

/** Checks the dark colours of a page, or of the open dialog when no address is given. */
async function lookByNight(page: Page, address?: string): Promise<void> {
  // Loaded again, because the browser does not restyle what it skips off screen.
  await page.emulateMedia({ colorScheme: 'dark' })
  if (address) {
    await visit(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  }
  await expectAccessibleByNight(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectShown(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expectAccessible(page)
}

test('axe finds nothing on visitors’ pages', async ({ page }) => {
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

signedInTest('axe finds nothing on account pages', async ({ page, person, visitor }) => {
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
    `/home/userInfo/orderStatus?order_sn=${orderNumber}`,
    '/home/userInfo/orderStatus?order_sn=nobodys',
    '/home/userInfo/user',
    '/home/userInfo/editUser',
    `/home/userInfo/child?id=${child?.id}`,
    `/home/userInfo/editChild?id=${child?.id}`,
    '/home/userInfo/changePwd',
    '/home/userInfo/card',
    '/home/userInfo/waiting',
    '/home/userInfo/integral',
    '/home/userInfo/package',
  ]) {
    await lookAt(page, address)
  }
})

signedInTest('axe finds nothing on account pages with entries', async ({ page, person, visitor }) => {
  test.slow()
  const [child, other] = await person.api.children.list()
  const free = await findSession(visitor, isFree)
  const full = await findSession(visitor, isFull)
  const priced = await findSession(visitor, isForBarriers)
  const paidNumber = await placeOrder(person, 'class', free)
  const isFor = (one = child) => ({ who: 'children' as const, childIds: [one?.id ?? 0] })
  const { offeringId, id: sessionId } = full
  await person.api.waitingLists.class.join({ offeringId, sessionId, attendees: isFor() })
  await person.api.sessionBaskets.class.add({ sessionIds: [priced.id], attendees: isFor(other) })
  const [pack] = await visitor.credits.packs()
  const { orderNumber: packNumber } = await person.api.credits.buyPack({ packId: pack?.id ?? 0 })
  await pay(page, person, packNumber)
  for (const [address, entry] of [
    ['/home/userInfo/waiting', full.title],
    [`/home/userInfo/orderStatus?order_sn=${paidNumber}`, 'Total paid'],
    [`/home/userInfo/packOrder?order_sn=${packNumber}`, 'Total paid'],
    [`/home/userInfo/paySuccess?type=1&order_sn=${paidNumber}`, 'Add to calendar'],
    ['/home/userInfo/integral', packNumber],
    ['/home/userInfo/package', pack?.name],
  ]) {
    await lookAt(page, address ?? '', entry)
  }
  await visit(page, `/home/userInfo/orderStatus?order_sn=${paidNumber}`)
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await expectShown(page, 'Reschedule')
  await visit(page, '/home/cart')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expectShown(page, 'Checkout')
})

signedInTest('axe finds nothing in dialogs', async ({ page, visitor }) => {
  test.slow()
  const [session, other] = (await findSessions(visitor, 2, isForBarriers)) as [Session, Session]
  await changeOffered(page, contract.orders.class.preview, other, { placesLeft: 0, isBookable: false })
  const dialog = await openBooking(page, session)
  await expect(dialog.getByRole('button', { name: /^Waiting list for/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentences.selectYourChild)).toBeVisible()
  await expectAccessible(page)
  await lookByNight(page)
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

  const full = await findSession(visitor, isFull)
  await openTimetable(page, full)
  await sessionCard(page, full).getByRole('button', { name: 'Waiting list' }).click()
  await expectShown(page, 'Select Child')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(
    page.getByRole('region', { name: 'Help and feedback' }).getByRole('textbox').first(),
  ).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in visitors’ dialogs', async ({ page, visitor }) => {
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
    await lookAt(page, address)
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await expect(dialog.locator('a, .rich-text').first()).toBeVisible()
    await expectAccessible(page)
  }
  const lastWeek = await weekOf(visitor, 'class', addDays(mondayOf(today()), -7))
  const [over] = lastWeek.flatMap(({ sessions }) => sessions.filter(({ placesLeft }) => placesLeft > 0))
  if (!over) throw new Error('the demo business had a class with places last week')
  await openTimetable(page, over)
  await sessionCard(page, over).getByRole('button', { name: 'Book Now' }).click()
  await expectShown(page, over.typeName)
})

test('axe finds nothing on a guest’s order page', async ({ page, site, visitor }) => {
  const { id, offeringId } = await findSession(visitor, isFree, 'parentSession')
  const email = freshEmail('gwen')
  await visitor.orders.parentSession.place({
    offeringId,
    sessionIds: [id],
    attendees: { who: 'contact', fullName: 'Gwen Hale', phone: freshPhone(), email },
    creditsWanted: undefined,
    discountCode: '',
  })
  const mail = await readMail(site, email, /^Please confirm your place$/)
  await page.goto(/http\S+\/guest-order\/\S+/.exec(mail.text)?.[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm my place' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is confirmed')
  await expectAccessible(page)
  await lookByNight(page)
  await expectNoSidewaysScroll(page)
})

const isFull = ({ placesLeft }: Session) => placesLeft === 0
const isForBarriers = ({ typeName, offersTrial, placesLeft, pricePence }: Session) =>
  typeName === 'Curtain Up' && offersTrial && placesLeft >= 2 && pricePence > 0
