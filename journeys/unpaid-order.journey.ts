import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { bookUpToCardPage, message, orderInHistory } from './booking-dialog.ts'
import { addressOf, answerInstead, holdBack, success } from './calls-of-page.ts'
import { placeOrder } from './kinds.ts'
import { openParts } from './my-bookings.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isPriced, placesLeft } from './timetable.ts'

// Proves ERR-22, ODC-14, RES-10.
signedInTest(
  'a refused card leaves the order unpaid, and it can be cancelled @phone',
  async ({ page, visitor }) => {
    const session = await findSession(
      visitor,
      ({ typeName, pricePence, placesLeft: left }) => typeName === 'Paint Pot' && pricePence > 0 && left >= 2,
    )
    const before = await placesLeft(visitor, session)
    await bookUpToCardPage(page, session, 'Wren')
    expect(await placesLeft(visitor, session)).toBe(before - 1)

    await page.getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByRole('heading', { name: 'Payment unsuccessful' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the booking' })).toBeVisible()
    await page.getByRole('link', { name: 'View my bookings' }).click()
    const order = await orderInHistory(page, session)
    await expect(order).toContainText('Payment outstanding')
    await order.getByRole('link').click()

    const payment = page.getByRole('region', { name: 'Payment' })
    await expect(payment).toContainText(/We are keeping your places until (.+, )?\d\d:\d\d/)
    await payment.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByText('The last try was refused')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/payFail/)

    await page.getByRole('link', { name: 'View my bookings' }).click()
    await openParts(page)
    await order.getByRole('link').click()
    await payment.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(message(page, sentences.orderCancelled)).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Cancelled')
    await expect(payment).toBeHidden()
    expect(await placesLeft(visitor, session)).toBe(before)
  },
)

signedInTest(
  'an order that is cancelled after leaving the card page is shown as cancelled',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const session = await findSession(
      visitor,
      ({ pricePence, placesLeft: left }) => pricePence > 0 && left >= 3,
    )
    await bookUpToCardPage(page, session, 'Wren')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel the booking' }).click()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(message(page, sentences.orderCancelled)).toBeVisible()
    await expect(page).toHaveURL(/\/home\/userInfo\/orderStatus\?order_sn=/)
    await expect(page.getByRole('article')).toContainText('Cancelled')
    await expect(page.getByText('Payment unsuccessful')).toHaveCount(0)
  },
)

signedInTest(
  'an order whose card page failed to open can still be paid or cancelled',
  { tag: '@desk' },
  async ({ page, site, person, visitor }) => {
    const { openCardPage } = contract.payments
    const never = `${site}/never-comes`
    await page.route(never, route => route.fulfill({ status: 204 }))
    await answerInstead(page, openCardPage, () => success(openCardPage, { url: never }))
    const orderNumber = await placeOrder(person, 'class', await findSession(visitor, isPriced))
    await page.clock.install()
    await visit(page, addresses.orderOf.class({ orderNumber }))
    const payment = page.getByRole('region', { name: 'Payment' })
    const proceed = payment.getByRole('button', { name: 'Proceed' })
    const isOver = page.waitForResponse(never)
    await proceed.click()
    await isOver
    await expect(proceed).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(10_000)
    await expect(proceed).not.toHaveAttribute('aria-busy')
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeVisible()
  },
)

signedInTest(
  'a cancelled order offers no more actions while the pages still load',
  { tag: '@phone' },
  async ({ page, person, visitor }) => {
    const session = await findSession(visitor, isPriced)
    const places = [
      { name: 'Pay now', address: () => addresses.bookings(), call: contract.ownBookings.upNext },
      {
        name: 'Proceed',
        address: (orderNumber: string) => addresses.orderOf.class({ orderNumber }),
        call: contract.orders.class.details,
      },
      {
        name: 'Pay now',
        address: (orderNumber: string) => addresses.paymentFailed({ orderNumber }),
        call: contract.orders.class.details,
      },
    ]
    for (const { name, address, call } of places) {
      const orderNumber = await placeOrder(person, 'class', session)
      await visit(page, address(orderNumber))
      const main = page.getByRole('main')
      const pay = main.getByRole('button', { name })
      await expect(pay).toBeVisible()
      const letCome = await holdBack(page, addressOf(call))
      await main.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel the order' }).click()
      await expect(message(page, sentences.orderCancelled)).toBeVisible()
      await expect(pay).toBeHidden()
      await expect(main.getByRole('button', { name: /^(Cancel|Try again)/ })).toBeHidden()
      letCome()
    }
  },
)
