import type { Page, Route } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { childTick, chooseChild, message, openBooking, total } from './booking-dialog.ts'
import { addressOf, answerInstead, busy, refusal, refuse } from './calls-of-page.ts'
import { expectOnlyMessage } from './form-notes.ts'
import { freshEmail, newPerson } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, isPriced, openTimetable, sessionCard } from './timetable.ts'
import { today } from './today.ts'

// Proves ERR-07.
test('a call without an answer is reported only beside its button, and can be tried again', {
  tag: '@phone',
}, async ({ page, site, expectedComplaints }) => {
  expectedComplaints.push(/Failed to load|Failed to fetch|answered HTTP|502|not valid JSON/)
  const { email, password } = await newPerson(site, 'Iris', [])
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  const logIn = page.getByRole('button', { name: 'Log in' })
  for (const failure of [
    { status: 500, json: refusal('Not for the customer') },
    { status: 502, body: '<h1>Bad gateway</h1>' },
    undefined,
  ]) {
    await page.route(addressOf(contract.accounts.signIn), route =>
      failure ? route.fulfill(failure) : route.abort(),
    )
    const logged = page.waitForEvent('console', entry => entry.type() === 'error')
    await logIn.click()
    await logged
    await expect(logIn).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
    await expect(page.getByRole('alert')).toHaveText(
      'We got no answer. You are not logged in yet. Please press again.',
    )
    await page.unrouteAll()
  }
  await logIn.click()
  await expect(page).toHaveURL(/\/home\/home$/)
})

// Proves ERR-07.
signedInTest(
  'booking, cancelling or moving offline says whether anything was booked or paid',
  { tag: '@desk' },
  async ({ page, context, person, visitor, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
    const session = await findSession(visitor, given => isPriced(given) && given.placesLeft > 2)
    const booking = await openBooking(page, session)
    await chooseChild(booking, 'Wren')
    await expect(total(booking)).toHaveAttribute('data-settled')
    const note = booking.getByRole('alert')
    const yes = page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' })
    const book = booking.getByRole('button', { name: 'Book Now' })
    await context.setOffline(true)
    await book.click()
    await yes.click()
    await expect(note).toContainText(
      'You are offline, so nothing was sent. Nothing is booked, and nothing has been paid.',
    )
    await context.setOffline(false)
    // The request arrives, but the answer is lost.
    await page.route(addressOf(contract.orders.class.place), async route => {
      await route.fetch()
      await route.abort()
    })
    await expect(total(booking)).toHaveAttribute('data-settled')
    await book.click()
    await yes.click()
    await expect(note).toContainText(
      'We do not know yet whether your place is booked. No money has been taken.',
    )
    await expect(page.getByRole('region', { name: 'Messages' }).first()).toBeEmpty()
    await page.unrouteAll()
    const { items } = await person.api.orders.class.list({})
    expect(items).toHaveLength(1)

    await visit(page, `/home/userInfo/orderStatus?order_sn=${items[0]?.orderNumber}`)
    const payment = page.getByRole('region', { name: 'Payment' })
    await page.route(addressOf(contract.payments.openCardPage), route => route.abort())
    await payment.getByRole('button', { name: /^Proceed/ }).click()
    await expect(payment.getByRole('alert')).toContainText('nothing has been paid. Please press again')
    await page.route(addressOf(contract.orders.class.cancel), route => route.abort())
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(payment.getByRole('alert').last()).toContainText('Your order may or may not be cancelled.')
    await page.unrouteAll()
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(message(page, sentences.orderCancelled)).toBeVisible()
  },
)

// Proves ERR-07.
signedInTest(
  'a card page that fails to open shows no message, and can be opened from the order',
  { tag: '@desk' },
  async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load|Failed to fetch/)
    await page.route(addressOf(contract.payments.openCardPage), route => route.abort())
    await visit(page, '/home/classPack')
    await page
      .getByRole('button', { name: /^Buy Now/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/packOrder\?order_sn=\S+$/)
    await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
    await page.unrouteAll()
    await page.getByRole('button', { name: /^Proceed/ }).click()
    await expect(page.getByText('This is a practice card page.')).toBeVisible()
  },
)

// Proves ERR-07.
test('a busy server says how long to wait, and the call is repeated by itself', { tag: '@phone' }, async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/503/)
  const answers = [{ status: 503, headers: { 'retry-after': '2' }, json: refusal(sentences.busy) }]
  await page.route(addressOf(contract.accounts.sendCode), route => {
    const answer = answers.pop()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await visit(page, '/forget')
  await page.getByLabel('Email').fill(freshEmail('iris'))
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expectOnlyMessage(page, 'We are busy. Trying again in 2 s')
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
})

// Proves ERR-07.
test('the message that the browser is offline stays until it is online, above a dialog too', async ({
  page,
  context,
  expectedComplaints,
}) => {
  // Calls that were under way fail.
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED/)
  // Opens tomorrow, because in the evening today's sessions are collapsed.
  await visit(page, `/home/classes?date=${addDays(today(), 1)}`)
  await page.locator('.day[data-shown] .session-type button').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  await expect(message(page, 'You are offline. Nothing can be sent until you are back.')).toBeVisible()
  await context.setOffline(false)
  await expect(dialog.getByRole('region', { name: 'Messages' })).toBeEmpty()
})

// Proves ERR-05, ERR-06.
signedInTest(
  'an answer of 401 ends the session here and asks to log in',
  { tag: '@phone' },
  async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    await answerInstead(page, contract.credits.creditEntries, () => refusal(sentences.pleaseLogIn, 401))
    await visit(page, '/home/userInfo/package')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('maypole.token'))).toBeNull()
  },
)

// Proves ERR-08.
signedInTest(
  'refused lists say so in their own place, not in a message',
  { tag: '@desk' },
  async ({ page }) => {
    for (const call of [
      contract.credits.creditEntries,
      contract.children.list,
      contract.notifications.list,
    ]) {
      await answerInstead(page, call, () => refusal('Not today'))
    }
    await visit(page, '/home/userInfo/package')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No credits yet' })).toBeVisible()
  },
)

signedInTest(
  'when the children fail to load, nobody is asked to add one, and they can be loaded again',
  { tag: '@desk' },
  async ({ page, visitor, expectedComplaints }) => {
    expectedComplaints.push(/502|not valid JSON/)
    const session = await findSession(visitor, isPriced)
    await page.clock.install()
    await page.route(addressOf(contract.children.list), badGateway)
    const booking = await openBooking(page, session)
    const tryAgain = booking.getByRole('button', { name: 'Try again' })
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(booking.getByRole('button', { name: 'Add a child' })).toHaveCount(0)
      expect(await tryAgain.isVisible()).toBe(true)
    }).toPass({ intervals: [20] })
    await page.unrouteAll()
    await tryAgain.click()
    await chooseChild(booking, 'Wren')

    await refuse(page, contract.children.list, 'Not today')
    await visit(page, '/home/userInfo/user')
    const own = page.getByRole('region', { name: 'My children' })
    await expect(own).toContainText('That did not load')
    await page.unrouteAll()
    await own.getByRole('button', { name: 'Try again' }).click()
    await expect(own).toContainText('Wren')
  },
)

test('a page whose code fails to load says so, and opens on another try', { tag: '@phone' }, async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load resource|Failed to fetch dynamically imported module/)
  await visit(page, '/home/home')
  await page.route('**/assets/help-centre-page*.js', route => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByText('This could not be shown')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This could not be shown')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
})

signedInTest(
  'a child’s form whose code fails to load leaves the booking alone and can be tried again',
  { tag: '@desk' },
  async ({ page, visitor, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load resource|Failed to fetch dynamically imported module/)
    const session = await findSession(visitor, isPriced)
    const booking = await openBooking(page, session)
    await chooseChild(booking, 'Wren')
    await page.route('**/assets/add-child-dialog*.js', route => route.abort())
    await booking.getByRole('button', { name: 'Add a child' }).click()
    await expectOnlyMessage(page, sentences.unexpected)
    await expect(childTick(booking, 'Wren')).toBeChecked()
    await page.unrouteAll()
    await booking.getByRole('button', { name: 'Add a child' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a child' })).toBeVisible()
  },
)

test('the page stays when the code of a dialog, a popover or the lower texts fails to load @phone', async ({
  page,
  visitor,
  expectedComplaints,
  complaints,
}) => {
  expectedComplaints.push(/Failed to load resource|Failed to fetch dynamically imported module/)
  const session = await findSession(visitor, () => true)
  await page.route(/assets.(session-dialog|class-words|deals-popup)[^/]*.js/, route => route.abort())
  const scroll = () => page.evaluate(() => scrollTo(0, 400))
  await visit(page, '/home/home')
  await scroll()
  await expect.poll(() => complaints.join()).toContain('deals-popup')
  // Waits two frames, so that the page has shown the failure.
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.getByRole('heading', { name: 'What will they love?' })).toBeVisible()
  await expect(page.getByText('This could not be shown')).toHaveCount(0)
  await openTimetable(page, session)
  await sessionCard(page, session).getByRole('button', { name: session.typeName }).click()
  await expectOnlyMessage(page, 'This could not be shown. Please load the page again')
  await scroll()
  // Looks in the page itself, because the message has the same words.
  await expect(page.getByRole('main').getByText('This could not be shown')).toBeVisible()
  await page.unrouteAll()
  await sessionCard(page, session).getByRole('button', { name: session.typeName }).click()
  await expect(page.getByRole('dialog', { name: 'Class Details' })).toBeVisible()
})

signedInTest(
  'a part of the frame whose code fails to load says so, and opens on another try @desk',
  async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load resource|Failed to fetch dynamically imported module/)
    await page.route(/assets.(account-layout|bell-list|help-content)[^/]*.js/, route => route.abort())
    await visit(page, '/home/about')
    const notShown = 'This could not be shown'
    const help = page.getByRole('region', { name: 'Help and feedback' })
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(help).toContainText(notShown)
    await help.getByRole('button', { name: 'Close' }).click()
    await expect(help).toBeHidden()
    await page.getByRole('button', { name: 'Notifications' }).click()
    const bell = page.getByRole('region', { name: 'Notifications' })
    await expect(bell).toContainText(notShown)
    await bell.getByRole('button', { name: 'Close' }).click()
    await expect(bell).toBeHidden()
    await visit(page, '/home/userInfo/waiting')
    await expect(page.getByRole('main')).toContainText(notShown)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting lists' })).toBeVisible()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(help.getByRole('button', { name: 'Send' })).toBeVisible()
  },
)

signedInTest(
  'the price of a changed choice is not shown as settled while offline',
  { tag: '@phone' },
  async ({ page, context, visitor, expectedComplaints }) => {
    expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    const session = await findSession(visitor, ({ placesLeft, isPackOnly }) => placesLeft > 2 && !isPackOnly)
    await page.clock.install()
    const booking = await openBooking(page, session)
    await chooseChild(booking, 'Wren')
    await expect(total(booking)).toHaveAttribute('data-settled')
    await context.setOffline(true)
    await expect(message(page, 'You are offline. Nothing can be sent until you are back.')).toBeVisible()
    await chooseChild(booking, 'Finch')
    await page.clock.runFor(1000)
    expect(await total(booking).getAttribute('data-settled')).toBeNull()
    await context.setOffline(false)
    await expect(total(booking)).toHaveAttribute('data-settled')
  },
)

test('a type that fails to load is not shown as ended, and opens on another try', {
  tag: '@desk',
}, async ({ page, visitor, expectedComplaints }) => {
  expectedComplaints.push(/502|503|not valid JSON/)
  const { typeId, venueId } = await findSession(visitor, () => true, 'parentSession')
  const { type, choice } = ofKind.parentSession
  for (const [address, failure] of [
    [type({ typeId }), badGateway],
    [choice({ typeId, venueId }), busy],
  ] as const) {
    await visit(page, '/home/home')
    await page.route(addressOf(contract.offerings.parentSession.typeDetails), failure)
    await page.evaluate(to => {
      history.pushState({ ...history.state, key: to }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await expect(page.getByText('That did not load')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^We could not find/)).toHaveCount(0)
  }
})

// Proves ROUTE-25.
test('what a guest typed stays when the page behind the dialog fails to refresh', {
  tag: '@phone',
}, async ({ page, visitor, expectedComplaints }) => {
  expectedComplaints.push(/502|not valid JSON/)
  const { typeId, venueId, date } = await findSession(
    visitor,
    ({ placesLeft }) => placesLeft > 0,
    'parentSession',
  )
  await page.clock.install()
  await visit(page, `${ofKind.parentSession.choice({ typeId, venueId })}&date=${date}`)
  await page.locator('.session-actions').getByRole('button', { name: 'Book Now' }).first().click()
  const fullName = page.getByRole('dialog').getByLabel('Full Name')
  await fullName.fill('Gwen Hale')
  await comeBackInVain(page, contract.offerings.parentSession.typeDetails)
  await expect(fullName).toHaveValue('Gwen Hale')
  await expect(page.getByText(/^We could not find/)).toHaveCount(0)
})

signedInTest(
  'typed text stays when the account fails to refresh',
  { tag: '@phone' },
  async ({ page, person, expectedComplaints }) => {
    expectedComplaints.push(/502|not valid JSON/)
    const [child] = await person.api.children.list()
    const { profile } = contract.accounts
    await page.clock.install()
    for (const [form, calls] of [
      ['editUser', [profile]],
      [`editChild?id=${child?.id}`, [profile, contract.children.details]],
    ] as const) {
      await visit(page, `/home/userInfo/${form}`)
      const name = page.locator('[name="firstName"]')
      await name.fill('Robina')
      await comeBackInVain(page, ...calls)
      await expect(name).toHaveValue('Robina')
      await expect(page.getByText('That did not load')).toHaveCount(0)
      await page.unrouteAll()
    }
  },
)

const badGateway = (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })

/** Returns from another tab after the answers have become stale. These calls are repeated, and fail. */
async function comeBackInVain(page: Page, ...calls: Parameters<typeof addressOf>[0][]): Promise<void> {
  for (const call of calls) await page.route(addressOf(call), badGateway)
  let givenUp = 0
  page.on('console', entry => {
    if (/not valid JSON/.test(entry.text())) givenUp++
  })
  await page.clock.fastForward('10:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const goOn = () => page.clock.runFor(2000).then(() => givenUp)
  await expect.poll(goOn).toBe(calls.length)
  await goOn()
}
