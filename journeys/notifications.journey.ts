import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import { expectAccessible } from './barriers.ts'
import { addressOf, answerInstead, nextCall, refusal, success } from './calls-of-page.ts'
import { placeOrder } from './kinds.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { stopTheClock, tickUntilShown } from './stopped-clock.ts'
import { findSessions, isFree } from './timetable.ts'
import { today } from './today.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })

// Proves NOTIF-04 to NOTIF-10, ROUTE-33, SHELL-18, SHELL-19.
signedInTest(
  'a parent reads new notifications, and the count drops at once',
  async ({ page, person, visitor }) => {
    const free = await findSessions(visitor, 2, isFree)
    for (const session of free) await placeOrder(person, 'class', session)
    const told = async () => (await person.api.notifications.countUnread()).unread
    await expect.poll(told).toBe(2)
    const messages = await person.api.notifications.list()
    const [newest] = messages

    await page.clock.install()
    await visit(page, '/home/about')
    await expect(bell(page)).toHaveAccessibleName(/^Notifications ?, 2 unread$/)
    await expect(bell(page).locator('.unread-dot')).toBeVisible()
    await bell(page).click()
    const entries = panel(page).getByRole('link')
    await expect(entries).toHaveCount(messages.length)
    await expect(entries.first()).toContainText(newest?.title ?? '')
    const [day = '', time = ''] = (newest?.placedAt ?? '').split(' ')
    await expect(entries.first()).toContainText(`${spokenDate(day, today())}, ${time.slice(0, 5)}`)
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(entries.first()).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(panel(page)).toBeHidden()

    await bell(page).click()
    const unread = panel(page).getByRole('link', { name: /^Unread: / })
    await expect(unread).toHaveCount(2)
    // The clock is stopped, so the poll every five seconds cannot have changed the count.
    await stopTheClock(page)
    const loaded = nextCall(page, contract.notifications.details)
    const marked = nextCall(page, contract.notifications.markRead)
    await unread.first().focus()
    await page.keyboard.press('Enter')
    await tickUntilShown(page, page.getByRole('button', { name: /^Notifications ?, 1 unread$/ }))
    await page.clock.resume()
    expect(await loaded).toEqual({ id: newest?.id })
    expect(await marked).toEqual({ id: newest?.id })
    await expect(page).toHaveURL(/\/home\/messageDetail\?id=\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: newest?.title ?? '' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('paragraph').first()).toContainText(/\w{3}/)
    await expect(page.getByRole('main')).not.toContainText('<p>')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toHaveAccessibleName(/^Notifications ?, 1 unread$/)
    await bell(page).click()
    await expect(unread).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    expect(await person.api.notifications.countUnread()).toEqual({ unread: 1 })
    await expect(page.getByRole('main').getByRole('link', { name: 'See the order' })).toBeVisible()
  },
)

/** Hides the page, as if behind another tab, or shows it again. */
const show = (page: Page, isInSight: boolean): Promise<void> =>
  page.evaluate(
    state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    isInSight ? 'visible' : 'hidden',
  )

// Proves CONST-03, NOTIF-01, NOTIF-02, SHELL-19, SHELL-20.
signedInTest(
  'the count is polled every five seconds until the sign-in ends',
  { tag: '@desk' },
  async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    let unread: number | 'signed out' = 4
    let asked = 0
    const { countUnread } = contract.notifications
    await page.route(addressOf(countUnread), route => {
      asked += 1
      return unread === 'signed out'
        ? route.fulfill({ status: 401, json: refusal(sentences.pleaseLogIn, 401) })
        : route.fulfill({ json: success(countUnread, { unread }) })
    })
    const pollAfter = async (milliseconds: number) => {
      const answered = page.waitForResponse(addressOf(countUnread))
      await page.clock.runFor(milliseconds)
      await (await answered).finished()
    }
    /** Advances the stopped clock until the text is shown. */
    const shows = async (locator: Locator, text: string | null) => {
      const look = async () => {
        await page.clock.runFor(5)
        return (await locator.count()) > 0 ? locator.textContent() : null
      }
      await expect.poll(look).toBe(text)
    }
    await page.clock.install()
    await visit(page, '/home/about')
    // Waits for the answer: if the clock leaps during a call, the page does not call again.
    await expect(bell(page)).toHaveText('Notifications, 4 unread')
    // The answer to the call made by the leap is handled before the next five seconds begin.
    unread = 1
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await shows(bell(page), 'Notifications, 1 unread')
    unread = 3
    await pollAfter(5_000)
    await shows(bell(page), 'Notifications, 3 unread')
    await expect(bell(page).locator('.unread-dot')).toBeVisible()
    const before = asked
    await page.clock.runFor(4_800)
    expect(asked).toBe(before)
    unread = 0
    await pollAfter(400)
    await shows(bell(page), 'Notifications')
    await expect(bell(page).locator('.unread-dot')).toHaveCount(0)

    // A hidden tab does not poll; when it is shown again it polls at once (decision C-39).
    await show(page, false)
    const inSight = asked
    await page.clock.runFor(60_000)
    expect(asked).toBe(inSight)
    unread = 2
    await show(page, true)
    await shows(bell(page), 'Notifications, 2 unread')

    unread = 'signed out'
    await pollAfter(5_000)
    await shows(page.getByRole('link', { name: 'Log in' }), 'Log in')
    await expect(page).toHaveURL(/\/home\/about$/)
    const last = asked
    await page.clock.runFor(60_000)
    expect(asked).toBe(last)
  },
)

// Proves NOTIF-03, NOTIF-11.
test('a visitor’s page does not poll for notifications; it asks them to log in', { tag: '@phone' }, async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', request => {
    if (/\/api\/news\//.test(request.url())) asked.push(request.url())
  })
  await page.clock.install()
  await visit(page, '/home/about')
  await page.clock.runFor(60_000)
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await visit(page, '/home/messageDetail?id=1')
  await expect(page).toHaveURL(/\/login$/)
  expect(asked).toEqual([])
})

signedInTest('empty, failed and missing notifications each say so', async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/503/)
  const { list } = contract.notifications
  await answerInstead(page, list, () => success(list, []))
  await visit(page, '/home/about')
  await bell(page).click()
  await expect(panel(page).getByText('Nothing yet')).toBeVisible()
  await page.unroute(addressOf(list))
  await page.route(addressOf(list), route => route.fulfill({ status: 503, body: '{}' }))
  await visit(page, '/home/messageDetail')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(addressOf(list))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await visit(page, '/home/messageDetail?id=999999999')
  await expect(page.getByRole('heading', { name: sentences.messageNotFound })).toBeVisible()
  await expectAccessible(page)
})
