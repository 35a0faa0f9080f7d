import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { fullMoment, spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { message, pounds } from './booking-dialog.ts'
import { addressOf, changeAnswers, refusal, refuse, watchCalls } from './calls-of-page.ts'
import { everyKind, kinds, placeOrder } from './kinds.ts'
import { expect, signedInTest, visit } from './site-test.ts'
import { findSession, isPriced } from './timetable.ts'
import { today } from './today.ts'

for (const kind of everyKind) {
  const { detail, attendee, tag } = kinds[kind]
  const { details, cancel } = contract.orders[kind]

  // Proves ODC-01 to ODC-16, ODE-01 to ODE-06, ODP-01 to ODP-10, ROUTE-39 to ROUTE-41.
  signedInTest(
    `an order is read, almost paid, printed and cancelled: ${kind}`,
    { tag },
    async ({ page, visitor, person }) => {
      const session = await findSession(visitor, isPriced, kind)
      const orderNumber = await placeOrder(person, kind, session)
      const { placedAt, sessions } = await person.api.orders[kind].details({ orderNumber })
      const asked = watchCalls(page, details)
      const cancels = watchCalls(page, cancel)
      const pays = watchCalls(page, contract.payments.openCardPage)
      const weeks = watchCalls(page, contract.offerings[kind].ownTimetable)
      const address = `${detail}?order_sn=${orderNumber}`
      await visit(page, address)
      const order = page.getByRole('article')
      const payment = page.getByRole('region', { name: 'Payment' })
      await expect(payment.getByRole('button')).toHaveText([
        `Proceed · pay ${pounds(session.pricePence)}`,
        'Cancel',
      ])
      expect(asked).toEqual([{ orderNumber }])
      for (const [name, value] of [
        ['Order number', orderNumber],
        ['Name', session.title],
        ['Order time', fullMoment(placedAt)],
        ['Status', 'Payment outstanding'],
        ['Amount', pounds(session.pricePence)],
      ] as const) {
        await expect(fact(order, name)).toHaveText(value)
      }
      const table = order.locator('table')
      await expect(table.locator('th')).toHaveText([
        'Class',
        'Class Date',
        'Venue',
        'Age group',
        'Class Time',
        attendee,
      ])
      await expect(table.locator('td')).toHaveText([
        sessions[0]?.name ?? '',
        new RegExp(`^${spokenDate(session.date, today())}`),
        session.venue,
        session.ages,
        timeRange(session.startTime, session.endTime),
        kind === 'parentSession' ? 'Robyn Hart' : 'Wren Hart',
      ])
      await expect(page.getByRole('button', { name: 'Reschedule' })).toHaveCount(0)
      await expect.poll(() => weeks.length).toBe(kind === 'parentSession' ? 1 : 0)

      await expectOrderAloneOnPaper(page, order, table)

      const letThrough = await refuse(page, contract.payments.openCardPage, sentences.paymentUnavailable)
      await payment.getByRole('button', { name: 'Proceed' }).click()
      await expect(message(page, sentences.paymentUnavailable)).toBeVisible()
      await letThrough()
      await payment.getByRole('button', { name: 'Proceed' }).click()
      await expect(page.getByText('This is a practice card page.')).toBeVisible()
      // An order has one open card page. A second call returns the same address.
      const { url } = await person.api.payments.openCardPage({ orderNumber, device: 'web' })
      await expect(page).toHaveURL(url)
      const paid = { orderNumber, device: 'web' }
      expect(pays).toEqual([paid, paid])

      await visit(page, address)
      await payment.getByRole('button', { name: 'Cancel' }).click()
      asked.length = 0
      await page.getByRole('button', { name: 'Cancel the order' }).click()
      await expect(message(page, 'Succesfully')).toBeVisible()
      await expect(fact(order, 'Status')).toHaveText('Cancelled')
      await expect(payment).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      expect(cancels).toEqual([{ orderNumber }])
      expect(asked).toEqual([{ orderNumber }])

      for (const [status, word] of [
        ['paid', 'Paid'],
        ['completed', 'Cancelled'],
      ] as const) {
        await changeAnswers(page, details, answer => ({ ...answer, status }))
        await visit(page, address)
        await expect(fact(order, 'Status')).toHaveText(word)
        await expect(payment).toHaveCount(0)
        await expect(order).not.toHaveText(/\p{Script=Han}/u)
      }
    },
  )
}

signedInTest(
  'a missing order and one that fails to load each say so',
  { tag: '@desk' },
  async ({ page, expectedComplaints }) => {
    await visit(page, '/home/userInfo/orderStatus?order_sn=nobodys')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentences.orderNotFound)
    await expect(message(page, sentences.orderNotFound)).toBeVisible()

    expectedComplaints.push(/500|call failed/i)
    await page.route(addressOf(contract.orders.class.details), route =>
      route.fulfill({ status: 500, json: refusal(sentences.unexpected) }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'That did not load' })).toBeVisible()
    await page.unroute(addressOf(contract.orders.class.details))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentences.orderNotFound)
  },
)

const fact = (order: Locator, name: string): Locator =>
  order
    .locator('dl > div')
    .filter({ has: order.page().getByText(name, { exact: true }) })
    .locator('dd')

/** Checks that the order prints as a table on any paper, without buttons, menus or links. */
async function expectOrderAloneOnPaper(page: Page, order: Locator, table: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 253, 249)')
  await expect(table).toBeVisible()
  await expect(fact(order, 'Order number')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  // The print keeps the order's owner and the business's address.
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('contentinfo').getByText('Spike Island')).toBeVisible()
  await page.emulateMedia({ media: null, colorScheme: null })
}
