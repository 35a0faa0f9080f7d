import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { addDays } from '#domain/calendar.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { chooseChild, closeMessages, message, openBooking, pounds, total } from './booking-dialog.ts'
import {
  addressOf,
  answerInstead,
  busy,
  changeAnswers,
  givePagesOf,
  holdBack,
  listenToCalls,
  nextCall,
  success,
} from './calls-of-page.ts'
import { expectOnlyMessage } from './form-notes.ts'
import { kinds } from './kinds.ts'
import { startStaffSession } from './office/staff-sign-in.ts'
import { type Person, signInElsewhere } from './people.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, isPriced } from './timetable.ts'
import { today } from './today.ts'

/** The tabs by their position in the address. */
const tabs = {
  class: { type: 0, label: 'Classes' },
  event: { type: 2, label: 'Events & Camps' },
  parentSession: { type: 3, label: 'Parental Support' },
} as const

interface BookingChoice {
  isFree?: boolean
  isPackOnly?: boolean
}

/** Puts bookable sessions of a kind, at least three days ahead, into a family's basket; returns their lines. */
async function putIntoBasket(
  { api }: Person,
  kind: OfferingKind,
  count: number,
  request: BookingChoice = {},
) {
  const { isFree = false, isPackOnly = false } = request
  const sessions = (await comingSessions(api, kind, addDays(today(), 3)))
    .filter(session => session.placesLeft >= 4 && session.isPackOnly === isPackOnly)
    .filter(session => isPackOnly || (session.pricePence === 0) === isFree)
    .slice(0, count)
  expect(sessions.length, `${kind}s of the demo business that fit this journey`).toBe(count)
  const childIds = (await api.children.list()).map(child => child.id)
  const contact = { fullName: 'Robin Hart', phone: '07700 900188', email: 'robin@example.test' }
  const attendees =
    offeringKinds[kind].attendees === 'children'
      ? { who: 'children' as const, childIds }
      : { who: 'contact' as const, ...contact }
  await api.sessionBaskets[kind].add({ sessionIds: sessions.map(({ id }) => id), attendees })
  return linesOf(api, kind)
}

async function linesOf(api: Person['api'], kind: OfferingKind) {
  const basket = await api.sessionBaskets[kind].list({ lineIds: [], discountCode: '' })
  return basket.lines.items
}

const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })

signedInTest(
  'a class put into the basket before its price loads stays after the dialog closes @phone',
  async ({ page, person, visitor }) => {
    const session = await findSession(visitor, isPriced)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await expect(total(dialog)).toContainText('£')
    const price = await holdBack(page, addressOf(contract.orders.class.preview))
    await dialog.getByLabel('Discount code').fill('WELCOME10')
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    await expect(dialog.getByRole('button', { name: 'Add to Basket' })).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(message(page, sentences.addedToBasket)).toBeVisible()
    expect(await linesOf(person.api, 'class')).toHaveLength(1)
    price()
  },
)

signedInTest(
  'a discount code is carried into the basket and shown up to payment',
  async ({ page, visitor }) => {
    const session = await findSession(visitor, isPriced)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await dialog.getByLabel('Discount code').fill('WELCOME10')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const isTaken = 'Your discount is in the total.'
    await expect(dialog.getByText(isTaken)).toBeInViewport()
    const add = await holdBack(page, addressOf(contract.sessionBaskets.class.add))
    const isSent = page.waitForRequest(addressOf(contract.sessionBaskets.class.add))
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    await isSent
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    add()
    await expect(message(page, sentences.addedToBasket)).toBeVisible()
    await visit(page, '/home/cart?type=0')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const checkout = page.getByRole('dialog', { name: 'Checkout' })
    await expect(checkout.getByLabel('Discount code')).toHaveValue('WELCOME10')
    await expect(checkout.getByText(isTaken)).toBeVisible()
    await checkout.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('dialog', { name: 'Please confirm' })).toContainText(/Discount−£\d/)
    await answer(page, 'Yes')
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await expect(page.getByRole('main')).toContainText(/paid by card \(discount: £\d/)
  },
)

const openTab = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Your basket' }).getByRole('link', { name: label }).click()

const answer = (page: Page, word: 'Yes' | 'Cancel') =>
  page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: word }).click()

// Proves CART-02 to CART-08, CART-10 to CART-14, CART-21 to CART-26.
signedInTest(
  'the basket has a tab for each kind of goods, with its own lines, pages and deletions',
  async ({ page, person, visitor }) => {
    for (const kind of everyOfferingKind) await putIntoBasket(person, kind, 2)
    const [product] = (await visitor.shop.products({ isPopular: true })).items
    await person.api.productBasket.add({ productId: product?.id ?? 0, quantity: 2 })
    const calls = listenToCalls(page)

    await visit(page, '/home/cart')
    const navigation = page.getByRole('navigation', { name: 'Your basket' })
    await expect(navigation.getByRole('link')).toHaveText([
      'Classes 2',
      'Products 1',
      'Events & Camps 2',
      'Parental Support 2',
    ])
    for (const kind of everyOfferingKind) {
      const { type, label } = tabs[kind]
      const [first, second] = await linesOf(person.api, kind)
      if (type > 0) await openTab(page, label)
      await calls.expectCall(contract.sessionBaskets[kind].list, { page: 1 })
      await expect(page).toHaveURL(type > 0 ? `/home/cart?type=${type}` : '/home/cart')
      await expect(navigation.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
      await expect(rows(page)).toHaveCount(2)
      const row = rows(page).first()
      await expect(row).toContainText(first?.session.typeName ?? '')
      const who = first?.children.map(child => child.name).join(', ') || first?.fullName
      await expect(row).toContainText(`For ${who}`)
      expect(who).toBe(offeringKinds[kind].attendees === 'children' ? 'Wren Hart, Finch Hart' : 'Robin Hart')

      await row.getByRole('button', { name: /^Delete/ }).click()
      await calls.expectCall(contract.sessionBaskets[kind].remove, { lineIds: [first?.id ?? 0] })
      await expect(message(page, sentences.deleted)).toBeVisible()
      await expect(rows(page)).toHaveCount(1)
      await closeMessages(page)
      await expect(navigation.getByRole('link', { name: label })).toHaveText(`${label} 1`)
      await expect(rows(page)).toContainText(second?.session.typeName ?? '')
      expect((await linesOf(person.api, kind)).map(line => line.id)).toEqual([second?.id])
    }

    await openTab(page, 'Products')
    await expect(page).toHaveURL(/\/home\/cart\?type=1$/)
    await calls.expectCall(contract.productBasket.list, { page: 1 })
    const [line] = (await person.api.productBasket.list({})).items
    const row = rows(page)
    await expect(row.getByRole('heading')).toHaveText(product?.name ?? '')
    await expect(row.locator('img')).toHaveAttribute('src', /product-.+\.webp/)
    await expect(row).toContainText(`${pounds(product?.pricePence ?? 0)} each`)
    const quantity = row.getByRole('status')
    await expect(quantity).toHaveText('2')
    await row.getByRole('button', { name: 'One more' }).click()
    await calls.expectCall(contract.productBasket.increase, { basketLineId: line?.id })
    await expect(quantity).toHaveText('3')
    await row.getByRole('button', { name: 'One fewer' }).click()
    await calls.expectCall(contract.productBasket.decrease, { basketLineId: line?.id })
    await expect(quantity).toHaveText('2')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await calls.expectCall(contract.productBasket.remove, { basketLineIds: [line?.id ?? 0] })
    await expect(message(page, sentences.deleted)).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
  },
)

// Proves CART-03, CART-05 to CART-08, CART-16 to CART-20, CART-27, CART-41, ROUTE-30.
signedInTest(
  'each tab is rendered on the server, and its lines are chosen one by one or all at once @desk',
  async ({ page, site, person, visitor, expectedComplaints }) => {
    for (const kind of everyOfferingKind) await putIntoBasket(person, kind, 3)
    const products = (await visitor.shop.products({ isPopular: true })).items.slice(0, 3)
    for (const { id } of products) await person.api.productBasket.add({ productId: id, quantity: 1 })
    const calls = listenToCalls(page)
    for (const [type, label, list, hint] of [
      [0, 'Classes', contract.sessionBaskets.class.list, sentences.selectCourse],
      [1, 'Products', contract.productBasket.list, sentences.selectProduct],
      [2, 'Events & Camps', contract.sessionBaskets.event.list, sentences.selectCourse],
      [3, 'Parental Support', contract.sessionBaskets.parentSession.list, sentences.selectCourse],
    ] as const) {
      await visit(page, `/home/cart?type=${type}`)
      const opened = page.getByRole('navigation', { name: 'Your basket' }).locator('[aria-current=page]')
      await expect(opened).toHaveText(`${label} 3`)
      const pager = page.getByRole('navigation', { name: /^Pages of the / })
      const size = pager.getByRole('combobox', { name: 'Rows per page' })
      // At first all lines are selected, and one page shows them all.
      const all = page.getByLabel('Select all')
      await expect(all).toBeChecked()
      await expect(page.getByText('3 selected')).toBeVisible()
      const sum = page.getByRole('status').filter({ hasText: '3 selected' })
      await expect(sum).toContainText(/3 selected, total £\d/)
      await expect(pager).toHaveCount(0)

      // With nothing selected, Buy Now shows a hint and buys nothing.
      await all.uncheck()
      await page.getByRole('button', { name: 'Buy Now' }).click()
      await expect(message(page, hint)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await all.check()
      for (const tick of await rows(page).getByRole('checkbox').all()) await expect(tick).toBeChecked()
      await rows(page).getByRole('checkbox').first().uncheck()
      await expect(all).not.toBeChecked()
      await expect(page.getByText('2 selected')).toBeVisible()
      await rows(page).getByRole('checkbox').first().check()
      await expect(all).toBeChecked()

      // The server decides how long a page is, whatever the page asks for.
      await givePagesOf(page, list, 2)
      await reload(page)
      await expect(size.getByRole('option')).toHaveText(['2', '100', '200', '300', '400'])
      await size.selectOption('200')
      await calls.expectCall(list, { limit: 200 })
      await expect(size).toHaveValue('2')
      await expect(pager).toContainText('Page 1 of 2')
      await expect(rows(page)).toHaveCount(2)
      await pager.getByRole('button', { name: 'Next page' }).click()
      await expect(pager).toContainText('Page 2 of 2')
      await calls.expectCall(list, { page: 2 })
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByText('1 selected')).toBeVisible()
      // Deleting the only line of the last page removes that page.
      await rows(page)
        .getByRole('button', { name: /^Delete/ })
        .click()
      await expect(pager).toHaveCount(0)
      await expect(rows(page)).toHaveCount(2)
    }
    calls.expectNoCall(contract.sessionBaskets.class.submit)

    // The session was ended elsewhere, so the next basket call leads to the log-in.
    expectedComplaints.push(/401/)
    const elsewhere = await signInElsewhere(site, person)
    // The poll every five seconds is answered here, because it would otherwise notice first.
    const { countUnread } = contract.notifications
    await answerInstead(page, countUnread, () => success(countUnread, { unread: 0 }))
    await elsewhere.accounts.changePassword({ oldPassword: person.password, newPassword: 'plums and pears' })
    await openTab(page, 'Classes')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
  },
)

/** Finds a product with several left in stock, and puts one into the basket. */
async function putProductIntoBasket({ api }: Person): Promise<void> {
  const { items } = await api.shop.products({ isPopular: true })
  const product = items.find(({ stock }) => stock > 5)
  await api.productBasket.add({ productId: product?.id ?? 0, quantity: 1 })
}

signedInTest(
  'every press on the quantity counts, even while an earlier one is being sent',
  { tag: '@phone' },
  async ({ page, person }) => {
    await putProductIntoBasket(person)
    await visit(page, '/home/cart?type=1')
    const letThrough = await holdBack(page, addressOf(contract.productBasket.increase))
    const more = rows(page).getByRole('button', { name: 'One more' })
    for (let press = 0; press < 3; press++) await more.click()
    await expect(rows(page).getByRole('status')).toHaveText('4')
    const buy = page.getByRole('button', { name: 'Buy Now' })
    await expect(buy).toHaveAttribute('aria-busy')
    letThrough()
    await expect(buy).not.toHaveAttribute('aria-busy')
    await expect(rows(page).getByRole('status')).toHaveText('4')
    await expect.poll(async () => (await person.api.productBasket.list({})).items[0]?.quantity).toBe(4)
    await expect(rows(page).getByRole('status')).toHaveText('4')
  },
)

signedInTest(
  'a basket list requested before a change of quantity does not undo it @desk',
  async ({ page, person, visitor }) => {
    await putProductIntoBasket(person)
    const last = (await visitor.shop.products({ isPopular: true })).items.at(-1)
    await person.api.productBasket.add({ productId: last?.id ?? 0, quantity: 1 })
    await visit(page, '/home/cart?type=1')
    await expect(rows(page)).toHaveCount(2)
    const kept = rows(page).nth(1)
    const name = await kept.getByRole('heading').textContent()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(addressOf(contract.productBasket.list), async route => {
      const response = await route.fetch()
      await promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    const asked = page.waitForRequest(addressOf(contract.productBasket.list))
    await rows(page)
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await asked
    const stepped = page.waitForResponse(addressOf(contract.productBasket.increase))
    await kept.getByRole('button', { name: 'One more' }).click()
    await stepped
    resolve()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(name ?? '')
    await expect(rows(page).getByRole('status')).toHaveText('2')
  },
)

signedInTest(
  'lines that were unticked stay unticked after a visit to another tab @phone',
  async ({ page, person }) => {
    await putIntoBasket(person, 'class', 2)
    await visit(page, '/home/cart?type=0')
    await rows(page).first().getByRole('checkbox').uncheck()
    await expect(page.getByText('1 selected')).toBeVisible()
    await openTab(page, 'Products')
    await expect(page.getByText('No products in your basket')).toBeVisible()
    await openTab(page, 'Classes')
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(rows(page).first().getByRole('checkbox')).not.toBeChecked()
  },
)

signedInTest(
  '“Select all” on one page leaves lines unticked that were unticked on another @desk',
  async ({ page, person }) => {
    await putIntoBasket(person, 'class', 3)
    await givePagesOf(page, contract.sessionBaskets.class.list, 2)
    await visit(page, '/home/cart?type=0')
    await rows(page).first().getByRole('checkbox').uncheck()
    const pager = page.getByRole('navigation', { name: /^Pages of the / })
    await pager.getByRole('button', { name: 'Next page' }).click()
    const all = page.getByLabel('Select all')
    await expect(rows(page)).toHaveCount(1)
    await all.uncheck()
    await all.check()
    await pager.getByRole('button', { name: 'Previous page' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(rows(page).first().getByRole('checkbox')).not.toBeChecked()
  },
)

signedInTest('deleting a line keeps the focus on the page', async ({ page, person }) => {
  await putIntoBasket(person, 'class', 2)
  await visit(page, '/home/cart?type=0')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Delete/ })
    .press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('main')).toBeFocused()
})

for (const kind of everyOfferingKind) {
  const { type } = tabs[kind]

  // Proves CART-28 to CART-31, CART-35 to CART-39, CART-42.
  signedInTest(
    `lines of one kind are bought together in its checkout: ${kind}`,
    { tag: kinds[kind].tag },
    async ({ page, person }) => {
      const isFree = kind === 'parentSession'
      const lines = await putIntoBasket(person, kind, isFree ? 1 : 2, { isFree })
      const request = { lineIds: lines.map(line => line.id), creditsWanted: undefined, discountCode: '' }
      const quote = await person.api.sessionBaskets[kind].list(request)
      const calls = listenToCalls(page)
      await visit(page, `/home/cart?type=${type}`)
      const basketLink = page.getByRole('banner').getByRole('link', { name: /^Basket/ })
      await expect(basketLink).toContainText(String(lines.length))
      await page.getByRole('button', { name: 'Buy Now' }).click()
      const checkout = page.getByRole('dialog', { name: 'Checkout' })
      await calls.expectCall(contract.sessionBaskets[kind].list, request)
      await expect(checkout).toContainText('Class credits used0')
      await expect(total(checkout)).toContainText(pounds(quote.totalPence))
      expect(quote.totalPence === 0).toBe(isFree)

      await checkout.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByRole('dialog', { name: 'Please confirm' })).toContainText(sentences.confirmOrder)
      await answer(page, 'Cancel')
      await expect(message(page, sentences.cancelled)).toBeVisible()
      calls.expectNoCall(contract.sessionBaskets[kind].submit)
      await checkout.getByRole('button', { name: 'Place order' }).click()
      await answer(page, 'Yes')
      await calls.expectCall(contract.sessionBaskets[kind].submit, { ...request, creditsWanted: 0 })
      if (isFree) {
        await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1&order_sn=/)
        await expect(basketLink).toHaveText('Basket')
      } else {
        await calls.expectCall(contract.payments.openCardPage, { device: 'web' })
        await expect(page.getByText('This is a practice card page.')).toBeVisible()
      }
      expect(await linesOf(person.api, kind)).toEqual([])
      const orders = await person.api.orders[kind].list({})
      expect(orders.items).toMatchObject([
        { status: isFree ? 'paid' : 'pending', totalPence: quote.totalPence },
      ])
    },
  )
}

signedInTest(
  'a family that saves its credits for later gets the price without them',
  { tag: '@desk' },
  async ({ page, person }) => {
    await putIntoBasket(person, 'class', 1)
    const { list } = contract.sessionBaskets.class
    // As if credits paid for everything.
    await changeAnswers(page, list, quote => ({ ...quote, creditBalance: 5, creditsUsed: 1, totalPence: 0 }))
    await visit(page, '/home/cart')
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const checkout = page.getByRole('dialog', { name: 'Checkout' })
    await expect(total(checkout)).toContainText('1 credit')
    const release = await holdBack(page, addressOf(list))
    const asked = nextCall(page, list)
    const keep = checkout.getByLabel('Keep my credits for later')
    await keep.press('Space')
    expect(await asked).toMatchObject({ creditsWanted: 0 })
    await expect(keep).toBeFocused()
    await checkout.getByRole('button', { name: 'Place order' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toHaveCount(0)
    release()
    await expect(question).toContainText(/To pay£[1-9].*, by card/)
  },
)

signedInTest(
  'a checkout and its tab stay open while the card page loads @desk',
  async ({ page, person, visitor }) => {
    await putIntoBasket(person, 'class', 1)
    const [product] = (await visitor.shop.products({ isPopular: true })).items
    await person.api.productBasket.add({ productId: product?.id ?? 0, quantity: 1 })
    await visit(page, '/home/cart')
    const cardPage = await holdBack(page, addressOf(contract.payments.openCardPage))
    await page.getByRole('button', { name: 'Buy Now' }).click()
    const order = page.getByRole('dialog', { name: 'Checkout' }).getByRole('button', { name: 'Place order' })
    await order.click()
    await answer(page, 'Yes')
    const classes = page.getByRole('navigation', { name: 'Your basket' }).getByRole('link').first()
    // The basket no longer has the line that was bought.
    await expect(classes).toHaveText('Classes')
    await expect(classes).toHaveAttribute('aria-current', 'page')
    await expect(order).toHaveAttribute('aria-busy', 'true')
    cardPage()
    await expect(page.getByText('This is a practice card page.')).toBeVisible()
  },
)

signedInTest(
  'lines bought in another tab are announced as gone, and disappear @phone',
  async ({ page, person, expectedComplaints }) => {
    const [line] = await putIntoBasket(person, 'class', 1)
    await visit(page, '/home/cart?type=0')
    await expect(rows(page)).toHaveCount(1)
    // “Busy” does not mean that the lines are gone.
    expectedComplaints.push(/503/)
    await page.route(addressOf(contract.sessionBaskets.class.list), busy)
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expectOnlyMessage(page, sentences.busy)
    await expect(page.getByRole('dialog', { name: 'Checkout' })).toContainText('That did not load')
    await closeMessages(page)
    await page.keyboard.press('Escape')
    await page.unrouteAll()
    await person.api.sessionBaskets.class.submit({
      lineIds: [line?.id as number],
      creditsWanted: 0,
      discountCode: '',
    })
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expectOnlyMessage(page, sentences.notInBasket)
    await expect(page.getByText('No classes in your basket')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

// Proves CART-33, CART-34.
signedInTest(
  'a pack-only class is not bought from the basket without credits',
  { tag: '@desk' },
  async ({ page, person }) => {
    await putIntoBasket(person, 'class', 1, { isPackOnly: true })
    const calls = listenToCalls(page)
    const { list } = contract.sessionBaskets.class
    const buy = page.getByRole('button', { name: 'Buy Now' })
    const checkout = page.getByRole('dialog', { name: 'Checkout' })
    // As if there were credits, because a pack-only class is paid for with credits only.
    await changeAnswers(page, list, quote => ({ ...quote, creditBalance: 5, creditsUsed: 1 }))
    await visit(page, '/home/cart?type=0')
    await buy.click()
    await expect(checkout).toContainText('Class credits left4')
    await expect(checkout.getByLabel('Keep my credits')).toHaveCount(0)
    await page.unroute(addressOf(list))
    await reload(page)
    await buy.click()
    await checkout.getByRole('button', { name: 'Place order' }).click()
    await expect(message(page, 'This course can only be purchased by package members')).toBeVisible()
    calls.expectNoCall(contract.sessionBaskets.class.submit)
    await expect(checkout.getByRole('link', { name: 'See our class packs' })).toBeVisible()
    expect((await person.api.orders.class.list({})).total).toBe(0)
  },
)

signedInTest(
  'a product that has got sizes since asks for one in the basket, and is then bought',
  async ({ page, browser, site, person }) => {
    test.slow()
    const office = await startStaffSession(await browser.newPage(), site, 'manager')
    const [category] = await office.categories.list({})
    const product = {
      ...{ name: `Rain hat ${Date.now()}`, categoryId: category?.id ?? 0, sku: '', pricePence: 990 },
      ...{ images: [], contentHtml: '', isPopular: false, lowStock: 0, isActive: true },
    }
    const { id: productId, version } = await office.products.save({ ...product, firstStock: 4 })
    await person.api.productBasket.add({ productId, quantity: 3 })
    const size = { productId, sku: '', lowStock: 0, isActive: true }
    await office.sizes.save({ ...size, name: 'Small', firstStock: 0 })
    await office.sizes.save({ ...size, name: 'Large', firstStock: 2 })
    await visit(page, '/home/cart?type=1')
    const row = page.getByRole('listitem').filter({ hasText: product.name })
    await expect(row).toContainText(sentences.chooseSize)
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await expectAccessible(page)
    const sizes = row.getByRole('combobox', { name: 'Size of Rain hat' })
    await expect(sizes.getByRole('option', { name: 'Small · out of stock' })).toBeDisabled()
    await sizes.selectOption({ label: 'Large · only 2 left' })
    await expect(row.getByRole('link', { name: `${product.name}, Large` })).toBeVisible()
    await expect(row).not.toContainText(sentences.chooseSize)
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`${product.name}, Large`)
    const now = (await office.products.list({})).find(({ id }) => id === productId)
    await office.products.save({
      ...product,
      id: productId,
      version: now?.version ?? version,
      isActive: false,
    })
  },
)
