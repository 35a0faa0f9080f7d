import { expect, type Locator } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { childTick, chooseChild, openBooking, total } from './booking-dialog.ts'
import { tabTo } from './by-keyboard.ts'
import { signedInTest, test, visit } from './site-test.ts'
import {
  findSession,
  findSessions,
  isPriced,
  openFilters,
  openTimetable,
  type Session,
  sessionCard,
  sessionTick,
  weekOf,
} from './timetable.ts'
import { today } from './today.ts'

signedInTest('a class is booked with the keyboard alone', async ({ page, visitor }) => {
  const session = await findSession(
    visitor,
    ({ typeName, pricePence, placesLeft }) => typeName === 'Kick About' && pricePence > 0 && placesLeft >= 2,
  )
  await openTimetable(page, session)
  const bookNow = sessionCard(page, session).getByRole('button', { name: 'Book Now' })
  await tabTo(page, bookNow)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Book Kick About' })
  await expect(total(dialog)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(bookNow).toBeFocused()
  await page.keyboard.press('Enter')

  const submit = dialog.getByRole('button', { name: 'Book Now' })
  await tabTo(page, submit)
  await page.keyboard.press('Enter')
  const wren = childTick(dialog, 'Wren')
  await expect(wren).toBeFocused()
  await expect(wren).toHaveAccessibleDescription('Tick everybody who is coming')
  await page.keyboard.press('Space')
  await expect(wren).toHaveAccessibleDescription('')
  await expect(total(dialog)).toContainText('1 class, 1 child')
  await tabTo(page, submit)
  await page.keyboard.press('Enter')

  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'Yes' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^Pay £/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
})

signedInTest(
  'the dates are one tab stop with arrow keys, and Book Now is at most eight tabs away',
  async ({ page, visitor }) => {
    const [session] = (await findSessions(visitor, 3, isPriced)) as [Session]
    const dialog = await openBooking(page, session)
    await expect(total(dialog)).toHaveAttribute('data-settled', 'true')
    const isFocused = (wanted: Locator) => wanted.evaluate(element => element.matches(':focus'))
    const bookNow = dialog.getByRole('button', { name: 'Book Now' })
    let tabs = 0
    for (; tabs < 40 && !(await isFocused(bookNow)); tabs++) await page.keyboard.press('Tab')
    expect(tabs).toBeLessThanOrEqual(8)

    const pressed = sessionTick(dialog, session)
    for (let back = 0; back < tabs && !(await isFocused(pressed)); back++) {
      await page.keyboard.press('Shift+Tab')
    }
    await expect(pressed).toBeFocused()
    await expect(dialog.getByText('Arrow keys move between the dates')).toBeInViewport()
    await page.keyboard.press('End')
    const all = dialog.getByRole('checkbox', { name: 'Select all' })
    await expect(all).toBeFocused()
    await page.keyboard.press('Space')
    await expect(all).toBeChecked()
    await page.keyboard.press('Home')
    const weekly = dialog.locator('.date-group').first().getByRole('checkbox', { name: /^All / })
    await expect(weekly).toBeFocused()
    const dates = dialog.locator('input[name=sessions]:enabled')
    // A full date before it has no tick, but a button for its waiting list.
    for (let step = 0; step < 12 && !(await isFocused(dates.first())); step++) {
      await page.keyboard.press('ArrowRight')
    }
    await expect(dates.first()).toBeFocused()
    await page.keyboard.press('Space')
    await expect(dates.first()).not.toBeChecked()
    await expect(all).not.toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(dates.first()).not.toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(weekly).toBeFocused()
  },
)

test('after "Skip to the page" a closed dialog returns the focus to its button', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2)
  const opener = sessionCard(page, session).getByRole('heading').getByRole('button')
  const openAndClose = async () => {
    await opener.focus()
    const { y } = (await opener.boundingBox()) as { y: number }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
    expect((await opener.boundingBox())?.y).toBe(y)
  }
  // Pressed before hydration, the link works as the browser's own.
  await visit(page, `/home/classes?date=${session.date}#main`)
  await openAndClose()
  await visit(page, `/home/classes?date=${session.date}`)
  await tabTo(page, page.getByRole('link', { name: 'Skip to the page' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await openAndClose()
})

signedInTest('going back closes a dialog and stays on the timetable @phone', async ({ page, visitor }) => {
  const session = await findSession(
    visitor,
    ({ typeName, placesLeft }) => typeName === 'Kick About' && placesLeft >= 2,
  )
  const dialog = await openBooking(page, session)
  const address = page.url()
  await chooseChild(dialog, 'Wren')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(sessionCard(page, session).getByRole('button', { name: 'Book Now' })).toBeFocused()
})

test('a dialog closed by a reload leaves no history entry, backwards or forwards @desk', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2)
  const depth = () => page.evaluate(() => history.state?.dialogDepth ?? 0)
  await visit(page, '/home/about')
  await visit(page, `/home/classes?date=${session.date}`)
  await sessionCard(page, session).getByRole('button', { name: session.typeName }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(depth).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/about$/)

  await page.goForward()
  await expect(page).toHaveURL(/\/home\/classes/)
  await page.goForward()
  await expect.poll(depth).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/about$/)
})

test('clearing the filters by keyboard moves the focus beside the removed button', async ({
  page,
  visitor,
}) => {
  const day = addDays(mondayOf(today()), 7)
  const days = await weekOf(visitor, 'class', day)
  const onWeekdays = days.flatMap(({ weekday, sessions }) =>
    sessions.map(({ typeId }) => ({ weekday, typeId })),
  )
  const [{ typeId } = { typeId: 0 }, { weekday } = { weekday: '' }] =
    onWeekdays
      .flatMap(one => onWeekdays.map(other => [one, other] as const))
      .find(
        ([{ typeId }, { weekday }]) => !onWeekdays.some(is => is.typeId === typeId && is.weekday === weekday),
      ) ?? []
  await visit(page, `${ofKind.class.timetable({ date: day })}&type=${typeId}&day=${weekday}`)
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Clear the filters' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Last week' })).toBeFocused()

  const filters = await openFilters(page)
  await filters.getByLabel('AM/PM').selectOption('AM')
  const clear = filters.getByRole('button', { name: 'Clear' })
  await clear.press('Enter')
  await expect(clear).toBeHidden()
  await expect(filters.getByLabel('Age')).toBeFocused()
})
